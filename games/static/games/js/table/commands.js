/* From a button, a key or a drop to the server. One command at a time; a stale one fetches the view and lets the player look. */
import { newSeed, postJson, Refused } from "../api.js";
import { byId } from "../dom.js";
import { arrange, fits } from "../melds.js";
import { _, fill } from "../words.js";
import { openGlass } from "./glass.js";
import { actionWords, askForHint, hintReason } from "./hints.js";
import { openKnock } from "./knock.js";
import { openMelds } from "./model.js";

const BANNER_MS = 6000;

export class Commands {
  constructor({ page, ui, current, stream, redraw, tell }) {
    Object.assign(this, { page, ui, current, stream, redraw, tell });
  }

  async act(action) {
    await this.post(this.page.actions_url, { action, expected_version: this.current().view.version });
  }

  /** Buttons wait while a command is under way, and every ending gives them back. */
  async post(url, body) {
    if (this.ui.pending || this.ui.stale) return false;
    this.ui.pending = true;
    this.redraw();
    try {
      const done = await postJson(url, body);
      Object.assign(this.ui, { selected: null, preview: null });
      await this.stream().reach(done.version);
      return true;
    } catch (error) {
      this.explain(error);
      await this.stream().refresh();
      return false;
    } finally {
      this.ui.pending = false;
      this.redraw();
    }
  }

  explain(error) {
    if (!(error instanceof Refused)) throw error;
    const stale = error.code === "stale_version";
    const text = stale ? _("The table has moved on; please look again.") : error.status ? error.message : _("The server cannot be reached.");
    this.tell(text, stale ? "warn" : "error");
    byId("call").textContent = text;
    setTimeout(() => this.ui.stale || this.tell(""), BANNER_MS);
  }

  /** What may be pressed. Each checks that it is offered now, for keys come at any time. */
  handlers() {
    const when = (type, action) => () => { if (this.current().can(type)) this.act(action); };
    return {
      drawStock: when("draw_stock", { type: "draw_stock" }),
      onStock: when("draw_stock", { type: "draw_stock" }),
      takeUpcard: when("take_upcard", { type: "take_upcard" }),
      onUpcard: () => (this.current().can("take_upcard") ? this.act({ type: "take_upcard" }) : this.discard()),
      pass: when("pass_upcard", { type: "pass_upcard" }),
      discard: () => this.discard(),
      knock: () => this.knock(),
      hirschn: when("announce_hirschn", { type: "announce_hirschn" }),
      catchGlass: () => openGlass(this.current(), (action) => this.act(action)),
      hint: () => this.askHint(),
      answerBest: when("answer", { type: "answer" }),
      answerOwn: () => this.answerOwn(),
      layOff: (meld) => this.layOff(meld),
      undoLayoff: () => { this.ui.layoffs = this.ui.layoffs.slice(0, -1); this.redraw(); },
      ready: () => this.ready(),
      return: () => this.act({ type: "return" }),
      sitOut: () => this.act({ type: "sit_out" }),
      resign: () => this.act({ type: "resign" }),
      join: () => this.post(this.page.join_url, {}),
      addBots: () => this.addBots(),
      leave: async () => { if (await this.post(this.page.leave_url, {})) location.assign("/"); },
      share: () => this.share(),
      replayUrl: (number) => this.page.replay_url.replace("/0/", `/${number}/`),
      againUrl: this.page.again_url,
    };
  }

  discard() {
    const { isMyTurn, phase, discards } = this.current();
    const card = this.ui.selected;
    if (!isMyTurn || phase !== "discard") return;
    if (card && discards.has(card)) this.act({ type: "discard", card });
    else this.hint(card ? _("You took this card from the discard pile in this turn; it has to stay.") : _("Choose a card first."));
  }

  knock() {
    const model = this.current();
    if (!model.isMyTurn || model.knocks.size === 0) return;
    const least = [...model.knocks].sort((a, b) => a[1] - b[1])[0][0];
    const card = model.knocks.has(this.ui.selected) ? this.ui.selected : least;
    openKnock(model, card, (action) => this.act(action));
  }

  layOff(meld) {
    const model = this.current();
    const { isMyTurn, phase, laws } = model;
    const card = this.ui.selected;
    if (!isMyTurn || phase !== "answer") return;
    if (!card) { this.hint(_("Choose a card first.")); return; }
    if (!fits(card, openMelds(model)[meld].cards, laws)) { this.hint(_("This card does not fit that meld.")); return; }
    this.ui.layoffs = [...this.ui.layoffs, { card, meld }];
    this.ui.selected = null;
    this.redraw();
  }

  answerOwn() {
    const { hand, can, laws } = this.current();
    if (!can("answer")) return;
    const laid = new Set(this.ui.layoffs.map((one) => one.card));
    const { melds } = arrange(hand.filter((card) => !laid.has(card)), laws);
    this.act({ type: "answer", melds, layoffs: this.ui.layoffs });
  }

  ready() {
    const { view, mine } = this.current();
    if (view.phase === "between" && mine && !mine.ready) this.act({ type: "ready", seed: this.ui.seed?.trim() || newSeed() }).then(() => { this.ui.seed = ""; });
  }

  /** Bots on every seat that is free, one after the other; somebody may be quicker. */
  async addBots() {
    const free = this.current().view.seats.filter((one) => !one.player).length;
    for (let at = 0; at < free; at += 1) if (!(await this.post(this.page.add_bot_url, { bot: this.page.bot }))) return;
  }

  /** What an experienced player would do here; kept until the table moves on. */
  async askHint() {
    const { view, isMyTurn } = this.current();
    if (!view.terms.training || !isMyTurn) return;
    const found = await askForHint(this.page.hint_url);
    if (found.refused) { this.hint(found.refused); return; }
    if (found.version !== this.current().view.version) return;
    this.ui.hint = found;
    byId("call").textContent = `${actionWords(found.action)}. ${hintReason(found)}`;
    this.redraw();
  }

  async share() {
    const url = new URL(this.page.table_url, location.href).href;
    try {
      await navigator.clipboard.writeText(url);
      this.tell(_("The link is copied."), "good");
    } catch {
      this.tell(fill(_("The link to this table: %(url)s"), { url }), "good");
    }
  }

  hint(text) {
    this.tell(text, "warn");
    setTimeout(() => this.ui.stale || this.tell(""), BANNER_MS);
  }
}
