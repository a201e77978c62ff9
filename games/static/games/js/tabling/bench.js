/* The workbench of Räuber-Rommé (GER-V6): the whole table in one's hands until it lies anew. Nothing leaves the browser
   before "Lay it like this"; what is shown as valid the server checks once more. */
import { openCard } from "../cards.js";
import { el } from "../dom.js";
import { faceOf, heldOf } from "../melds.js";
import { _, cardName, fill, list, ngettext } from "../words.js";
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

/** Whether it may be laid like this: all melds valid, and at least one card from the hand among them. */
export function benchState({ ui, round, laws }) {
  const table = new Set(round.melds.flatMap((meld) => meld.cards.map(heldOf)));
  const groups = ui.bench.groups.filter((group) => group.cards.length);
  const figures = groups.map((group) => meldOf(group, laws));
  const added = groups.flatMap((group) => group.cards).filter((card) => !table.has(card)).length;
  const wrong = figures.filter((figure) => !figure).length;
  return { figures, added, wrong, done: wrong === 0 && added > 0 };
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
    el("div", { class: "melds bench" }, ...groups,
      el("button", { type: "button", class: `meld open bench-new${choosing ? " inviting" : ""}`, "data-action": "bench-new", "data-group": "new", "aria-disabled": choosing ? null : "true", onclick: () => on.benchPut(null) }, _("New meld"))),
  ];
}

function groupBox(group, at, { ui, laws, choosing, own, on }) {
  const meld = meldOf(group, laws);
  const cards = meld ? meld.cards : group.cards;
  const label = meld ? fill(_("Meld %(number)s: %(cards)s"), { number: at + 1, cards: list(cards.map(cardName)) })
    : fill(_("No meld yet, number %(number)s: %(cards)s"), { number: at + 1, cards: list(cards.map(cardName)) });
  return el("div", { class: `meld bench-group${meld ? "" : " wrong"}`, role: "group", "data-group": at, "aria-label": label },
    ...cards.map((card) => benchCard(card, ui, own, on)),
    el("span", { class: "bench-mark", "aria-hidden": "true" }, meld ? "✓" : "✗"),
    readingsOf(group, laws) > 1 && el("button", { type: "button", class: "bench-turn", "data-action": `bench-turn-${at}`, "aria-label": _("Let the joker stand for another card"), onclick: () => on.benchTurn(at) }, "⇄"),
    choosing && el("button", { type: "button", class: "bench-put", "data-action": `bench-put-${at}`, "aria-label": fill(_("Put the chosen cards to meld %(number)s"), { number: at + 1 }), onclick: () => on.benchPut(at) }, "+"));
}

function benchCard(card, ui, own, on) {
  const held = heldOf(card);
  const node = el("button", { type: "button", class: `bench-card${own.includes(held) ? " mine" : ""}`, id: `bench-${held}`, "data-bench": held, "aria-pressed": String(ui.bench.chosen.includes(held)), "aria-label": cardName(faceOf(card) === held ? held : card), onclick: () => on.benchTap(held) });
  const picture = openCard(card);
  picture.removeAttribute("role");
  picture.removeAttribute("aria-label");
  picture.setAttribute("aria-hidden", "true");
  node.append(picture);
  return node;
}

/** Why it may not be laid yet; "" when it may. */
export function benchWords({ wrong, added }) {
  if (wrong) return fill(ngettext("%(count)s group is no meld yet", "%(count)s groups are no melds yet", wrong), { count: wrong });
  return added ? "" : _("Lay at least one card from your hand");
}
