/* A round of a tournament is over: where does it go on? Says what is waited for, and leads to the next table by itself.
   What the director says to everybody stands above the felt until it is closed, here and at the tables that follow. */
import { byId, el, keepPlace, refill, setText } from "/static/games/js/dom.js";
import { _ } from "/static/games/js/words.js";
import { tick } from "./countdown.js";
import { LEAD_MS, leadTo } from "./leading.js";

const EVERY_MS = 1500;
const CLOSED = "jeton.announced";

const table = byId("table");
const box = byId("next-table");
const announced = byId("announced");

let tag = "";
let timer = 0;
let state = null;
let stays = false;
let goesAt = 0;
let drawn = "";

function start() {
  if (timer || table.dataset.phase !== "finished") return;
  ask();
}

async function ask() {
  clearTimeout(timer);
  timer = setTimeout(ask, EVERY_MS);
  if (document.hidden && state) return;
  await read();
  if (!state) return;
  if (state.final) clearTimeout(timer);
  if (state.next_url && state.seated && !goesAt) goesAt = Date.now() + LEAD_MS;
  render();
}

/** What the server says now; it stays as it was where nothing is new, or nobody answers. */
async function read() {
  const headers = { Accept: "application/json", ...(tag ? { "If-None-Match": tag } : {}) };
  const response = await fetch(box.dataset.url, { cache: "no-store", headers }).catch(() => null);
  if (response?.status !== 200) return;
  tag = response.headers.get("ETag") ?? "";
  state = await response.json();
  setText(announced.firstElementChild, state.announced === closed() ? "" : state.announced);
}

/** The announcement that was closed last in this tab. */
function closed() {
  try { return sessionStorage.getItem(CLOSED); } catch { return null; }
}

function close() {
  try { sessionStorage.setItem(CLOSED, state.announced); } catch { /* nothing may be kept: it is closed on this page */ }
  setText(announced.firstElementChild, "");
}

function render() {
  const now = JSON.stringify([state, stays]);
  if (now === drawn) return;
  drawn = now;
  const isNew = box.hidden;
  box.hidden = false;
  box.dataset.state = state.state;
  keepPlace(() => refill(box, ...parts()), "#next-table");
  if (isNew) box.scrollIntoView({ block: "nearest" });
  tick();
}

function parts() {
  const lobby = el("a", { href: state.lobby_url, class: state.is_over ? "button main" : "" }, state.is_over ? _("To the tournament") : state.name);
  const settled = state.settled_words && el("p", { class: "settled" }, state.settled_words);
  const because = state.because && el("p", { class: "small muted" }, state.because);
  if (!state.next_url) {
    const until = state.until && el("b", { "data-until": String(state.until / 1000), "aria-hidden": "true" });
    return [settled, el("p", {}, state.words, " ", until), because, lobby];
  }
  const words = state.seated ? state.words : _("The next round of this table has begun.");
  return [
    settled,
    el("p", {}, el("b", {}, words)),
    because,
    el("div", { class: "row" },
      el("a", { class: "button main", href: state.next_url, "data-action": "next-table" }, _("To the next round"), " ", el("span", { class: "num", id: "next-seconds", "aria-hidden": "true" })),
      state.seated && !stays && el("button", { type: "button", class: "button quiet", "data-action": "stay", onclick: stay }, _("Stay here"))),
    lobby,
  ];
}

function stay() {
  stays = true;
  render();
}

/** Goes on by itself, unless somebody wants to look at the result or is writing. */
function follow() {
  tick();
  if (goesAt && !stays && state?.next_url) leadTo(state.next_url, goesAt, byId("next-seconds"));
}

if (table && box) {
  document.querySelector(".bar-back").href = box.dataset.lobby;
  new MutationObserver(start).observe(table, { attributeFilter: ["data-phase"] });
  announced.lastElementChild.addEventListener("click", close);
  document.addEventListener("jeton:notices", () => timer || read());
  document.addEventListener("visibilitychange", () => timer && !document.hidden && !state?.final && ask());
  setInterval(follow, 500);
  start();
  if (!timer) read();
}
