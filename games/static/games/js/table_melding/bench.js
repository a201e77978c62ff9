/* The workbench of Räuber-Rommé (GER-V6): the whole table in one's hands until it lies anew. Nothing leaves the browser
   before "Lay it like this"; what is shown as valid the server checks once more. */
import { silentCard } from "../cards.js";
import { el } from "../dom.js";
import { faceOf, heldOf } from "../melds.js";
import { _, cardName, fill } from "../words.js";
import { benchSum, benchWords, groupWords, whyNoMeld } from "./bench_words.js";
import { figuresOf } from "./figures.js";

/** The table as it lies, taken up: groups of cards, of which some were chosen. */
export const takenUp = ({ round }) => ({ groups: round.melds.map((meld) => ({ cards: meld.cards.map(heldOf), was: meld.cards, reading: 0 })), chosen: [] });

/** What a group is: its meld as it would be named, or null. A joker keeps the place it had as long as that is a meld. */
export function meldOf({ cards, was, reading }, laws) {
  const found = figuresOf(cards, laws);
  const kept = found.filter((figure) => (was ?? []).every((one) => !one.includes("=") || !cards.includes(heldOf(one)) || figure.cards.includes(one)));
  const choices = reading === 0 && kept.length ? kept : found;
  return choices[reading % Math.max(1, choices.length)] ?? null;
}

export const readingsOf = ({ cards }, laws) => figuresOf(cards, laws).length;

/** Whether it may be laid like this: all melds valid, and at least one card from the hand among them. `worth` are the points of
    its melds, `why` says what the first wrong group lacks. */
export function benchState({ ui, round, laws }) {
  const table = new Set(round.melds.flatMap((meld) => meld.cards.map(heldOf)));
  const groups = ui.bench.groups.filter((group) => group.cards.length);
  const figures = groups.map((group) => meldOf(group, laws));
  const added = groups.flatMap((group) => group.cards).filter((card) => !table.has(card)).length;
  const wrong = groups.filter((group, at) => !figures[at]);
  return {
    figures: figures.filter(Boolean), added, wrong: wrong.length, done: wrong.length === 0 && added > 0,
    worth: figures.reduce((sum, figure) => sum + (figure?.points ?? 0), 0), why: wrong.length ? whyNoMeld(wrong[0].cards, laws) : "",
  };
}

/** Put the chosen cards, from the table and from the hand, into one group; `to` null makes a new one. */
export function moveChosen(bench, fromHand, to) {
  const moving = [...bench.chosen, ...fromHand];
  if (!moving.length) return bench;
  const groups = bench.groups.map((group, at) => ({ ...group, reading: 0, cards: [...group.cards.filter((card) => !moving.includes(card)), ...(at === to ? moving : [])] }));
  if (to === null) groups.push({ cards: moving, was: null, reading: 0 });
  return { groups: groups.filter((group) => group.cards.length), chosen: [] };
}

/** Cards of one's own go back to the hand; those of the table never do. */
export function backToHand(bench, own) {
  const back = bench.chosen.filter((card) => own.includes(card));
  const groups = bench.groups.map((group) => ({ ...group, cards: group.cards.filter((card) => !back.includes(card)) }));
  return { groups: groups.filter((group) => group.cards.length), chosen: bench.chosen.filter((card) => !back.includes(card)) };
}

export function renderBench(model, on) {
  const { ui, laws, round } = model;
  const choosing = ui.bench.chosen.length + model.chosen.length > 0;
  const groups = ui.bench.groups.map((group, at) => groupBox(group, at, { ui, laws, choosing, own: round.hand, on }));
  return [
    el("div", { class: "melds bench", role: "group", "aria-label": _("Workbench"), "aria-describedby": "bench-state", onkeydown: walk }, ...groups,
      el("button", { type: "button", class: `meld open bench-new${choosing ? " inviting" : ""}`, "data-action": "bench-new", "data-group": "new", "aria-disabled": choosing ? null : "true", onclick: () => on.benchPut(null) }, _("New meld"))),
  ];
}

function groupBox(group, at, { ui, laws, choosing, own, on }) {
  const meld = meldOf(group, laws);
  const cards = meld ? meld.cards : group.cards;
  const label = groupWords({ figure: meld, cards, number: at + 1 }, laws);
  return el("div", { class: `meld bench-group${meld ? "" : " wrong"}`, role: "group", "data-group": at, "aria-label": label },
    ...cards.map((card, place) => benchCard(card, { ui, own, on, first: place === 0 })),
    el("span", { class: "bench-mark", "aria-hidden": "true", title: meld ? null : whyNoMeld(cards, laws) }, meld ? "✓" : "✗"),
    readingsOf(group, laws) > 1 && el("button", { type: "button", class: "bench-turn", "data-action": `bench-turn-${at}`, "aria-label": _("Let the joker stand for another card"), onclick: () => on.benchTurn(at) }, "⇄"),
    choosing && el("button", { type: "button", class: "bench-put", "data-action": `bench-put-${at}`, "aria-label": fill(_("Add the chosen cards to meld %(number)s"), { number: at + 1 }), onclick: () => on.benchPut(at) }, "+"));
}

/** The Tab key goes from group to group, the arrows from card to card. */
function benchCard(card, { ui, own, on, first }) {
  const held = heldOf(card);
  const mine = own.includes(held);
  const name = cardName(faceOf(card) === held ? held : card);
  const node = el("button", { type: "button", class: `bench-card${mine ? " mine" : ""}`, id: `bench-${held}`, "data-bench": held, tabindex: first ? "0" : "-1", "aria-pressed": String(ui.bench.chosen.includes(held)), "aria-label": mine ? fill(_("%(card)s, from your hand"), { card: name }) : name, onclick: () => on.benchTap(held) });
  node.append(silentCard(card));
  return node;
}

/** Arrows walk over the cards: left and right one by one, up and down from group to group. */
function walk(event) {
  if (!event.target.matches(".bench-card")) return;
  const cards = [...event.currentTarget.querySelectorAll(".bench-card")];
  const firsts = cards.filter((card) => card.tabIndex === 0);
  const at = cards.indexOf(event.target);
  const group = firsts.indexOf(event.target.parentElement.querySelector(".bench-card"));
  const to = { ArrowRight: cards[at + 1], ArrowLeft: cards[at - 1], ArrowDown: firsts[group + 1], ArrowUp: firsts[group - 1], Home: cards[0], End: cards.at(-1) };
  if (!(event.key in to)) return;
  event.preventDefault();
  to[event.key]?.focus();
}

/** What is said after a change: the group that holds this card, what all is worth, and whether it may be laid. */
export function benchNews(model, card = null) {
  const { groups } = model.ui.bench;
  const at = groups.findIndex((group) => group.cards.includes(card));
  const state = benchState(model);
  const group = at < 0 ? "" : groupWords({ figure: meldOf(groups[at], model.laws), cards: groups[at].cards, number: at + 1 }, model.laws);
  return [group, benchSum(state), benchWords(state) || _("It may be laid like this")].filter(Boolean).join(". ");
}
