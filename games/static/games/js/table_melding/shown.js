/* The end of a round: what everybody still held, and what that costs. */
import { openCard, sortByRank } from "../cards.js";
import { el } from "../dom.js";
import { _, fill, number } from "../words.js";
import { nameOf } from "../table/sides.js";
import { heldValue } from "./figures.js";

export function shownHands(model) {
  const hands = model.round?.hands ?? [];
  return el("div", { class: "shown-hands" }, ...hands.map((cards, seat) => shownHand(model, cards, seat)));
}

function shownHand({ view, laws }, cards, seat) {
  const cost = cards.reduce((sum, card) => sum + heldValue(card, laws), 0);
  return el("section", { class: "shown-hand" },
    el("h3", { class: "shown-name" }, nameOf(view, seat), " ", el("small", {}, cards.length ? fill(_("in hand: %(points)s"), { points: number(cost) }) : _("out"))),
    cards.length > 0 && el("span", { class: "meld loose", role: "group", "aria-label": _("Left in the hand") }, ...sortByRank(cards).map((card) => openCard(card))));
}
