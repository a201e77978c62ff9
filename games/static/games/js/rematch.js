/* The premium rematch: one offers, the others tap once, everybody sits at the next table (PLAY-4). */
import { getJson, postJson } from "./api.js";
import { byId, calm, el, keepPlace, readJson, refill } from "./dom.js";
import { _, fill, list, ngettext, number } from "./words.js";

// While an offer stands every second counts; before one, and when nobody comes, it does not.
const ASK_AGAIN_MS = 2000;
const ASK_IDLE_MS = [4000, 6000, 10000, 15000, 20000];
const ASK_FOR_MS = 16 * 60 * 1000; // a little longer than an offer can be made

const table = byId("table");
const box = byId("rematch");
const view = table && readJson("table-view");
const stake = view?.terms.stake_chips;
const myself = view?.seats.find((one) => one.seat === view.seat)?.player?.id;

let state = null;
let complaint = "";
let busy = false;
let drawn = "";
let sawOffer = false;
let since = 0;
let timer = 0;
let idle = 0;

function start() {
  if (since || table.dataset.phase !== "finished") return;
  since = Date.now();
  ask();
}

async function ask() {
  clearTimeout(timer);
  if (!document.hidden && !busy) {
    try {
      show(await getJson(box.dataset.url));
    } catch {
      // A lost connection: the next question may be answered.
    }
  }
  const settled = state && ["declined", "seated"].includes(state.state);
  if (!settled && Date.now() - since < ASK_FOR_MS) timer = setTimeout(ask, pause());
}

/** Longer and longer while nothing happens, up to the last. */
function pause() {
  if (state?.state === "open") {
    idle = 0;
    return ASK_AGAIN_MS;
  }
  idle = Math.min(idle + 1, ASK_IDLE_MS.length);
  return ASK_IDLE_MS[idle - 1];
}

async function act(what) {
  if (busy) return;
  busy = true;
  complaint = "";
  render();
  try {
    show(await postJson(`${box.dataset.url}${what}/`, {}));
  } catch (refused) {
    complaint = refused.message;
  }
  busy = false;
  render();
  ask();
}

function show(told) {
  const asking = told.state === "open" && told.mine === false && state?.state !== "open";
  state = told;
  if (state.state === "open") sawOffer = true;
  if (state.state === "seated" && state.mine !== null && sawOffer) location.assign(newTable());
  render();
  // Whoever looks at the hands that lie open has scrolled past the question.
  if (asking) box.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
}

const newTable = () => box.dataset.table.replace("/0/", `/${state.new_table}/`);

/** Only the seconds are new with most looks; the rest stays, or it would be spoken again and again. */
function render() {
  if (!state) return;
  const now = JSON.stringify([{ ...state, seconds_left: null }, busy, complaint]);
  if (now === drawn) {
    box.querySelector(".seconds")?.replaceChildren(secondsWords());
    return;
  }
  drawn = now;
  const parts = [series(), ...(state.mine === null ? [] : offer()), complaint && el("p", { class: "note error", role: "alert" }, complaint)].filter(Boolean);
  box.hidden = parts.length === 0;
  box.dataset.status = state.state;
  keepPlace(() => refill(box, ...parts), "#rematch", "#stage .button:not(.quiet)");
}

function series() {
  if (state.series.length === 0) return null;
  const score = state.series.map((one) => `${one.player.name} ${number(one.won)}`).join(" – ");
  return el("p", { class: "series" }, fill(_("Series: %(score)s"), { score }));
}

function offer() {
  switch (state.state) {
    case "open": return state.mine ? waiting() : asked();
    case "seated": return [el("p", {}, _("The rematch is on.")), el("a", { class: "button main", href: newTable(), "data-action": "rematch-go" }, _("To the rematch"))];
    case "declined": return [el("p", { class: "muted" }, declinedWords(state.declined_by, state.offered_by))];
    case "lapsed": return [el("p", { class: "muted" }, _("The offer of a rematch has lapsed.")), ...mayOffer()];
    default: return mayOffer();
  }
}

function declinedWords(who, offered) {
  if (who && who.id === offered?.id) return who.id === myself ? _("You have called the rematch off.") : fill(_("%(name)s has called the rematch off."), { name: who.name });
  return who?.id === myself ? _("You have declined the rematch.") : fill(_("%(name)s does not want a rematch."), { name: who?.name ?? "–" });
}

/** What saying yes costs. */
const termsWords = () => (stake
  ? fill(ngettext("Same players, same terms: everybody stakes %(chips)s chip again.", "Same players, same terms: everybody stakes %(chips)s chips again.", stake), { chips: number(stake) })
  : _("Same players, same terms, no stake."));

function mayOffer() {
  if (!state.may_offer) return [];
  return [button("offer", _("Offer a rematch"), "main"), el("p", { class: "small muted" }, termsWords())];
}

function asked() {
  return [
    el("p", {}, fill(_("%(name)s offers a rematch."), { name: state.offered_by.name }), " ", termsWords(), " ", seconds()),
    el("div", { class: "row" }, button("consent", _("Yes, play on"), "main"), button("decline", _("No, thanks"), "quiet")),
  ];
}

function waiting() {
  const missing = state.consents.filter((one) => !one.consented).map((one) => one.player.name);
  return [
    el("p", {}, fill(_("Waiting for %(names)s"), { names: list(missing) }), " ", seconds()),
    button("decline", _("Call it off"), "quiet"),
  ];
}

const secondsWords = () => fill(_("%(seconds)s s"), { seconds: number(state.seconds_left) });
/** Not spoken: it changes with every look. */
const seconds = () => el("span", { class: "seconds muted", "aria-hidden": "true" }, secondsWords());

function button(what, words, kind) {
  return el("button", { type: "button", class: `button ${kind}`, "data-action": `rematch-${what}`, "aria-disabled": busy ? "true" : null, onclick: () => act(what) }, words);
}

if (table && box) {
  new MutationObserver(start).observe(table, { attributeFilter: ["data-phase"] });
  document.addEventListener("visibilitychange", () => {
    if (!since || document.hidden) return;
    idle = 0;
    ask();
  });
  start();
}
