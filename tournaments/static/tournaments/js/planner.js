/* The planner's form: checked while it is filled in, levels shown at once, the forecast when it is there. */

const form = document.getElementById("plan");
const box = document.getElementById("plan-errors");
/** What only some formats ask for: the fields of each. */
const ASKED = JSON.parse(document.getElementById("format-fields").textContent);
/** The special rules that each game knows. */
const RULES = JSON.parse(document.getElementById("preset-rules").textContent);
const OF_FORMATS = [...new Set(Object.values(ASKED).flat())];
const WAIT_MS = 400;
const EVERY_MS = 1500;
let timer = 0;
let asked = 0;

/** What belongs to another game, schedule or prize is not in the way. */
function fit() {
  const value = (name) => form.elements[name].value;
  for (const part of form.querySelectorAll("[data-presets]")) part.hidden = part.dataset.presets !== value("preset");
  const rules = RULES[value("preset")];
  const choices = form.querySelector("[data-house-rules]");
  for (const box of choices.querySelectorAll("input")) box.closest(".choice").hidden = !rules.includes(box.value);
  choices.hidden = rules.length === 0;
  // A game with neither special rules nor variations has nothing to open.
  const more = choices.parentElement;
  more.hidden = [...more.querySelectorAll("fieldset")].every((part) => part.hidden);
  const needs = {
    first_pcr: value("schedule") === "own",
    growth_percent: value("schedule") === "own",
    level_by: value("schedule") === "own",
    level_length: value("schedule") === "own",
    places: value("prize_form") === "top",
    ticket_chips: value("prize_form") === "tickets",
    absent_rounds: value("absent") === "removed",
    ...Object.fromEntries(OF_FORMATS.map((name) => [name, ASKED[value("format")].includes(name)])),
  };
  for (const [name, shown] of Object.entries(needs)) form.querySelector(`[data-field="${name}"]`).hidden = !shown;
}

async function check() {
  const mine = (asked += 1);
  const response = await fetch(form.dataset.check, { method: "POST", body: new FormData(form) }).catch(() => null);
  if (!response?.ok || mine !== asked) return;
  const { errors, levels } = await response.json();
  show(errors);
  if (levels.length) showLevels(levels);
}

function show(errors) {
  box.replaceChildren(...(errors.__all__ ?? []).map((text) => paragraph(text)));
  box.hidden = !errors.__all__;
  for (const field of form.querySelectorAll("[data-field]")) {
    field.querySelector(".errorlist")?.remove();
    const told = errors[field.dataset.field];
    const input = field.querySelector("input, select");
    input.toggleAttribute("aria-invalid", Boolean(told));
    if (told) field.append(list(told));
    if (told && field.closest("details")) field.closest("details").open = true;
  }
}

function paragraph(text) {
  const node = document.createElement("p");
  node.textContent = text;
  return node;
}

function list(texts) {
  const node = document.createElement("ul");
  node.className = "errorlist";
  node.append(...texts.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  return node;
}

function showLevels(levels) {
  const cells = [...document.querySelectorAll("#ratios td")];
  const words = new Intl.NumberFormat(document.documentElement.lang);
  levels.forEach((level, place) => {
    cells[place].textContent = words.format(level.pcr);
    cells[place].classList.toggle("before-break", level.break_minutes > 0);
  });
}

form.addEventListener("input", () => {
  fit();
  clearTimeout(timer);
  timer = setTimeout(check, WAIT_MS);
});
fit();

const forecast = document.getElementById("forecast");
let tag = "";

async function look() {
  if (document.hidden) return;
  const headers = tag ? { "If-None-Match": tag } : {};
  const response = await fetch(forecast.dataset.url, { cache: "no-store", headers }).catch(() => null);
  if (response?.status !== 200) return;
  tag = response.headers.get("ETag") ?? "";
  forecast.innerHTML = await response.text();
}

setInterval(look, EVERY_MS);
