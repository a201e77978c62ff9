/* From a button, a key or a drop to the server. One command at a time; a stale one fetches the view and lets the player look.
   Every game adds what only it knows. */
import { newKey, newSeed, postJson, Refused } from "../api.js";
import { byId } from "../dom.js";
import { _, fill } from "../words.js";
import { actionWords, askForHint, hintReason } from "./hints.js";
import { promptFor } from "./prompt.js";

const BANNER_MS = 6000;

/** The sentence, and after it the rule under which the book of rules says so. */
const told = ({ message, rule }) => (rule ? `${message} (${rule})` : message);

const waits = () => _("No connection. Your move waits, and is made once when you are back.");

/** A phone's own sheet leads to the friend's chat in one tap; at a desk one pastes. */
const canSend = () => Boolean(navigator.share) && matchMedia("(pointer: coarse)").matches;

export class Commands {
  constructor({ page, ui, current, stream, redraw, tell }) {
    Object.assign(this, { page, ui, current, stream, redraw, tell });
  }

  act(action) {
    return this.post(this.page.actions_url, { action, expected_version: this.current().view.version });
  }

  /** Buttons wait while a command is under way, and every ending gives them back. So does the table once it has moved
      on (page.js): the stream may bring it long before the answer, and nobody on turn waits for that. */
  async post(url, body) {
    if (this.ui.pending) return false;
    this.unsay();
    const under = { version: this.current().view.version };
    const sent = this.chosen();
    this.ui.pending = under;
    this.redraw();
    try {
      const done = await this.delivered(url, body);
      this.deselect(sent);
      await this.stream().reach(done.version, done);
      return true;
    } catch (error) {
      this.explain(error);
      await this.stream().refresh();
      return false;
    } finally {
      if (this.ui.pending === under) this.ui.pending = null;
      this.redraw();
    }
  }

  /** Without a connection a command waits, with its key and the version it was chosen on: when the line is back it
      counts once, or the table has moved on and says so. */
  async delivered(url, body) {
    const key = newKey();
    for (;;) {
      if (this.ui.stale) {
        this.tell(waits(), "error");
        await new Promise((go) => { this.ui.back = go; });
      }
      try {
        return await postJson(url, body, key);
      } catch (error) {
        if (!(error instanceof Refused) || error.status || !this.ui.stale) throw error;
      }
    }
  }

  /** What is chosen as a command goes out; when it has been done, that and nothing later is chosen no more. */
  chosen() { return null; }

  deselect() {}

  explain(error) {
    if (!(error instanceof Refused)) throw error;
    const stale = error.code === "stale_version";
    const text = stale ? _("The table has moved on; please look again.") : error.status ? told(error) : _("The server cannot be reached.");
    this.hint(text, stale ? "warn" : "error");
  }

  /** What may be pressed. Each checks that it is offered now, for keys come at any time. */
  handlers() {
    return {
      drawStock: this.when("draw_stock", { type: "draw_stock" }),
      onStock: this.when("draw_stock", { type: "draw_stock" }),
      hint: () => this.askHint(),
      ready: () => this.ready(),
      return: () => this.act({ type: "return" }),
      sitOut: () => this.act({ type: "sit_out" }),
      resign: () => this.act({ type: "resign" }),
      vacation: (days) => this.act({ type: "take_vacation", days }),
      buyBack: () => this.post(this.page.rebuy_url, {}),
      join: () => this.post(this.page.join_url, {}),
      addBots: () => this.addBots(),
      leave: async () => { if (await this.post(this.page.leave_url, {})) location.assign("/"); },
      share: () => this.share(),
      isByLink: this.page.table_url.includes("?invite="), // who wanted company by the link sends it first
      canSend: canSend(),
      replayUrl: (number) => this.page.replay_url.replace("/0/", `/${number}/`),
      againUrl: this.page.again_url,
      likeUrl: this.page.like_url,
      dailyUrl: this.page.daily_url,
      beforeUrl: this.page.before_url,
      before: this.page.before,
      skillUrl: this.page.skill_url,
      friendsUrl: this.page.friends_url,
      friendUrl: (player) => this.page.friend_url.replace("/0/", `/${player}/`),
    };
  }

  when(type, action) {
    return () => (this.current().can(type) ? this.act(action) : this.notNow());
  }

  /** A key, a tap or a drop at another time: what is to be done now. */
  notNow() {
    if (!this.ui.pending && !this.ui.stale) this.hint(promptFor(this.current()));
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

  /** What an experienced player would do here; kept until the table moves on. Some of it takes a worker's time, which
      the page says; asked for twice it is thought about once. */
  async askHint() {
    const { view, isMyTurn } = this.current();
    if (!view.terms.training || !isMyTurn || this.ui.asks === view.version) return;
    this.ui.asks = view.version;
    const wanted = () => this.current().view.version === view.version;
    let waited = false;
    const waits = () => { waited = true; this.wait(_("Your hint is being thought about …")); };
    try {
      const found = await askForHint(this.page.hint_url, { waits, wanted });
      if (waited && !this.ui.stale) this.tell("");
      if (found === null || !wanted()) return;
      if (found.refused) { this.hint(found.refused); return; }
      if (found.version !== view.version) return;
      this.ui.hint = found;
      byId("call").textContent = `${actionWords(found.action)}. ${hintReason(found)}`;
      this.redraw();
    } finally {
      if (this.ui.asks === view.version) this.ui.asks = null;
    }
  }

  /** Said until something else is. */
  wait(text) {
    this.tell(text, "warn");
  }

  async share() {
    const url = new URL(this.page.table_url, location.href).href;
    if (canSend()) {
      await navigator.share({ title: this.current().view.name, url }).catch(() => {}); // called off: nothing to say
      return;
    }
    try {
      await navigator.clipboard.writeText(url);
      this.hint(_("The link is copied."), "good");
    } catch {
      this.tell(fill(_("The link to this table: %(url)s"), { url }), "good");
    }
  }

  /** Said for a moment, or until the next move. */
  hint(text, kind = "warn") {
    clearTimeout(this.lapses);
    this.tell(text, kind);
    this.lapses = setTimeout(() => this.unsay(), BANNER_MS);
  }

  unsay() {
    if (!this.lapses) return;
    clearTimeout(this.lapses);
    this.lapses = null;
    if (!this.ui.stale) this.tell("");
  }
}
