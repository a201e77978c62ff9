/* A finished round of a table-melding game laid open: every hand as it was, and the melds on the table. */
import { openCard, picture, sortBySuit } from "../cards.js";
import { el } from "../dom.js";
import { byOwner, heldValue, lawsOf } from "../table_melding/figures.js";
import { _, fill, number } from "../words.js";
import { nameOf } from "../table/sides.js";

export function tableMeldingHand(view, step, seat) {
  const { hand: cards, drawn } = step.hands[seat];
  const laws = lawsOf(view.terms);
  const cost = (cards ?? []).reduce((sum, card) => sum + heldValue(card, laws), 0);
  return el("section", { class: `replay-seat${step.turn === seat ? " on-turn" : ""}` },
    el("h2", {}, el("b", {}, nameOf(view, seat)), el("small", {}, fill(_("In hand: %(points)s"), { points: number(cost) }))),
    el("div", { class: "replay-hand replay-row" }, el("span", { class: "meld loose" }, ...sortBySuit(cards ?? []).map((card) => {
      const node = openCard(card);
      node.classList.toggle("fresh", card === drawn);
      return node;
    }))));
}

export function tableMeldingMiddle(view, step) {
  const stock = el("span", {}, el("span", { class: "card back" }, picture("back")), el("span", { class: "count" }, fill(_("Stock: %(count)s"), { count: step.stock_count })));
  const { robber, deep_draw: isOpen } = view.terms.rules.play;
  const pile = !robber && el("span", { class: isOpen ? "replay-row" : "" }, el("span", { class: isOpen ? "meld loose" : "replay-pile" }, ...step.discard_pile.slice(isOpen ? 0 : -6).map((card) => openCard(card))),
    el("span", { class: "count" }, fill(_("Discards: %(count)s"), { count: step.discard_pile.length })));
  return el("div", {}, el("div", { class: "replay-middle" }, stock, pile || ""), ...byOwner(step.melds).map(([seat, melds]) => laid(view, seat, melds)));
}

function laid(view, seat, melds) {
  return el("section", { class: "replay-owned" }, el("h3", {}, seat === null ? _("On the table") : nameOf(view, seat)),
    el("div", { class: "replay-hand replay-melds" }, ...melds.map((meld) => el("span", { class: "meld" }, ...meld.cards.map((card) => openCard(card))))));
}
