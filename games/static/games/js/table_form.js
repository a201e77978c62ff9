/* The form for a new table shows what belongs to the chosen game, and offers only numbers that it allows. */
import { readJson } from "./dom.js";

const facts = readJson("preset-facts");
const form = document.querySelector(".table-form");

function show(node, on) {
  node.hidden = !on;
  for (const field of node.querySelectorAll("input, select")) field.disabled = !on;
}

/** Of a select only these values; the nearest one stays chosen. */
function allow(select, values) {
  for (const option of select.options) {
    option.hidden = !values.includes(Number(option.value));
    option.disabled = option.hidden;
  }
  if (!select.selectedOptions[0] || select.selectedOptions[0].disabled) select.value = String(values.find((value) => value >= Number(select.value)) ?? values.at(-1) ?? "");
}

function update() {
  const preset = form.querySelector('[name="preset"]:checked')?.value;
  const { seats, point_limits: limits, house_rules: rules } = facts[preset] ?? { seats: [], point_limits: [], house_rules: [] };
  for (const node of form.querySelectorAll("[data-presets]")) show(node, node.dataset.presets === preset);
  for (const node of form.querySelectorAll("[data-needs]")) {
    const needed = form.querySelector(`[name="${node.dataset.needs}"]`);
    show(node, needed.checked && !needed.disabled);
  }
  show(form.querySelector("[data-house-rules]"), rules.length > 0);
  show(form.querySelector("[data-training]"), rules.length === 0);
  show(form.querySelector("[data-seats]"), seats.length > 1);
  eliminating(facts[preset]?.eliminates);
  show(form.querySelector("[data-point-limit]"), limits.length > 0);
  if (seats.length > 1) allow(form.querySelector('[name="seats"]'), seats);
  if (limits.length) allow(form.querySelector('[name="point_limit"]'), limits);
}

/** Elimination belongs to games with a limit of penalty points, and needs one. */
function eliminating(possible) {
  const choice = form.querySelector('[name="format"][value="elimination"]');
  if (!choice) return;
  choice.closest(".choice").hidden = !possible;
  if (!possible && choice.checked) form.querySelector('[name="format"][value="match"]').checked = true;
  const limit = form.querySelector('[name="penalty_limit"]:enabled');
  if (choice.checked && limit?.value === "none") limit.value = [...limit.options].at(-1).value;
}

const ruling = ["preset", "format", ...[...form.querySelectorAll("[data-needs]")].map((node) => node.dataset.needs)];
form.addEventListener("change", (event) => ruling.includes(event.target.name) && update());
update();

/** What was refused is read first, wherever on this long page its choice stands. */
const refused = form.querySelector('.errorlist, [role="alert"]');
if (refused) {
  refused.tabIndex = -1;
  refused.focus({ preventScroll: true });
  refused.scrollIntoView({ block: "center" });
}
