/* What one means to do when the turn comes: draw from the stock, and discard a card. A plan stays in this page until then.
   It is carried out only if the table still offers it, after a moment of a length that tells nobody that there was one. */
import { byId } from "../dom.js";
import { _, cardName, fill } from "../words.js";
import { button, cardButton } from "./buttons.js";

const LEAST_MS = 700;
const MORE_MS = 900;
export const DRAWS = ["draw", "upcard_offer"];
const PLAYS = ["discard", "play"];

export const NO_PLAN = { draw: false, card: null, low: false, round: null };

const drawPlanned = () => _("Planned: draw from stock");
const discardPlanned = (card) => fill(_("Planned: discard the %(card)s"), { card: cardName(card) });

export class Ahead {
  constructor({ page, ui, current, commands, redraw }) {
    Object.assign(this, { page, ui, current, commands, redraw, timer: null, version: null, since: null });
  }

  /** While another thinks, in a round with a hand of one's own. */
  mayPlan() {
    const { view, playing, seated, isMyTurn, mine, hand, phase } = this.current();
    return Boolean(this.page.events_url) && window.jetonPrefs.get("ahead") === "on" && playing && seated && !isMyTurn && view.turn !== null
      && hand.length > 0 && !mine.automatic && !mine.resigned && [...DRAWS, ...PLAYS].includes(phase);
  }

  /** Every plan with its way back; and what may be planned. */
  buttons() {
    const { draw, card } = this.ui.ahead;
    const may = this.mayPlan();
    const other = may && this.offered();
    return [
      draw ? this.drawButton("unplan-draw", _("Planned: draw"), drawPlanned(), "plan planned") : may && this.drawButton("plan-draw", _("Plan: draw"), _("Plan: draw from stock"), "plan"),
      card && cardButton("unplan-discard", _("Planned: discard"), discardPlanned(card), card, { on: () => this.planDiscard(card), kind: "plan planned" }),
      other && other !== card && cardButton("plan-discard", _("Plan: discard"), fill(_("Plan: discard the %(card)s"), { card: cardName(other) }), other, { on: () => this.planDiscard(other), kind: "plan" }),
    ];
  }

  /** Short, for a phone has one row for both plans; whole for the ear. */
  drawButton(action, words, label, kind) {
    const node = button(action, words, () => this.planDraw(), kind);
    node.setAttribute("aria-label", label);
    return node;
  }

  /** The one card that is chosen, where the game has a discard. */
  offered() {
    const model = this.current();
    const chosen = model.hand.filter(model.isChosen);
    return chosen.length === 1 && !model.play?.robber ? chosen[0] : null;
  }

  planDraw() {
    const { draw } = this.ui.ahead;
    if (!draw && !this.mayPlan()) return false;
    return this.plan({ draw: !draw }, draw ? _("Taken back") : drawPlanned());
  }

  planDiscard(card = this.offered() ?? this.ui.ahead.card) {
    if (!card) return false;
    const back = card === this.ui.ahead.card;
    if (!back && !this.mayPlan()) return false;
    this.commands.deselect(this.commands.chosen());
    return this.plan({ card: back ? null : card }, back ? _("Taken back") : discardPlanned(card));
  }

  plan(change, said) {
    const { round, best } = this.current();
    this.ui.ahead = { ...this.ui.ahead, ...change, round: round.number, low: best.points <= round.knock_limit };
    this.redraw();
    byId("say").textContent = said;
    return true;
  }

  /** Before the page is drawn: what has become of the plan, and when it is to be carried out. */
  look(model) {
    const { ui, since } = this;
    const { view, round, isMyTurn, phase } = model;
    if (ui.ahead.round !== (model.playing ? round?.number : null)) ui.ahead = NO_PLAN;
    if (ui.ahead.card && !model.hand.includes(ui.ahead.card)) ui.ahead = { ...ui.ahead, card: null };
    const plays = isMyTurn && PLAYS.includes(phase);
    if (plays) ui.ahead = { ...ui.ahead, draw: false };
    this.since = plays ? since ?? view.version : null;
    if (!isMyTurn || !this.next(model)) return;
    if (this.timer && this.version === view.version) return;
    this.wait(view.version);
  }

  /** The next step of the plan, if it has one here. */
  next({ phase, ui: { ahead } }) {
    if (DRAWS.includes(phase) && ahead.draw) return "draw";
    return PLAYS.includes(phase) && ahead.card ? "discard" : null;
  }

  wait(version) {
    clearTimeout(this.timer);
    this.version = version;
    this.timer = setTimeout(() => this.carryOut(version), LEAST_MS + Math.random() * MORE_MS);
  }

  carryOut(version) {
    this.timer = null;
    const model = this.current();
    const step = this.next(model);
    if (!step || model.view.version !== version || this.ui.stale) return; // drawn again, it is looked at again
    if (this.ui.pending) { this.wait(version); return; }
    const { card } = this.ui.ahead;
    if (!this.holds(step, model)) { this.drop(step, card); return; }
    this.ui.ahead = step === "draw" ? { ...this.ui.ahead, draw: false } : NO_PLAN;
    if (step === "draw") this.commands.handlers().drawStock();
    else this.commands.act({ type: "discard", card });
  }

  /** Whether a step is still what was meant: legal, nothing else begun since the draw, and no knock that has become
      possible by the card drawn. */
  holds(step, { can, discards, knocks, view, ui: { ahead } }) {
    if (document.querySelector("dialog[open]")) return false;
    if (step === "draw") return can("draw_stock");
    const knock = knocks?.size ? Math.min(...knocks.values()) : null;
    return discards.has(ahead.card) && this.since === view.version && (knock === null || (ahead.low && knock > 0));
  }

  drop(step, card) {
    this.ui.ahead = { ...this.ui.ahead, ...(step === "draw" ? { draw: false } : { card: null }) };
    this.commands.hint(step === "draw" ? _("Your plan to draw from the stock was dropped; choose again.") : fill(_("Your plan to discard the %(card)s was dropped; choose again."), { card: cardName(card) }));
    this.redraw();
  }

  /** Who chooses a card on their own turn thinks anew. */
  touched() {
    const { isMyTurn, phase, ui: { ahead } } = this.current();
    if (isMyTurn && PLAYS.includes(phase) && ahead.card) this.drop("discard", ahead.card);
  }

  /** Letters that plan while it is not one's turn, before what they do otherwise. */
  keys(press) {
    const hidden = { d: () => this.planDraw(), x: () => this.planDiscard() };
    return { ...press, ...Object.fromEntries(Object.entries(hidden).map(([key, plan]) => [key, () => (this.current().isMyTurn || !plan()) && press[key]?.()])) };
  }
}
