/* The buttons of a table-melding turn. They offer what the view calls legal, and say why something is not. */
import { shortCard } from "../cards.js";
import { byId, el, refill } from "../dom.js";
import { button } from "../table/buttons.js";
import { hintNote } from "../table/hints.js";
import { _, cardName, fill, number } from "../words.js";
import { benchState } from "./bench.js";
import { benchSum, benchWords } from "./bench_words.js";
import { takeWords } from "./piles.js";

export function renderActions(model, on) {
  const { ui } = model;
  const training = model.isMyTurn && model.view.terms.training && !model.mine?.automatic;
  refill(byId("actions"), training && ui.hint && hintNote(ui.hint), ...choose(model, on).filter(Boolean), training && !ui.hint && button("hint", _("Hint"), on.hint, "quiet", ui));
}

function choose(model, on) {
  if (!model.playing) return [];
  if (model.mine?.automatic && model.can("return")) return [button("return", _("I am back"), on.return, "main")];
  if (!model.isMyTurn) return [model.can("claim_discard") && claim(model, on), ...on.plans()];
  if (model.phase === "draw") return [...on.plans(), ...draws(model, on)];
  return model.ui.bench ? bench(model, on) : [...on.plans(), ...plays(model, on)];
}

/** Knocking for the discard while another is to draw (GER-V4). */
function claim({ round, ui }, on) {
  const card = round.discard_pile.at(-1);
  return withCard(button("claim-discard", _("Knock for"), on.claim, "main", ui), card, fill(_("Knock for the %(card)s"), { card: cardName(card) }));
}

function draws({ can, takes, ui, round }, on) {
  const card = takes.has(ui.pileCard) ? ui.pileCard : takes.has(round.upcard) ? round.upcard : null;
  const more = card ? takes.get(card) - 1 : 0;
  return [
    can("draw_stock") && button("draw-stock", _("Draw from stock"), on.drawStock, card && more ? "" : "main", ui),
    card && withCard(button("take-discard", _("Take"), () => on.takeFrom(card), more ? "main" : "", ui), card, takeWords(card, takes.get(card)), more ? `+${more}` : ""),
  ];
}

function plays(model, on) {
  const { chosen, figures, discards, can, ui, play, opened, round } = model;
  const single = chosen.length === 1 ? chosen[0] : null;
  const mayBench = play.robber && round.melds.length > 0 && (opened || !play.own_meld_first);
  return [
    figures.length > 0 && button("lay-meld", fill(_("Lay meld · %(points)s"), { points: number(figures[0].points) }), on.layMeld, "main", ui),
    single && discards.has(single) && withCard(button("discard", _("Discard"), on.discard, "main", ui), single, fill(_("Discard the %(card)s"), { card: cardName(single) })),
    (reason(model, single) || chosen.length > 2 && !figures.length) && el("p", { class: "reason", role: "note" }, reason(model, single) || _("These cards are not a meld.")),
    can("end_turn") && button("end-turn", _("End turn"), on.endTurn, chosen.length ? "" : "main", ui),
    mayBench && button("bench", _("Rearrange"), on.benchOpen, "", ui),
    can("undo") && button("undo", _("Take back"), on.undo, "quiet", ui),
    can("reset_turn") && button("reset-turn", _("Reset my turn"), on.resetTurn, "quiet", ui),
  ];
}

/** What is still owed before the turn may end, or why this card may not be discarded. */
function reason({ round, play, discards, mine, chosen, can, opened }, single) {
  if (round.freed?.length) return fill(_("The %(card)s was exchanged and has to go into a new meld."), { card: cardName(round.freed[0]) });
  if (round.must_use && chosen[0] !== round.must_use) return fill(_("You took the %(card)s: lay it in this turn, or take it back."), { card: cardName(round.must_use) });
  if (round.first_meld?.points > 0 && !opened && mine) return fill(_("First meld %(points)s of %(needed)s: lay more, or take it back."), round.first_meld);
  if (single && single === round.taken && !discards.has(single)) return _("You took this card from the discard pile in this turn; it has to stay.");
  return play.robber && !can("end_turn") && !chosen.length ? _("You cannot end your turn like this.") : "";
}

function bench(model, on) {
  const state = benchState(model);
  const own = model.ui.bench.chosen.some((card) => model.round.hand.includes(card));
  const words = benchWords(state);
  const finish = button("bench-finish", _("Lay it like this"), on.benchFinish, "main", model.ui);
  if (words) finish.setAttribute("aria-disabled", "true");
  finish.setAttribute("aria-describedby", "bench-state");
  return [
    finish,
    el("p", { class: "reason", role: "note", id: "bench-state" }, [benchSum(state), words].filter(Boolean).join(". ")),
    own && button("bench-back", _("Back to my hand"), on.benchBack),
    button("bench-reset", _("Reset my turn"), on.benchReset, "quiet"),
    button("bench-close", _("Cancel"), on.benchClose, "quiet"),
  ];
}

function withCard(node, card, label, more = "") {
  node.append(shortCard(card), more);
  node.setAttribute("aria-description", label); // the name begins with what is seen
  return node;
}
