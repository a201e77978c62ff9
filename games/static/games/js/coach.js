/* The coach of a lesson or a puzzle: says what comes next, points at it, and moves on when the table has. */
import { postJson } from "./api.js";
import { byId, keepPlace, readJson, setText } from "./dom.js";

const marks = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, marks];
const page = readJson("table-page");

/** Where a pointing finger lands: a card of the hand, a pile, or a button. */
function selectorFor(name) {
  if (name === "stock") return ".pile-stock .card";
  if (name === "discards") return ".pile-discards .card:last-child, .fan-card:last-child .face";
  if (/^[A-Z0-9][a-z0-9]/.test(name)) return `#hand-${CSS.escape(name)} .face`;
  return `[data-action="${CSS.escape(name)}"]`;
}

function show(coach) {
  setText(byId("coach-says"), coach.says);
  // Where letters are large one has scrolled down to the cards: what is new is said above them.
  byId("coach").scrollIntoView({ block: "nearest" });
  if (byId("coach-way")) Object.assign(byId("coach-way"), { max: coach.of, value: coach.at });
  byId("coach").dataset.waits = coach.waits;
  keepPlace(() => {
    byId("coach-on").hidden = coach.waits !== "reading";
    byId("coach-show").hidden = coach.waits !== "move";
    byId("coach-end").hidden = coach.waits !== "over";
    if (byId("coach-skip")) byId("coach-skip").hidden = coach.waits === "over";
  }, "#coach");
  marks.replaceSync(coach.points_at.map(selectorFor).map((one) => `${one} { outline: 3px dashed var(--accent); outline-offset: 1px; border-radius: 9% / 6.5%; }`).join("\n"));
}

let busy = false;

/** From a press until all that follows from it has been shown, nothing can be pressed again: the coach is behind the cards. */
function wait(on) {
  busy = on;
  for (const id of ["coach-on", "coach-show"]) byId(id).setAttribute("aria-disabled", String(on));
}

/** What the table does with news from elsewhere, it does with the answers to these as well. */
async function ask(body) {
  if (busy) return;
  wait(true);
  const done = await postJson(page.actions_url, body).catch(() => null);
  if (done) document.dispatchEvent(new CustomEvent("jeton:happened", { detail: done }));
  else wait(false);
}

byId("coach-on").addEventListener("click", () => ask({ go_on: true }));
byId("coach-show").addEventListener("click", () => ask({ show_me: true }));
document.addEventListener("jeton:happened", () => wait(true));
document.addEventListener("jeton:coach", (event) => { show(event.detail); wait(false); });
show(readJson("coach-first"));
