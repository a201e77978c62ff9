/* What there was to decide at a step: the best choices, what they should have brought, and which was taken. */
import { byId, el } from "../dom.js";
import { actionWords, hintReason } from "../table/hints.js";
import { _, fill, ngettext, number, tenth } from "../words.js";

/** `results` is the review, by seat; `jeton:step` tells which step is shown. */
export function showChoices({ results, at, nameOf }) {
  const byStep = new Map(results.flatMap(({ seat, decisions }) => decisions.map((decision) => [decision.step, { seat, ...decision }])));
  const place = byId("choices");
  const draw = (step) => {
    const decision = byStep.get(step);
    place.hidden = !decision || !differs(decision);
    if (!place.hidden) place.replaceChildren(...choices(decision, nameOf));
  };
  document.addEventListener("jeton:step", (event) => draw(event.detail));
  draw(at);
}

/** Whether it mattered what was chosen. */
const differs = ({ value, better: { choices: offered } }) => [value, ...offered.map((one) => one.value)].some((one) => Math.abs(one - value) >= 0.05);

function choices({ seat, action, value, cost, better }, nameOf) {
  const offered = better.choices.length ? better.choices : [{ action: better.action, value: better.value }];
  const taken = actionWords(action);
  const rows = offered.map((one) => ({ words: actionWords(one.action), value: one.value, isTaken: actionWords(one.action) === taken }));
  if (!rows.some((one) => one.isTaken)) rows.push({ words: taken, value, isTaken: true });
  const best = offered[0].value;
  return [
    el("h3", {}, fill(_("%(name)s may choose"), { name: nameOf(seat) })),
    el("table", { class: "choice-table" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, _("Choice")), el("th", { scope: "col", class: "num" }, _("Points expected")), el("th", { scope: "col", class: "num" }, _("Behind the best")))),
      el("tbody", {}, ...rows.map((one) => el("tr", { class: one.isTaken ? "taken" : "" },
      el("th", { scope: "row" }, one.words, one.isTaken && el("span", { class: "badge" }, _("chosen"))),
      el("td", { class: "num" }, tenth(one.value)),
      el("td", { class: "num muted" }, best - one.value >= 0.05 ? tenth(one.value - best) : "–"))))),
    el("p", { class: "small" }, cost >= 0.05 && `${fill(ngettext("%(points)s point given away.", "%(points)s points given away.", cost), { points: number(cost) })} ${fill(_("Better: %(action)s."), { action: rows[0].words })} `, reason(better)),
  ];
}

/** Advice to who sat there, not to the reader. */
export function reason(better) {
  const words = hintReason(better);
  return words && el("q", {}, words);
}
