/* Stock and discard pile; where cards may be taken from its depth it lies fanned out (R500-3). */
import { openCard, picture, silentCard } from "../cards.js";
import { byId, el, refill } from "../dom.js";
import { _, cardName, fill, ngettext } from "../words.js";
import { arrive } from "../table/motion.js";

const box = byId("piles");
const SHOWN = 3;
let shownTop = null;

export function renderPiles(model, on) {
  const { round, play } = model;
  box.hidden = !round || !model.playing || model.phase === "over";
  if (box.hidden) return;
  const stock = stockButton(model, on);
  refill(box, stock, !play.robber && (play.deep_draw ? fan(model, on) : topOnly(model, on)), round.cut && cutCard(round.cut));
  land(model);
}

function stockButton({ round, can, isMyTurn }, on) {
  const left = fill(ngettext("%(count)s card", "%(count)s cards", round.stock_count), { count: round.stock_count });
  const node = el("button", { type: "button", class: `pile pile-stock${isMyTurn && can("draw_stock") ? " inviting" : ""}${round.stock_count <= 6 ? " low" : ""}`, "data-action": "draw-stock", onclick: on.onStock,
    "aria-disabled": String(!can("draw_stock")), "aria-label": fill(_("Stock, %(cards)s"), { cards: left }) });
  node.append(el("span", { class: "card back" }, picture("back")), el("span", { class: "pile-count", "data-count": round.stock_count, "aria-hidden": "true" }));
  return node;
}

/** Only the top card may be taken (GER-7). */
function topOnly(model, on) {
  const cards = model.round.discard_pile ?? [];
  const top = cards.at(-1);
  const open = model.takes.size > 0;
  const node = el("button", { type: "button", class: `pile pile-discards${open && model.isMyTurn ? " inviting" : ""}`, "data-action": "take-discard", onclick: on.onPile,
    "aria-disabled": String(!open && model.discards.size === 0), "aria-label": top ? fill(_("Discard pile, on top the %(card)s"), { card: cardName(top) }) : _("Discard pile, empty") });
  node.append(el("span", { class: "pile-cards" }, ...cards.slice(-SHOWN).map(silentCard)), el("span", { class: "pile-count", "data-count": cards.length, "aria-hidden": "true" }));
  return el("div", { class: "pile-slot" }, node, look(cards));
}

function fan(model, on) {
  const cards = model.round.discard_pile ?? [];
  const top = cards.at(-1);
  const label = top ? fill(_("Discard pile, on top the %(card)s"), { card: cardName(top) }) : _("Discard pile, empty");
  const shown = cards.map((card) => fanCard(model, card, on));
  return el("div", { class: "fan-slot pile-discards" },
    el("div", { class: "fan", role: "group", "aria-label": label, id: "fan" }, ...(shown.length ? shown : [el("span", { class: "pile-cards" })])),
    el("div", { class: "fan-foot" }, el("span", { class: "fan-count" }, fill(ngettext("%(count)s card", "%(count)s cards", cards.length), { count: cards.length })), look(cards)));
}

function fanCard({ takes, ui, round }, card, on) {
  const number = takes.get(card);
  const pile = round.discard_pile;
  const comes = ui.pileCard && pile.indexOf(card) >= pile.indexOf(ui.pileCard);
  if (!number) return el("span", { class: `fan-card${comes ? " comes" : ""}` }, openCard(card));
  const node = el("button", { type: "button", class: `fan-card takable${comes ? " comes" : ""}`, id: `pile-${card}`, "aria-pressed": String(ui.pileCard === card), "aria-label": takeWords(card, number), onclick: () => on.choosePile(card) });
  node.append(silentCard(card));
  return node;
}

export function takeWords(card, number) {
  if (number === 1) return fill(_("Take the %(card)s"), { card: cardName(card) });
  return fill(ngettext("Take the %(card)s and the card above it", "Take the %(card)s and the %(count)s cards above it", number - 1), { card: cardName(card), count: number - 1 });
}

const look = (cards) => el("button", { type: "button", class: "pile-look", "data-open": "pile-dialog", hidden: cards.length === 0 }, _("Look through"));

/** A joker found at the cut and kept, for all to see (GER-V7). */
const cutCard = (card) => el("div", { class: "limit" }, el("span", { class: "limit-label" }, _("At the cut")), openCard(card));

function land({ round, ui }) {
  const top = round.discard_pile?.at(-1) ?? "";
  if (top && shownTop !== null && top !== shownTop && ui.departed) arrive(box.querySelector(".pile-discards .card:last-child, .fan-card:last-child .card"), ui.departed);
  shownTop = top;
}

/** Every card of the pile by name, each with what comes with it; false when there is no pile any more. */
export function renderPileDialog(body, { round, takes }, on) {
  const cards = [...(round?.discard_pile ?? [])].reverse();
  if (box.hidden || !cards.length) return false;
  const rows = cards.map((card) => el("li", {}, openCard(card), el("span", {}, cardName(card)),
    takes.has(card) && el("button", { type: "button", class: "button small", id: `take-${card}`, "aria-label": takeWords(card, takes.get(card)), onclick: () => { byId("pile-dialog").close(); on.takeFrom(card); } },
      fill(ngettext("Take %(count)s", "Take %(count)s", takes.get(card)), { count: takes.get(card) }))));
  return refill(body,
    el("p", { class: "muted" }, fill(ngettext("%(count)s card, the top one first", "%(count)s cards, the top one first", cards.length), { count: cards.length })),
    el("ol", { class: "pile-list" }, ...rows));
}
