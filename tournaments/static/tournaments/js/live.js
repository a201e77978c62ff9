/* A page's live part, fresh every few seconds: the server answers "not modified" unless something has happened.
   Nothing is pulled from under a finger: while somebody is inside a control or types, the part waits. */
import { el, keepPlace } from "/static/games/js/dom.js";
import { _ } from "/static/games/js/words.js";
import { hear, tick } from "./countdown.js";
import { LEAD_MS, leadTo } from "./leading.js";

const box = document.getElementById("live");
const every = Number(box.dataset.every);
let tag = "";
let waiting = null;
let asked = 0;
let leadsAt = 0; // when the page goes to the table; 0 for not by itself

async function look() {
  if (document.hidden) return;
  asked = Date.now();
  const headers = tag ? { "If-None-Match": tag } : {};
  const response = await fetch(box.dataset.url, { cache: "no-store", headers }).catch(() => null);
  hear(response);
  if (response?.status !== 200) return;
  tag = response.headers.get("ETag") ?? "";
  waiting = await response.text();
  show();
}

/** Replaced as a whole, with the keyboard's place kept on the same link. */
function show() {
  if (waiting === null || box.querySelector("details[open]") || pressing || typing()) return;
  const active = box.contains(document.activeElement) ? document.activeElement : null;
  const key = active?.dataset.action ? `[data-action="${active.dataset.action}"]` : active?.getAttribute("href") ? `a[href="${CSS.escape(active.getAttribute("href"))}"]` : "";
  const before = box.querySelector("[data-follow]")?.dataset.follow;
  keepPlace(() => { box.innerHTML = waiting; }, ...(key ? [`#live ${key}`] : []), "#live");
  waiting = null;
  tick();
  const follow = box.querySelector("[data-follow]");
  if (follow && follow.dataset.follow !== before) {
    follow.scrollIntoView({ block: "nearest" });
    leadsAt = Date.now() + LEAD_MS;
  }
  if (!follow) leadsAt = 0;
  lead();
}

/** To a table that was dealt while one waited here: by itself, unless one wants to stay or is writing. */
function lead() {
  const follow = leadsAt && box.querySelector("[data-follow]");
  if (!follow) return;
  if (!box.querySelector('[data-action="stay"]')) follow.after(el("button", { type: "button", class: "button quiet", "data-action": "stay", onclick: stay }, _("Stay here")));
  leadTo(follow.href, leadsAt, follow.querySelector("[data-seconds]"));
}

function stay(event) {
  leadsAt = 0;
  keepPlace(() => event.target.remove(), "[data-follow]");
  box.querySelector("[data-seconds]").textContent = "";
}

/** Words that have not been sent yet would be lost; whoever leaves their form has given them up. */
function typing() {
  return [...box.querySelectorAll("form:focus-within input")].some((input) => input.value !== input.defaultValue);
}

let pressing = false;
box.addEventListener("focusout", () => setTimeout(show));
box.addEventListener("pointerdown", () => { pressing = true; });
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => { pressing = false; show(); }, 150));

document.addEventListener("visibilitychange", look);
setInterval(tick, 1000);
setInterval(lead, 500);
setInterval(() => Date.now() - asked >= every - 200 && look(), every);
tick();
