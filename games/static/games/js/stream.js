/* The table's news: a stream that resumes by itself, asking again by and by where streams do not pass. */
import { getJson } from "./api.js";
import { calm } from "./dom.js";

const POLL_MS = 2000;
const RETRY_MS = 1500;
const RETRY_MAX_MS = 20000;
const LATE_MS = 700;
const GRACE_MS = 3000; // streams end and come back now and then; that is no news
const TICK_MS = 500;
const SILENCE_MS = 3000; // the server gives a sign of life every two seconds
const ANSWER_MS = 2000; // and who is asked whether the line is dead has this long
const GONE = 404;
const ASLEEP_MS = 2500; // clocks that stood still this long were a sleeping tab's: nothing was missed by the line

export class Stream {
  /** onNews({version, events, view}), onState("live" | "polling" | "offline" | "gone"), onBeside("presence" | "notices", what) */
  constructor({ streamUrl, viewUrl, version, onNews, onState, onBeside }) {
    Object.assign(this, { streamUrl, viewUrl, version, onNews, onState, onBeside });
    this.failures = 0;
    this.state = "live";
    document.addEventListener("visibilitychange", () => document.hidden || this.refresh());
    addEventListener("online", () => this.open(), { capture: true });
    addEventListener("offline", () => this.lose());
    addEventListener("pagehide", () => this.source?.close());
    addEventListener("pageshow", (event) => event.persisted && this.open());
    this.open();
    this.tickedAt = Date.now();
    this.ticker = setInterval(() => this.watch(), TICK_MS);
  }

  /** Silence for longer than signs of life take: ask, and give the line up only if nobody answers. */
  async watch() {
    const now = Date.now();
    if (document.hidden || now - this.tickedAt > ASLEEP_MS) this.heardAt = now;
    this.tickedAt = now;
    if (this.asking || this.state !== "live" || now - this.heardAt < SILENCE_MS) return;
    this.asking = true;
    const answered = await this.refresh(AbortSignal.timeout(ANSWER_MS));
    this.asking = false;
    if (answered) { this.failures ||= 1; this.open(); }
  }

  lose() {
    this.failures ||= 1;
    this.pollIn(POLL_MS);
    this.tell("offline");
  }

  open() {
    this.heardAt = Date.now();
    clearTimeout(this.timer);
    this.source?.close();
    const url = new URL(this.streamUrl, location.href);
    url.searchParams.set("include", "view");
    if (this.failures) url.searchParams.set("after", this.version);
    this.source = new EventSource(url);
    this.source.addEventListener("here", () => { this.heardAt = Date.now(); });
    this.source.onopen = () => {
      this.heardAt = Date.now();
      const returned = this.failures > 0;
      this.failures = 0;
      clearTimeout(this.poller);
      this.tell("live");
      if (returned) this.refresh();
    };
    this.source.addEventListener("table", (message) => {
      const news = JSON.parse(message.data);
      this.heardAt = Date.now();
      this.version = Math.max(this.version, news.version);
      this.tell("live");
      this.onNews(news);
    });
    this.source.addEventListener("chat", () => document.dispatchEvent(new Event("jeton:chat")));
    for (const event of ["presence", "notices"]) this.source.addEventListener(event, (message) => this.onBeside(event, JSON.parse(message.data)));
    this.source.onerror = () => this.failed();
  }

  /** A broken stream comes back by itself with Last-Event-ID; a refused one must be opened again. */
  failed() {
    this.failures += 1;
    if (this.source.readyState === EventSource.CLOSED) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.open(), Math.min(RETRY_MS * 2 ** (this.failures - 1), RETRY_MAX_MS));
    }
    if (this.failures === 1) this.pollIn(GRACE_MS);
  }

  /** One asks at a time: a second timer beside the first would ask twice, and each of them twice again. */
  pollIn(ms) {
    clearTimeout(this.poller);
    this.poller = setTimeout(() => this.poll(), ms);
  }

  async poll() {
    if (this.failures === 0) return;
    await this.refresh();
    if (this.failures > 0) this.pollIn(POLL_MS);
  }

  /** The table is there no more, or not for whoever this is by now: asking again changes nothing. */
  end() {
    this.tell("gone");
    this.source.close();
    for (const timer of [this.poller, this.timer, this.ticker]) clearTimeout(timer);
    this.open = this.pollIn = this.refresh = () => {};
  }

  /** The whole view as it stands now; also mends whatever a stream may have missed. True when somebody answered. */
  async refresh(signal = undefined) {
    try {
      const view = await getJson(this.viewUrl, signal);
      this.version = Math.max(this.version, view.version);
      this.tell(this.failures > 0 ? "polling" : "live");
      this.onNews({ version: view.version, events: [], view });
      return true;
    } catch (failure) {
      if (failure.status === GONE) this.end();
      else this.lose();
      return false;
    }
  }

  /** Wait until the table has come to `version`: the stream brings it with its events; if it is late, ask. */
  async reach(version) {
    const until = Date.now() + LATE_MS;
    while (version !== undefined && this.version < version && Date.now() < until) await new Promise((go) => setTimeout(go, 25));
    if (version === undefined || this.version < version) await this.refresh();
  }

  tell(state) {
    if (state === this.state) return;
    this.state = state;
    this.onState(state);
  }
}

const BEAT_MS = 1100;
const CALM_BEAT_MS = 350;

/** A table without a stream, as lessons have it: what happens comes with the answers, one move after the other. */
export class Rehearsal {
  constructor({ viewUrl, version, onNews }) {
    Object.assign(this, { viewUrl, version, onNews, shown: Promise.resolve() });
    document.addEventListener("jeton:happened", (event) => this.reach(event.detail.version, event.detail));
  }

  /** One answer after the other: what an earlier one has still to show must not come after a later one's. */
  reach(_version, done) {
    this.shown = this.shown.then(() => this.show(done));
    return this.shown;
  }

  async show(done) {
    for (const [at, news] of done.news.entries()) {
      if (at) await new Promise((go) => setTimeout(go, calm() ? CALM_BEAT_MS : BEAT_MS));
      this.version = news.version;
      this.onNews(news);
      if (news.coach) document.dispatchEvent(new CustomEvent("jeton:coach", { detail: news.coach }));
    }
  }

  async refresh() {
    const view = await getJson(this.viewUrl).catch(() => null);
    if (view) this.onNews({ version: view.version, events: [], view });
  }
}
