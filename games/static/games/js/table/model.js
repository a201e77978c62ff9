/* What the view means for the one who looks at it. All of it follows from the server's view; nothing is decided here. */
import { sortByRank, sortBySuit } from "../cards.js";
import { arrange } from "../melds.js";

export function read(view, ui) {
  const round = view.round ?? null;
  const seat = view.seat;
  const legal = view.legal ?? [];
  const controls = view.controls ?? [];
  const playing = view.phase === "playing";
  const hand = round?.hand ?? [];
  const best = arrangement(round, hand);
  return {
    view,
    round,
    seat,
    playing,
    ui,
    phase: playing && round ? round.phase : view.phase,
    seated: seat !== null && seat !== undefined,
    isMyTurn: playing && seat !== null && view.turn === seat,
    mine: view.seats.find((one) => one.seat === seat) ?? null,
    others: othersFrom(view, seat),
    can: (type) => controls.includes(type) || legal.some((action) => action.type === type),
    discards: new Set(legal.filter((action) => action.type === "discard").map((action) => action.card)),
    knocks: knockable(round, legal),
    hand: ordered(hand, best, ui),
    best,
  };
}

export const nameOf = (view, seat) => view.seats.find((one) => one.seat === seat)?.player?.name ?? "?";

/** The other seats clockwise from mine; a spectator sees all, seat 0 lowest. */
function othersFrom(view, seat) {
  if (seat === null || seat === undefined) return view.seats.filter((one) => one.seat !== 0);
  const count = view.seats.length;
  return view.seats.filter((one) => one.seat !== seat).sort((a, b) => ((a.seat - seat + count) % count) - ((b.seat - seat + count) % count));
}

function arrangement(round, hand) {
  return round?.arrangement ?? arrange(hand);
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
  return [...best.melds.flat().map(plain), ...sortByRank(best.deadwood)];
}

/** A joker in a meld is written with the card it stands for, "X1=8h"; in the hand it is "X1". */
export const plain = (card) => card.split("=")[0];

/** The player's own order; whatever is new joins at the right. */
function byHand(hand, order) {
  const kept = order.filter((card) => hand.includes(card));
  return [...kept, ...hand.filter((card) => !kept.includes(card))];
}

/** The hand in groups for the eye: melds apart, the rest together. */
export function groups(model) {
  if (model.ui.sort !== "melds") return [model.hand];
  const melds = model.best.melds.map((meld) => meld.map(plain));
  const rest = model.hand.filter((card) => !melds.flat().includes(card));
  return [...melds, rest].filter((group) => group.length > 0);
}
