/* The melds on the table, each player's apart: what one chose may be laid off there, or take a joker's place. */
import { openCard, rank, silentCard } from "../cards.js";
import { byId, el, refill } from "../dom.js";
import { faceOf } from "../melds.js";
import { _, cardName, fill, list, ngettext, points } from "../words.js";
import { nameOf } from "../table/sides.js";
import { renderBench } from "./bench.js";
import { byOwner, exchangesOn, layOffsOn } from "./figures.js";

const box = byId("board");

export function renderBoard(model, on) {
  const { round, playing, ui } = model;
  box.hidden = !playing || !round?.melds;
  byId("table").classList.toggle("at-bench", Boolean(ui.bench));
  if (box.hidden) return;
  if (ui.bench) { refill(box, ...renderBench(model, on)); return; }
  const melds = round.melds.map((meld, number) => ({ ...meld, number }));
  fillBoard(melds.length ? byOwner(melds).map(([seat, its]) => owned(model, seat, its, on)) : [el("p", { class: "board-empty" }, _("No meld lies on the table yet."))], model.seat);
}

/** Where something chosen fits is brought into sight, within the board, and one's own meld once it lies there. */
function fillBoard(parts, mine) {
  const own = `[data-owner="${mine}"]`;
  const before = box.querySelectorAll(`${own} .card`).length;
  refill(box, ...parts);
  const grown = box.querySelectorAll(`${own} .card`).length > before;
  const first = box.querySelector(grown ? own : ".inviting");
  if (!first) return;
  const top = first.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (top < 0 || top + first.offsetHeight > box.clientHeight) box.scrollTop += top - box.clientHeight / 3;
}

function owned(model, seat, melds, on) {
  const name = seat === null ? _("On the table") : seat === model.seat ? _("Your melds") : nameOf(model.view, seat);
  return el("section", { class: "owner", "data-owner": seat ?? "table", "aria-label": fill(ngettext("%(name)s, %(count)s meld", "%(name)s, %(count)s melds", melds.length), { name, count: melds.length }) },
    el("h2", { class: "owner-name", "aria-hidden": "true" }, name), el("div", { class: "melds" }, ...melds.map((meld) => meldBox(model, meld, on))));
}

/** What could be done with the chosen cards at this meld. */
export function waysOn(model, meld) {
  const [card, ...more] = model.chosen;
  if (!card) return [];
  if (more.length) return layOffOrder(model, meld) ? [{ all: true }] : [];
  const off = layOffsOn(meld, card, model.laws).filter(() => !(model.round.freed ?? []).includes(card)).map((laid) => ({ action: { type: "lay_off", card: laid, meld: meld.number } }));
  const swaps = exchangesOn(meld, card, model.laws).map((joker) => ({ action: { type: "exchange_joker", card, meld: meld.number, joker } }));
  return [...off, ...swaps];
}

/** The chosen cards in an order in which each fits, as they will be named; null when not all do. */
export function layOffOrder({ chosen, laws }, meld) {
  let lying = { ...meld };
  const left = [...chosen];
  const order = [];
  while (left.length) {
    const next = left.map((card) => [card, layOffsOn(lying, card, laws)[0]]).find(([, laid]) => laid);
    if (!next) return null;
    order.push(next[1]);
    left.splice(left.indexOf(next[0]), 1);
    lying = { ...lying, cards: grown(lying, next[1]) };
  }
  return order;
}

function grown({ kind, cards }, laid) {
  if (kind === "set") return [...cards, laid];
  return (rank(faceOf(laid)) + 1) % 13 === rank(faceOf(cards[0])) ? [laid, ...cards] : [...cards, laid];
}

function meldBox(model, meld, on) {
  const names = list(meld.cards.map(cardName));
  const active = model.isMyTurn && model.phase === "play" && model.chosen.length > 0;
  if (!active) return el("span", { class: "meld", role: "group", "data-meld": meld.number, "aria-label": `${names}, ${points(meld.points)}` }, ...meld.cards.map((card) => openCard(card)));
  const fits = waysOn(model, meld).length > 0;
  return el("button", { type: "button", class: `meld open${fits ? " inviting" : ""}`, "data-meld": meld.number, id: `meld-${meld.number}`, "aria-disabled": fits ? null : "true",
    "aria-label": fill(_("Lay off on the meld %(cards)s"), { cards: names }), onclick: () => on.toMeld(meld.number) }, ...meld.cards.map(silentCard));
}
