/* Stock, discard pile, the card shown by a house rule, and the knock limit. */
import { openCard, picture, silentCard } from "../cards.js";
import { byId, el, refill } from "../dom.js";
import { _, cardName, fill, ngettext } from "../words.js";
import { limitRule } from "./house_rules.js";
import { arrive } from "./motion.js";

const box = byId("piles");
let shownTop = null;

export function renderPiles(model, handlers) {
  const { round } = model;
  box.hidden = !round || !model.playing || model.phase === "answer" || model.phase === "over";
  if (box.hidden) return;
  if (!box.querySelector(".caught")) build(handlers);
  renderStock(model);
  renderDiscards(model);
  renderLimit(model);
  renderCaught(model);
}

function build(handlers) {
  const stock = el("button", { type: "button", class: "pile pile-stock", "data-action": "draw-stock", onclick: handlers.onStock });
  stock.append(el("span", { class: "card back" }, picture("back")), el("span", { class: "pile-count", "aria-hidden": "true" }));
  const discards = el("button", { type: "button", class: "pile pile-discards", "data-action": "take-upcard", onclick: handlers.onUpcard });
  discards.append(el("span", { class: "pile-cards" }), el("span", { class: "pile-count", "aria-hidden": "true" }));
  const look = el("button", { type: "button", class: "pile-look", "data-open": "pile-dialog" }, _("Look through"));
  const limit = el("div", { class: "limit" });
  const caught = el("div", { class: "caught", hidden: true });
  box.replaceChildren(limit, stock, el("div", { class: "pile-slot" }, discards, look), caught);
}

function renderStock({ round, can, isMyTurn }) {
  const stock = box.querySelector(".pile-stock");
  enable(stock, can("draw_stock"));
  const left = fill(ngettext("%(count)s card", "%(count)s cards", round.stock_count), { count: round.stock_count });
  stock.setAttribute("aria-label", fill(_("Stock, %(cards)s"), { cards: left }));
  stock.querySelector(".pile-count").dataset.count = round.stock_count;
  stock.classList.toggle("inviting", isMyTurn && can("draw_stock"));
  stock.classList.toggle("low", round.stock_count <= 6);
}

function renderDiscards({ round, can, isMyTurn, ui }) {
  const pile = box.querySelector(".pile-discards");
  const cards = round.discard_pile ?? [];
  const top = cards.at(-1) ?? null;
  enable(pile, can("take_upcard") || can("discard"));
  pile.classList.toggle("inviting", isMyTurn && can("take_upcard"));
  pile.setAttribute("aria-label", top ? fill(_("Discard pile, on top the %(card)s"), { card: cardName(top) }) : _("Discard pile, empty"));
  pile.querySelector(".pile-count").dataset.count = cards.length;
  box.querySelector(".pile-look").hidden = cards.length === 0;
  const key = cards.slice(-3).join(" ");
  if (pile.dataset.key === key) return;
  pile.dataset.key = key;
  const nodes = cards.slice(-3).map(silentCard);
  pile.querySelector(".pile-cards").replaceChildren(...nodes);
  if (top && shownTop !== null && top !== shownTop && ui.departed) arrive(nodes.at(-1), ui.departed);
  shownTop = top ?? "";
}

function renderLimit({ round }) {
  const limit = box.querySelector(".limit");
  const key = `${round.shown_card ?? ""} ${round.knock_limit}`;
  if (limit.dataset.key === key) return;
  limit.dataset.key = key;
  const words = round.knock_limit === 0 ? _("gin only") : fill(_("up to %(limit)s"), { limit: round.knock_limit });
  limit.replaceChildren(el("span", { class: "limit-label" }, _("Knock")), el("strong", {}, words));
  if (round.shown_card) limit.append(openCard(round.shown_card), el("span", { class: "limit-label" }, limitRule));
}

/** Cards claimed out of the pile stay visible (GIN-S1). */
function renderCaught({ round }) {
  const place = box.querySelector(".caught");
  const cards = round.removed ?? [];
  place.hidden = cards.length === 0;
  if (place.dataset.key === cards.join(" ")) return;
  place.dataset.key = cards.join(" ");
  place.replaceChildren(el("span", { class: "limit-label" }, _("Caught")), el("span", { class: "caught-cards" }, ...cards.map((card) => openCard(card))));
}

/** Not `disabled`: a reader must find the pile in its place even when it is not one's turn. */
function enable(button, on) {
  button.setAttribute("aria-disabled", String(!on));
}

function caught(cards) {
  return el("section", {}, el("h3", {}, _("Caught glasses")), el("ol", { class: "pile-list" }, ...cards.map((card) => el("li", {}, openCard(card), el("span", {}, cardName(card))))));
}

export function renderPileDialog(body, { round }) {
  const cards = [...(round?.discard_pile ?? [])].reverse();
  if (box.hidden || !cards.length) return false;
  const rows = cards.map((card) => el("li", {}, openCard(card), el("span", {}, cardName(card))));
  return refill(body,
    el("p", { class: "muted" }, fill(ngettext("%(count)s card, the top one first", "%(count)s cards, the top one first", cards.length), { count: cards.length })),
    el("ol", { class: "pile-list" }, ...rows),
    round?.removed?.length > 0 && caught(round.removed),
  );
}
