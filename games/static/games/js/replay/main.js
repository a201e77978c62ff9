/* The replay page: steps back and forth through a finished round with every card open, and checks its shuffle. */
import { getJson, getThought, Refused } from "../api.js";
import { openCard, picture, sortByRank } from "../cards.js";
import { byId, el, readJson, setText } from "../dom.js";
import { actionWords } from "../table/hints.js";
import { limitRule, scoreWords } from "../table/house_rules.js";
import { roundSentence } from "../table/sentences.js";
import { sideOf } from "../table/sides.js";
import { _, fill, ngettext, number, percent, signed } from "../words.js";
import { reason, showChoices } from "./choices.js";
import { expertSeat, shownRound } from "./expert.js";
import { dealtAsBefore, dealtFrom, followsFrom, isDeal, verify } from "./fairness.js";
import { enableFilter } from "./filter.js";
import { showStory } from "./story.js";
import { tableMeldingHand, tableMeldingMiddle } from "./table_melding.js";
import { telling } from "./telling.js";

const round = await shownRound(readJson("round"));
const { view, steps, nameOf, words } = telling(round);
let at = Math.min(Math.max(Number(new URLSearchParams(location.search).get("step") ?? round.parts ?? 0) || 0, 0), steps.length - 1);

function show(index) {
  at = Math.min(Math.max(index, 0), steps.length - 1);
  const step = steps[at];
  const seats = view.seats.map((one) => one.seat);
  const [one, centre] = view.terms.rules.family === "table_melding" ? [(seat) => tableMeldingHand(view, step, seat), tableMeldingMiddle(view, step)] : [(seat) => hand(step, seat), middle(step)];
  byId("replay-table").replaceChildren(...seats.slice(1).map(one), centre, one(seats[0]));
  setText(byId("replay-words"), words(step) || words(steps[at - 1] ?? step));
  setText(byId("step-number"), fill(_("Step %(number)s of %(steps)s"), { number: at + 1, steps: steps.length }));
  const scrubber = byId("scrubber");
  scrubber.value = at;
  scrubber.setAttribute("aria-valuetext", `${at + 1} / ${steps.length}: ${words(step)}`);
  for (const button of byId("steps").querySelectorAll("button")) {
    const here = Number(button.dataset.index) === at;
    if (here) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    if (here && !button.parentElement.hidden) keepInSight(button);
  }
  document.dispatchEvent(new CustomEvent("jeton:step", { detail: at }));
}

/** Scroll the list, never the page. */
function keepInSight(button) {
  const list = byId("steps");
  const top = button.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + button.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
}

function hand(step, seat) {
  const { hand: cards, drawn, arrangement } = step.hands[seat];
  const laid = step.shown.find((one) => one.seat === seat);
  const melds = laid?.melds ?? arrangement?.melds ?? [];
  const loose = laid?.deadwood ?? arrangement?.deadwood ?? cards ?? [];
  const points = laid?.points ?? arrangement?.points ?? 0;
  const groups = [...melds.map((meld, at) => [...meld, ...layoffsOn(step, seat, at)]), ...(loose.length ? [loose] : [])];
  return el("section", { class: `replay-seat${step.turn === seat ? " on-turn" : ""}` },
    el("h2", {}, el("b", {}, nameOf(seat)), el("small", {}, fill(_("Deadwood: %(points)s"), { points }))),
    el("div", { class: "replay-hand" }, ...groups.map((group, index) => el("span", { class: `meld${index >= melds.length ? " loose" : ""}` },
      ...(index < melds.length ? group : sortByRank(group)).map((card) => mark(openCard(card), card === drawn))))));
}

/** What others laid off lies with the melds of the knocker, and of the partner after those (GIN-T3). */
function layoffsOn(step, seat, meld) {
  const at = step.shown.findIndex((one) => one.seat === seat);
  const side = sideOf(view, step.shown[0]?.seat ?? 0);
  if (at < 0 || !side.includes(seat)) return [];
  const number = meld + step.shown.slice(0, at).reduce((sum, one) => sum + one.melds.length, 0);
  return step.shown.flatMap((one) => one.layoffs ?? []).filter((one) => one.meld === number).map((one) => one.card);
}

function mark(node, fresh) {
  node.classList.toggle("fresh", fresh);
  return node;
}

function middle(step) {
  const stock = el("span", {}, el("span", { class: "card back" }, picture("back")), el("span", { class: "count" }, fill(_("Stock: %(count)s"), { count: step.stock_count })));
  const pile = el("span", {}, el("span", { class: "replay-pile" }, ...step.discard_pile.slice(-6).map((card) => openCard(card))),
    el("span", { class: "count" }, fill(_("Discards: %(count)s"), { count: step.discard_pile.length })));
  const shown = step.shown_card && el("span", {}, openCard(step.shown_card), el("span", { class: "count" }, limitRule));
  const caught = step.removed?.length > 0 && el("span", {}, el("span", { class: "replay-pile" }, ...step.removed.map((card) => openCard(card))), el("span", { class: "count" }, _("Caught")));
  return el("div", { class: "replay-middle" }, ...[shown, stock, pile, caught].filter(Boolean));
}

function listSteps() {
  const told = steps.map((step, index) => [words(step), index]).filter(([said]) => said);
  byId("steps").append(...told.map(([said, index]) => el("li", {}, el("button", { type: "button", "data-index": index, onclick: () => show(index) }, said))));
}

function scoreTable() {
  if (!round.score) {
    byId("replay-score").replaceChildren(el("p", {}, _("This round was broken off: it has no score.")));
    return;
  }
  const lines = (round.score.lines ?? []).map((line) => el("tr", { "data-line": line.reason },
    el("th", { scope: "row" }, nameOf(line.seat)), el("td", {}, scoreWords(line.reason)), el("td", { class: "num" }, signed(line.points))));
  const totals = view.seats.map((one) => el("tr", {}, el("th", { scope: "row" }, nameOf(one.seat)), el("td", {}, _("this round")), el("td", { class: "num" }, number(round.score.points?.[one.seat] ?? 0))));
  byId("replay-score").replaceChildren(el("p", {}, roundSentence(view, round.score)), el("table", {}, el("tbody", {}, ...lines, ...totals)));
}

/** The costliest decisions of each player; a press shows the position before it. It is thought about for a while. */
async function listReview() {
  const place = byId("review");
  const { results } = await getThought(place.dataset.url).catch((refusal) => ({ results: refusal }));
  if (!Array.isArray(results)) {
    place.replaceChildren(el("p", { class: "muted", role: "status" }, results instanceof Refused ? results.message : _("No connection.")));
    return;
  }
  showStory({ results, last: steps.length - 1, at, nameOf, onStep: show });
  showChoices({ results, at, nameOf });
  place.replaceChildren(...results.map(({ seat, accuracy, decisions }) => el("section", { class: "review-seat" },
    el("h3", {}, nameOf(seat)),
    accuracy && el("p", { class: "small muted" }, fill(ngettext("Accuracy %(percent)s in %(count)s decision", "Accuracy %(percent)s in %(count)s decisions", accuracy.decisions), { percent: percent(accuracy.percent), count: number(accuracy.decisions) })),
    costliest(decisions).length ? el("ol", { class: "review" }, ...costliest(decisions).map(costly)) : el("p", { class: "muted" }, _("Nothing worth mentioning.")),
    el("p", { class: "small" }, el("a", { href: `?expert=${seat}` }, _("What the strong bot would have made of this hand"))))));
}

const MENTIONED = 3;
const WORTH_MENTIONING = 0.5;

const costliest = (decisions) => decisions.filter(({ cost }) => cost >= WORTH_MENTIONING).sort((one, other) => other.cost - one.cost).slice(0, MENTIONED);

function costly({ step, action, cost, better }) {
  return el("li", {},
    el("a", { href: `?step=${step}`, "data-step-to": step, onclick: (event) => { event.preventDefault(); show(step); byId("replay").scrollIntoView({ block: "start" }); } },
      fill(_("Step %(number)s: %(action)s"), { number: step + 1, action: actionWords(action) })),
    " ", el("b", { class: "num" }, `−${number(cost)}`),
    el("p", {}, !sameWords(action, better.action) && `${fill(_("Better: %(action)s."), { action: actionWords(better.action) })} `, reason(better)));
}

const sameWords = (one, other) => actionWords(one) === actionWords(other);

const CHECKS = {
  commitment: () => _("The seed of the house is the one whose fingerprint was shown."),
  canonical: () => _("The deck is complete and was shuffled from its fixed order."),
  deck: () => _("The seeds lead to exactly this order of the deck."),
  dealer: () => DEALS[round.dealing?.reason]?.() ?? _("Nothing says why this player deals."),
  before: () => _("The round before was as this one says."),
  alone: () => _("The round before has no open record to compare with."),
  dealt: () => _("The hands that were played come from this deck."),
};

const DEALS = {
  lot: () => _("The lot for the first dealer follows from the seeds."),
  seats_drawn: () => _("Whoever drew the highest card for the places deals first."),
  winner: () => _("Whoever won the round before deals."),
  loser: () => _("The round before was won; the losing side deals."),
  left: () => _("The deal passes to the left."),
  again: () => _("Nobody won the round before, so the same player deals again."),
  rematch: () => _("In a rematch the deal passes to the left of whoever dealt first before."),
  table_goes_on: () => _("The deal passes to the left of whoever dealt last at this table of the tournament."),
  dealt_before: () => _("These are the cards of an earlier round once more; the same seat deals them."),
  paired: () => _("The tournament's pairing says who sits where; the first seat deals."),
};

/** The record of the round that the deal follows from, compared with what is told of it here. */
async function checkBefore() {
  const again = round.terms.played_on;
  const before = round.dealing?.before ?? again;
  if (!before) return [];
  const earlier = await getJson(`/api/v1/tables/${before.table}/rounds/${before.round}/`).catch((refusal) => refusal);
  if (before.table !== round.table && earlier instanceof Refused && earlier.status === 404) return [["alone", true]];
  return [["before", await (again ? dealtAsBefore : followsFrom)(round, earlier).catch(() => false)]];
}

async function check() {
  if (byId("verify").ariaDisabled === "true") return;
  const list = byId("checks");
  if (!globalThis.crypto?.subtle) {
    list.replaceChildren(el("li", { class: "bad" }, _("This browser checks only on https or localhost. Use the JSON with the verifier.")));
    return;
  }
  byId("verify").ariaDisabled = "true";
  const found = await verify(round).catch(() => [["commitment", false]]);
  const dealt = round.events.find(isDeal);
  if (dealt) found.push(["dealt", dealtFrom(round, dealt)]);
  found.push(...(await checkBefore()));
  list.dataset.proved = String(found.every(([, good]) => good));
  list.replaceChildren(...found.map(([name, good]) => el("li", { class: good ? "good" : "bad" }, CHECKS[name](), good ? "" : ` ${_("It does not check out!")}`)));
  byId("verify").ariaDisabled = "false";
}

const BEAT_MS = 1200;

/** Autoplay from here to the end, and the link to the step shown. */
function enableTools() {
  const button = byId("autoplay");
  let beat = null;
  const picture = byId("picture-here");
  picture.hidden = expertSeat !== null;
  document.addEventListener("jeton:step", ({ detail }) => {
    setText(byId("link-copied"), "");
    picture.search = `step=${detail}`;
    picture.download = `jeton-${round.table}-${round.round}-${detail + 1}.png`;
  });
  const stop = () => {
    clearInterval(beat);
    beat = null;
    button.setAttribute("aria-pressed", "false");
    setText(button, _("Autoplay"));
  };
  button.addEventListener("click", () => {
    if (beat) return stop();
    if (at === steps.length - 1) show(0);
    button.setAttribute("aria-pressed", "true");
    setText(button, _("Pause"));
    beat = setInterval(() => (at < steps.length - 1 ? show(at + 1) : stop()), BEAT_MS);
  });
  byId("link-here").addEventListener("click", async () => {
    const link = `${location.origin}${location.pathname}?${expertSeat === null ? "" : `expert=${encodeURIComponent(expertSeat)}&`}step=${at}`;
    const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    setText(byId("link-copied"), copied ? _("The link is copied.") : link);
  });
}

/** Playing on begins at the step shown, where anything is left to decide. */
function enablePlayingOn() {
  const form = document.getElementById("play-on");
  if (!form) return;
  const follow = () => {
    form.elements.step.value = at;
    form.hidden = !steps.slice(at).some((step) => step.turn !== null && step.turn !== undefined);
  };
  document.addEventListener("jeton:step", follow);
  follow();
}

const MOVES = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => steps.length - 1 };
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", j: "back", l: "on" };

byId("scrubber").max = steps.length - 1;
byId("scrubber").addEventListener("input", (event) => show(Number(event.target.value)));
byId("replay").addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]")?.dataset.step;
  if (step) show(MOVES[step]());
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  if (!(event.key in KEYS)) return;
  event.preventDefault();
  show(MOVES[KEYS[event.key]]());
});
byId("verify").addEventListener("click", check);
enableTools();
enablePlayingOn();
listSteps();
enableFilter(steps);
scoreTable();
if (document.getElementById("judged")) listReview();
show(at);
