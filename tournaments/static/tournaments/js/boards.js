/* Two plays of a board side by side: alike as far as they go, then each on its own. */
import { getJson, Refused } from "/static/games/js/api.js";
import { byId, el, readJson } from "/static/games/js/dom.js";
import { telling } from "/static/games/js/replay/telling.js";
import { _, fill, ngettext } from "/static/games/js/words.js";

const tables = readJson("tables");
const place = byId("course");
const records = new Map();

/** The steps of a play that can be told, each with what happened, whoever it was. */
async function stepsOf({ game_table: table, round }) {
  const key = `${table}/rounds/${round}`;
  if (!records.has(key)) records.set(key, getJson(`/api/v1/tables/${key}/`));
  const { steps, words } = telling(await records.get(key));
  const told = steps.map((step, at) => ({ at, words: words(step), what: JSON.stringify({ ...step.event, seq: 0, at: 0 }), href: `/tables/${table}/rounds/${round}/?step=${at}` }));
  return told.filter((step) => step.words);
}

const link = (step) => (step ? el("a", { href: step.href }, step.words) : "");

function alike(one, other) {
  let same = 0;
  while (same < one.length && one[same].what === other[same]?.what) same += 1;
  return same;
}

async function show() {
  const chosen = ["one", "other"].map((name) => tables.find((table) => String(table.game_table) === byId(`compare-${name}`).value));
  place.setAttribute("aria-busy", "true");
  try {
    const [one, other] = await Promise.all(chosen.map(stepsOf));
    const same = alike(one, other);
    const shared = el("details", {}, el("summary", {}, same === one.length && same === other.length ? _("Both played exactly alike.") : fill(ngettext("Alike in the first step", "Alike in the first %(count)s steps", same), { count: same })),
      el("ol", {}, ...one.slice(0, same).map((step) => el("li", {}, step.words))));
    const rows = Array.from({ length: Math.max(one.length, other.length) - same }, (unused, at) => el("tr", {}, el("td", {}, link(one[same + at])), el("td", {}, link(other[same + at]))));
    place.replaceChildren(el("table", { class: "plays-compared" },
      el("thead", {}, el("tr", {}, ...chosen.map((table) => el("th", { scope: "col" }, fill(_("Table %(table)s"), { table: table.table }))))),
      el("tbody", {}, same > 0 && el("tr", {}, el("td", { colspan: "2" }, shared)), ...rows)));
  } catch (refusal) {
    if (!(refusal instanceof Refused) && !(refusal instanceof TypeError)) throw refusal;
    place.replaceChildren(el("p", { class: "muted", role: "status" }, refusal instanceof Refused ? refusal.message : _("No connection.")));
  }
  place.removeAttribute("aria-busy");
}

for (const name of ["one", "other"]) byId(`compare-${name}`).addEventListener("change", show);
show();
