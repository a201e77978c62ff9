/* What the view means for the one who looks at it. All of it follows from the server's view; nothing is decided here. */
import { sortByRank, sortBySuit } from "../cards.js";
import { arrange, heldOf, inOrder, lawsOf } from "../melds.js";
import { GIN_WORDS } from "./gin_words.js";
import { sideOf } from "./sides.js";

export { nameOf } from "./sides.js";

export function read(view, ui) {
  const round = view.round ?? null;
  const seat = view.seat;
  const legal = view.legal ?? [];
  const controls = view.controls ?? [];
  const playing = view.phase === "playing";
  const hand = round?.hand ?? [];
  const phase = playing && round ? round.phase : view.phase;
  const laws = lawsOf(view.terms, phase === "answer");
  const best = !ui.layoffs.length && round?.arrangement ? round.arrangement : arrange(keptOf(hand, ui), laws);
  return {
    view,
    round,
    seat,
    playing,
    ui,
    phase,
    laws,
    seated: seat !== null && seat !== undefined,
    isMyTurn: playing && seat !== null && view.turn === seat,
    mine: view.seats.find((one) => one.seat === seat) ?? null,
    others: othersFrom(view, seat),
    can: (type) => controls.includes(type) || legal.some((action) => action.type === type),
    discards: new Set(legal.filter((action) => action.type === "discard").map((action) => action.card)),
    knocks: knockable(round, legal),
    hand: ordered(hand, best, ui),
    best,
    inHand: phase === "answer" && liesOpen({ round }, seat) ? [] : keptOf(ordered(hand, best, ui), ui),
    isChosen: (card) => card === ui.selected,
    isBlocked: (card) => playing && view.turn === seat && phase === "discard" && !legal.some((action) => action.type === "discard" && action.card === card),
    note: (card) => (legal.some((action) => action.type === "knock" && action.card === card) ? "knock" : null),
    partner: partnerOf(view, laws),
    words: GIN_WORDS,
  };
}

/** The partner's seat with the hand I may see, laid out best (GIN-T2); null where there is none. */
function partnerOf(view, laws) {
  const hand = view.round?.partner_hand;
  if (!hand || view.seat === null) return null;
  return { seat: sideOf(view, view.seat)[1], hand, best: arrange(hand, lawsOf(view.terms)) };
}

/** Whether a hand has been laid down after a knock. */
export const liesOpen = ({ round }, seat) => (round?.shown ?? []).some((one) => one.seat === seat);

/** The melds that may be laid off on, in the order of their numbers: the knocker's, then the partner's (GIN-T3);
    each as {seat, number, cards, added} with what others and I add to it. */
export function openMelds({ view, round, ui, laws, phase }) {
  const shown = round?.shown ?? [];
  if (!shown.length) return [];
  const side = sideOf(view, shown[0].seat);
  const melds = shown.filter((one) => side.includes(one.seat)).flatMap((one) => one.melds.map((cards) => ({ seat: one.seat, cards })));
  const laid = [...shown.flatMap((one) => one.layoffs ?? []), ...(phase === "answer" ? ui.layoffs : [])];
  return melds.map(({ seat, cards }, number) => {
    const added = laid.filter((one) => one.meld === number).map((one) => one.card);
    return { seat, number, added, cards: inOrder([...cards, ...added], laws) };
  });
}

/** What stays in the hand when some cards are about to be laid off. */
const keptOf = (hand, { layoffs }) => hand.filter((card) => !layoffs.some((one) => one.card === card));

/** The other seats clockwise from mine; a spectator sees all, seat 0 lowest. */
export function othersFrom(view, seat) {
  if (seat === null || seat === undefined) return view.seats.filter((one) => one.seat !== 0);
  const count = view.seats.length;
  return view.seats.filter((one) => one.seat !== seat).sort((a, b) => ((a.seat - seat + count) % count) - ((b.seat - seat + count) % count));
}

/** card → points of deadwood with which one would knock by discarding it */
function knockable(round, legal) {
  const allowed = new Set(legal.filter((action) => action.type === "knock").map((action) => action.card));
  const known = (round?.knockable ?? []).map((one) => (typeof one === "string" ? { card: one } : one));
  return new Map(known.filter((one) => allowed.has(one.card)).map((one) => [one.card, one.points]));
}

function ordered(hand, best, ui) {
  if (ui.sort === "suit") return sortBySuit(hand);
  if (ui.sort === "rank") return sortByRank(hand);
  if (ui.sort === "manual") return byHand(hand, ui.order);
  return [...best.melds.flat().map(heldOf), ...sortByRank(best.deadwood)];
}

/** The player's own order; whatever is new joins at the right. */
export function byHand(hand, order) {
  const kept = order.filter((card) => hand.includes(card));
  return [...kept, ...hand.filter((card) => !kept.includes(card))];
}

/** The hand in groups for the eye: melds apart, the rest together. */
export function groups(model) {
  if (model.ui.sort !== "melds") return [model.hand];
  const melds = model.best.melds.map((meld) => meld.map(heldOf));
  const rest = model.hand.filter((card) => !melds.flat().includes(card));
  return [...melds, rest].filter((group) => group.length > 0);
}
