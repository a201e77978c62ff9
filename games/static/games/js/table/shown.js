/* Hands laid down after a knock; in the answer the knocking side's melds are where one may lay off. */
import { openCard, silentCard } from "../cards.js";
import { el } from "../dom.js";
import { fits } from "../melds.js";
import { _, cardName, fill, list } from "../words.js";
import { openMelds } from "./model.js";
import { nameOf, sideOf } from "./sides.js";

export function shownHands(model, on) {
  const shown = model.round?.shown ?? [];
  return el("div", { class: "shown-hands" }, ...shown.map((one) => shownHand(model, one, on)));
}

function shownHand(model, one, on) {
  const answering = model.phase === "answer" && model.isMyTurn && sideOf(model.view, model.round.shown[0].seat).includes(one.seat);
  const open = openMelds(model).filter((meld) => meld.seat === one.seat);
  const melds = open.length ? open.map((meld) => meldBox(model, meld, { answering, on })) : one.melds.map((cards) => meldBox(model, { cards, added: [] }, {}));
  const rest = one.deadwood?.length ? el("span", { class: "meld loose", role: "group", "aria-label": _("Deadwood") }, ...one.deadwood.map((card) => openCard(card))) : null;
  return el("section", { class: "shown-hand" },
    el(model.phase === "answer" ? "h2" : "h3", { class: "shown-name" }, nameOf(model.view, one.seat), " ", el("small", {}, fill(_("Deadwood: %(points)s"), { points: one.points }))),
    el("div", { class: "melds" }, ...melds, rest));
}

function meldBox(model, { cards, added, number: at }, { answering, on }) {
  const fitting = answering && model.ui.selected && fits(model.ui.selected, cards, model.laws);
  const names = list(cards.map(cardName));
  const content = cards.map((card) => {
    const node = answering ? silentCard(card) : openCard(card); // a button speaks for its cards
    node.classList.toggle("laid-off", added.includes(card));
    return node;
  });
  if (!answering) return el("span", { class: "meld", role: "group", "aria-label": names }, ...content);
  const label = fill(_("Lay off on the meld %(cards)s"), { cards: names });
  return el("button", { type: "button", class: `meld open${fitting ? " inviting" : ""}`, "data-meld": at, id: `meld-${at}`, "aria-label": label, "aria-disabled": fitting ? null : "true", onclick: () => on.layOff(at) }, ...content);
}
