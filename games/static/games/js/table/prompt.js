/* One line that says what happens now, and the clock beside it, by the server's time. A game has its own words for a turn. */
import { byId, setText } from "../dom.js";
import { _, fill } from "../words.js";
import { nameOf } from "./sides.js";

const DAY_SECONDS = 86_400;

let skew = 0;
let told = null; // the server's time that `skew` was taken from
let running = null;
let warned = false;
let onWarn = () => {};

/** `soon` is when the page itself goes on, by the browser's clock; null where only the table does. */
export function setClock(view, soon = null) {
  if (view.server_time !== told) {  // the page is drawn anew more often than a view comes
    told = view.server_time;
    skew = told - Date.now();
  }
  const ends = view.deadline_at ?? null;
  const deadline = soon === null || ends === null ? ends : Math.min(ends, soon + skew);
  if (running?.deadline !== deadline) warned = false;
  const bank = view.turn === null || view.turn === undefined ? 0 : view.seats.find((one) => one.seat === view.turn)?.bank_ms ?? 0;
  running = deadline === null ? null : { deadline, bank, mine: view.turn !== null && view.turn === view.seat, between: view.phase === "between", grace: Boolean(view.grace) };
  tick();
}

/** Milliseconds until a moment of the server's. */
export const msUntil = (moment) => moment - (Date.now() + skew);

export function onLastSeconds(callback) {
  onWarn = callback;
  setInterval(tick, 250);
}

function tick() {
  const clock = byId("clock");
  clock.hidden = running === null;
  if (!running) return;
  const left = Math.max(0, running.deadline - (Date.now() + skew));
  const onBank = !running.between && !running.grace && running.bank > 0 && left <= running.bank;
  const shown = running.between || running.grace || onBank ? left : left - running.bank;
  const which = running.grace ? `${_("extra time")} ` : onBank ? `${_("time bank")} ` : "";
  setText(clock, which + seconds(shown));
  clock.classList.toggle("bank", onBank);
  clock.classList.toggle("urgent", !running.between && left <= 10000);
  if (running.mine && left <= 10000 && left > 0 && !warned) {
    warned = true;
    onWarn(Math.ceil(left / 1000));
  }
}

function seconds(ms) {
  const whole = Math.ceil(ms / 1000);
  if (whole >= DAY_SECONDS) return fill(_("%(days)s d %(hours)s h"), { days: Math.floor(whole / DAY_SECONDS), hours: Math.floor((whole % DAY_SECONDS) / 3600) });
  if (whole >= 3600) return fill(_("%(hours)s h %(minutes)s min"), { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60) });
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function promptFor(model) {
  const { view, phase, isMyTurn } = model;
  if (view.status === "cancelled") return _("This table was cancelled.");
  if (phase === "seating") return model.seated ? _("Waiting for other players …") : _("A seat is free.");
  if (phase === "finished") return _("The match is over.");
  if (phase === "between") return view.score_sheet.length ? _("Next round in") : _("First round in");
  if (isMyTurn) return model.words.turn(model);
  return view.turn === null ? "" : model.words.waiting(model, nameOf(view, view.turn));
}

export function renderPrompt(model) {
  const text = promptFor(model);
  setText(byId("prompt-text"), text);
  byId("prompt").classList.toggle("mine", model.isMyTurn);
  byId("table").dataset.turn = model.isMyTurn ? "mine" : model.playing && model.view.turn !== null ? "other" : "none";
  document.title = `${model.isMyTurn ? `● ${_("Your turn")} – ` : ""}${model.view.name} – Jeton`;
}
