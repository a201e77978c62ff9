/* The buttons in the thumb's reach. They offer what the view calls legal and nothing else. */
import { isJoker } from "../cards.js";
import { byId, el, refill } from "../dom.js";
import { _, cardName, fill } from "../words.js";
import { button, cardButton } from "./buttons.js";
import { hintNote } from "./hints.js";
import { houseButtons } from "./house_rules.js";

const SORTS = ["melds", "suit", "rank", "manual"];
const SORT_NAMES = { melds: () => _("Melds"), suit: () => _("Suits"), rank: () => _("Ranks"), manual: () => _("My order") };

export const nextSort = (sort) => SORTS[(SORTS.indexOf(sort) + 1) % SORTS.length];

export function renderActions(model, on) {
  const buttons = choose(model, on);
  const training = model.isMyTurn && model.view.terms.training && !model.mine?.automatic;
  refill(byId("actions"), training && model.ui.hint && hintNote(model.ui.hint), ...buttons, training && !model.ui.hint && button("hint", _("Hint"), on.hint, "quiet", model.ui));
}

function choose(model, on) {
  if (!model.playing) return [];
  if (model.mine?.automatic && model.can("return")) return [button("return", _("I am back"), on.return, "main")];
  if (!model.isMyTurn) return on.plans();
  if (model.phase === "answer") return answers(model, on);
  return [...on.plans(), ...(model.phase === "discard" ? discards(model, on) : draws(model, on))];
}

/** Amber is for what the rules make usual: whether the open card is worth taking, each player sees for themselves. */
function draws({ can, round, ui }, on) {
  const top = round.upcard ?? round.discard_pile?.at(-1);
  return [
    can("take_upcard") && cardButton("take-upcard", _("Take"), fill(_("Take the %(card)s"), { card: cardName(top) }), top, { on: on.takeUpcard, ui }),
    can("pass_upcard") && button("pass-upcard", _("Pass"), on.pass, "", ui),
    can("draw_stock") && button("draw-stock", _("Draw from stock"), on.drawStock, "main", ui),
  ];
}

function discards(model, on) {
  return [...cardButtons(model, on), ...houseButtons(model, on)];
}

function cardButtons(model, on) {
  const { ui, knocks, discards: allowed } = model;
  const card = ui.selected;
  if (!card) return [knocks.size > 0 && button("knock", knockWords(Math.min(...knocks.values())), on.knock, "main", ui)];
  if (!allowed.has(card) && !knocks.has(card)) {
    return [el("p", { class: "reason", role: "note" }, _("You took this card from the discard pile in this turn; it has to stay."))];
  }
  return [
    cardButton("discard", _("Discard"), fill(_("Discard the %(card)s"), { card: cardName(card) }), card, { on: on.discard, kind: knocks.has(card) ? "" : "main", ui }),
    knocks.has(card) && button("knock", isJoker(card) ? doublingWords(knocks.get(card)) : knockWords(knocks.get(card)), on.knock, "main", ui),
  ];
}

export const knockWords = (points) => (points === 0 ? _("Gin!") : fill(_("Knock with %(points)s"), { points }));

/** A joker discarded with the knock (GIN-S5). */
export const doublingWords = (points) => `${knockWords(points)} · ${_("doubles")}`;

function answers({ ui }, on) {
  return [
    ui.layoffs.length > 0 && button("answer-own", fill(_("Lay off as chosen (%(count)s)"), { count: ui.layoffs.length }), on.answerOwn, "main", ui),
    button("answer-best", _("Lay off the best way"), on.answerBest, ui.layoffs.length ? "" : "main", ui),
    ui.layoffs.length > 0 && button("undo-layoff", _("Undo"), on.undoLayoff, "quiet", ui),
  ];
}

export function sortButton(ui, on) {
  const label = fill(_("Sorted by: %(order)s"), { order: SORT_NAMES[ui.sort]() });
  return el("button", { type: "button", class: "button sorter", "data-action": "sort", onclick: on.sort, "aria-label": label, title: label },
    el("span", { "aria-hidden": "true" }, "⇄"), el("span", { class: "sort-name" }, SORT_NAMES[ui.sort]()));
}
