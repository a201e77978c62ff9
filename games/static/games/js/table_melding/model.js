/* What the view of a table-melding game means for the one who looks at it; nothing is decided here. */
import { sortByRank, sortBySuit } from "../cards.js";
import { byHand, othersFrom } from "../table/model.js";
import { figuresOf, grouped, heldValue, lawsOf } from "./figures.js";
import { TABLE_MELDING_WORDS } from "./turn_words.js";

export function read(view, ui) {
  const round = view.round ?? null;
  const { seat } = view;
  const legal = view.legal ?? [];
  const seated = seat !== null && seat !== undefined;
  const playing = view.phase === "playing";
  const phase = playing && round ? round.phase : view.phase;
  const isMyTurn = playing && seated && view.turn === seat;
  const play = view.terms.rules.play;
  const laws = lawsOf(view.terms);
  const held = [...(round?.hand ?? []), ...(isMyTurn ? round?.freed ?? [] : [])];
  const best = ui.sort === "melds" ? grouped(held, laws) : { melds: [], deadwood: held };
  const hand = ordered(held, best, ui);
  const onBench = new Set((ui.bench?.groups ?? []).flatMap((group) => group.cards));
  const inHand = hand.filter((card) => !onBench.has(card));
  const chosen = ui.chosen.filter((card) => inHand.includes(card));
  const discards = new Set(legal.filter((action) => action.type === "discard").map((action) => action.card));
  return {
    view, round, seat, seated, playing, ui, phase, laws, play, isMyTurn, hand, inHand, best, chosen, discards,
    mine: view.seats.find((one) => one.seat === seat) ?? null,
    others: othersFrom(view, seat),
    can: (type) => (view.controls ?? []).includes(type) || legal.some((action) => action.type === type),
    takes: takesOf(round, legal),
    figures: isMyTurn && phase === "play" && !ui.bench ? figuresOf(chosen, laws) : [],
    opened: seated && round?.opened ? round.opened[seat] : false,
    multi: true,
    isChosen: (card) => chosen.includes(card),
    isBlocked: (card) => isMyTurn && phase === "play" && card === round?.taken && card !== round.must_use,
    note: (card) => noteOn(card, round, isMyTurn),
    words: TABLE_MELDING_WORDS,
  };
}

/** How many cards come with each card of the pile that may be taken now: card → number (R500-3). */
function takesOf(round, legal) {
  const pile = round?.discard_pile ?? [];
  const taken = legal.filter((action) => action.type === "take_discard").map((action) => action.card ?? pile.at(-1));
  return new Map(taken.map((card) => [card, pile.length - pile.indexOf(card)]));
}

function noteOn(card, round, isMyTurn) {
  if (!round || !isMyTurn) return null;
  if ((round.freed ?? []).includes(card)) return "freed";
  return card === round.must_use ? "owed" : null;
}

function ordered(held, best, ui) {
  if (ui.sort === "suit") return sortBySuit(held);
  if (ui.sort === "rank") return sortByRank(held);
  if (ui.sort === "manual") return byHand(held, ui.order);
  return [...best.melds.flat(), ...sortByRank(best.deadwood)];
}

/** What the hand would cost if the round ended now. */
export const handPoints = ({ hand, laws }) => hand.reduce((sum, card) => sum + heldValue(card, laws), 0);
