/* The lobby's lists, fresh every few seconds without pulling anything from under a finger. */

const EVERY_MS = 4000;
const box = document.getElementById("tables");
const news = document.getElementById("lobby-news");
let shown = null;
let waiting = null;

async function look() {
  if (document.hidden) return;
  const response = await fetch(box.dataset.url, { cache: "no-store" }).catch(() => null);
  if (!response?.ok) return;
  const text = await response.text();
  if (plain(text) === (shown ??= plain(box.innerHTML))) return;
  waiting = text;
  if (busy()) news.hidden = false;
  else show();
}

/** Forms carry a fresh token each time; two lists that differ in nothing else are the same. */
const plain = (html) => html.replace(/name="csrfmiddlewaretoken" value="[^"]*"/g, "").replace(/\s+/g, " ").trim();

/** Somebody is reading or about to press: the list stays as it is until they ask. */
function busy() {
  return box.contains(document.activeElement) || box.matches(":hover") || box.querySelector("details[open]") !== null;
}

function show() {
  box.innerHTML = waiting;
  shown = plain(waiting);
  waiting = null;
  news.hidden = true;
}

news.querySelector("button").addEventListener("click", () => {
  show();
  box.querySelector("a, button")?.focus();
});
document.addEventListener("visibilitychange", look);
setInterval(look, EVERY_MS);
