/* The wall: fresh every two seconds, its lists turned by themselves, and honest about a lost connection.
   On a screen that one scrolls, lists stay until they are turned by hand. */
import { byId } from "/static/games/js/dom.js";
import { correct, tick } from "./countdown.js";

const LOOK_MS = 2000;
const TURN_MS = 9000;
const ANEW_MS = 30000; // what is not the tournament's own, as announcements are, is looked for this often
const LOST_AFTER = 2; // one answer may go astray
const NOISE_MS = 250;

const box = byId("live");
const lost = byId("lost");
const hold = document.querySelector('[data-action="hold"]');
const shown = () => box.firstElementChild.dataset;

let sheet = Number(shown().sheet);
let tag = "";
let taggedAt = 0;
let failures = 0;
let asked = 0;
let turned = Date.now();
let newest = latest();

async function look() {
  if (document.hidden) return;
  asked = Date.now();
  const mine = sheet;
  const headers = tag && asked - taggedAt < ANEW_MS ? { "If-None-Match": tag } : {};
  const response = await fetch(`${box.dataset.url}&sheet=${mine}`, { cache: "no-store", headers }).catch(() => null);
  const answered = response?.status === 304 || response?.ok;
  failures = answered ? 0 : failures + 1;
  lost.hidden = failures < LOST_AFTER;
  if (response?.status !== 200) return;
  const middle = (asked + Date.now()) / 2;
  const text = await response.text();
  if (mine !== sheet) return; // somebody has turned the page meanwhile
  tag = response.headers.get("ETag") ?? "";
  taggedAt = Date.now();
  fill(text);
  correct(Number(shown().now) - middle, NOISE_MS);
  tick();
}

/** Replaced as a whole; the keyboard stays on its arrow, and what is new may show itself once. */
function fill(text) {
  const before = shown().sheet;
  const arrows = [...box.querySelectorAll('[data-action="sheet"]')];
  const at = arrows.indexOf(document.activeElement);
  box.innerHTML = text;
  sheet = Number(shown().sheet);
  if (before !== shown().sheet) box.querySelector(".wall-list")?.classList.add("is-turned");
  for (const one of box.querySelectorAll("[data-news]")) one.classList.toggle("is-new", Number(one.dataset.news) > newest);
  newest = Math.max(newest, latest());
  if (at >= 0) box.querySelectorAll('[data-action="sheet"]')[at]?.focus({ preventScroll: true });
}

function latest() {
  return Math.max(0, ...[...box.querySelectorAll("[data-news]")].map((one) => Number(one.dataset.news)));
}

function turn(to) {
  sheet = to;
  tag = "";
  turned = Date.now();
  look();
}

function isHeld() {
  return hold.getAttribute("aria-pressed") === "true";
}

box.addEventListener("click", (event) => {
  const arrow = event.target.closest('[data-action="sheet"]');
  if (!arrow) return;
  event.preventDefault();
  turn(Number(arrow.dataset.to));
});
hold.addEventListener("click", () => hold.setAttribute("aria-pressed", String(!isHeld())));

const full = document.querySelector('[data-action="full-screen"]');
full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()));
hold.closest("[hidden]").hidden = false;
if (matchMedia("(max-width: 60rem)").matches) hold.setAttribute("aria-pressed", "true");

/** A screen nobody touches would go dark. */
function stayAwake() {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => { /* then the device decides */ });
}

document.addEventListener("visibilitychange", () => { look(); stayAwake(); });
addEventListener("online", look);
addEventListener("offline", () => { lost.hidden = false; failures = LOST_AFTER; });
setInterval(tick, 250);
setInterval(() => {
  const many = Number(shown().sheets) > 1;
  if (many && !isHeld() && failures === 0 && Date.now() - turned >= TURN_MS) turn(Number(shown().next));
  else if (Date.now() - asked >= LOOK_MS - 200) look();
}, 500);
look();
stayAwake();
