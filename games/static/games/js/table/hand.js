/* The own hand: a list box whose options lie fanned out, on narrow screens in two rows. */
import { picture, shortCard } from "../cards.js";
import { byId, calm, el } from "../dom.js";
import { faceOf, heldOf } from "../melds.js";
import { _, cardName, fill, ngettext } from "../words.js";
import { groups } from "./model.js";
import { placeOf } from "./motion.js";

const box = byId("hand");
const NARROW = 620;
const LOW = 480; // a phone on its side has room for one row only
const SHORT = 600;
const ROW_MAX = 7;
const LEAST_SHOWN = 28; // pixels of a card that a finger finds
const LEAST_SHOWN_LOW = 24;
const BOW = 0.55; // pixels by which a fanned card lies lower, by the square of its distance from the middle

export function renderHand(model, { onTap }) {
  const cards = model.inHand;
  for (const back of box.querySelectorAll(".back")) back.remove(); // of the page's first sight
  const nodes = new Map([...box.children].map((node) => [node.dataset.card, node]));
  const fresh = cards.filter((card) => !nodes.has(card));
  const orphan = removeGone(nodes, cards);
  for (const card of fresh) nodes.set(card, makeCard(card, onTap));
  placeInOrder(cards.map((card) => nodes.get(card)));
  box.hidden = !model.playing || cards.length === 0;
  if (model.multi) box.setAttribute("aria-multiselectable", "true");
  box.setAttribute("aria-label", fill(ngettext("Your hand, %(count)s card", "Your hand, %(count)s cards", cards.length), { count: cards.length }));
  for (const card of cards) describe(nodes.get(card), card, model);
  roving(cards, model.ui, orphan);
  const isHere = byId("hand").contains(document.activeElement);
  if (orphan !== null || isHere) byId(`hand-${model.ui.focused}`)?.focus({ preventScroll: true }); // the keys act on the card in focus, also when a new one takes it
  layOut(model, nodes);
  if (fresh.length) enter(fresh.map((card) => nodes.get(card)), model.ui.source);
  for (const card of fresh) nodes.get(card).classList.remove("placing");
}

const NOTES = {
  knock: () => _("you may knock with it"),
  owed: () => _("has to be laid in this turn"),
  freed: () => _("exchanged, has to go into a new meld"),
};

function makeCard(card, onTap) {
  const node = el("li", { class: "card hand-card placing", role: "option", id: `hand-${card}`, "data-card": card, tabindex: "-1", onclick: () => onTap(card) });
  node.append(picture(card));
  return node;
}

/** Move only what stands elsewhere: moving a focused node would drop the focus. */
function placeInOrder(nodes) {
  const focused = box.contains(document.activeElement) ? document.activeElement : null;
  nodes.forEach((node, at) => box.children[at] !== node && box.insertBefore(node, box.children[at] ?? null));
  if (focused?.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
}

function describe(node, card, model) {
  const { ui } = model;
  const meld = model.best.melds.findIndex((one) => one.map(heldOf).includes(card));
  const lying = model.best.melds[meld]?.find((one) => heldOf(one) === card) ?? card;
  const words = [cardName(lying)];
  if (card === ui.fresh) words.push(_("new"));
  if (meld >= 0) words.push(fill(_("in meld %(number)s"), { number: meld + 1 }));
  const planned = card === ui.ahead?.card;
  if (planned) words.push(_("planned to be discarded"));
  const note = model.note(card);
  if (note) words.push(NOTES[note]());
  node.setAttribute("aria-label", words.join(", "));
  standFor(node, faceOf(lying));
  node.setAttribute("aria-selected", String(model.isChosen(card)));
  node.classList.toggle("selected", model.isChosen(card));
  node.classList.toggle("planned", planned);
  node.classList.toggle("fresh", card === ui.fresh);
  node.classList.toggle("tipped", card === ui.hint?.action.card || (ui.hint?.action.cards ?? []).map(heldOf).includes(card));
  node.classList.toggle("owed", note === "owed" || note === "freed");
  node.classList.toggle("melded", meld >= 0);
  node.classList.toggle("blocked", model.isBlocked(card));
}

/** A joker in a meld shows the card it stands for. */
function standFor(node, face) {
  if ((node.dataset.face ?? node.dataset.card) === face) return;
  node.dataset.face = face;
  node.querySelector(".short-card")?.remove();
  if (face !== node.dataset.card) node.append(shortCard(face));
}

/** Take away cards that have left the hand; gives the place of the one that had the focus, or null. */
function removeGone(nodes, cards) {
  let orphan = null;
  [...nodes].forEach(([card, node], at) => {
    if (cards.includes(card)) return;
    if (node === document.activeElement) orphan = at;
    node.remove();
  });
  return orphan;
}

/** One card takes the Tab key; when that card goes, its neighbour does. */
function roving(cards, ui, orphan) {
  if (!cards.includes(ui.focused)) ui.focused = cards[Math.min(orphan ?? 0, cards.length - 1)] ?? null;
  for (const node of box.children) node.tabIndex = node.dataset.card === ui.focused ? 0 : -1;
}

/** Where each card lies: one row if enough of every card shows, else two. */
function layOut(model, nodes) {
  const split = groups(model).map((group) => group.filter((card) => nodes.has(card) && nodes.get(card).isConnected)).filter((group) => group.length);
  const width = box.clientWidth;
  const probe = box.firstElementChild;
  if (!width || !probe) return;
  const cardWidth = probe.offsetWidth;
  const cardHeight = probe.offsetHeight;
  const count = split.flat().length;
  const rows = inRows(split, rowsFor(count, width, cardWidth, model.phase));
  const rise = rows.length > 2 ? 0.5 : 0.66;
  const bow = rows.length === 1 && innerHeight > LOW ? BOW : 0; // upright where every line counts
  rows.forEach((row, at) => layRow(row, nodes, { width, cardWidth, top: at * cardHeight * rise, bow }));
  box.style.height = `${cardHeight * (1 + rise * (rows.length - 1)) + 24 + bow * ((count - 1) / 2) ** 2}px`;
}

/** So many rows that enough of every card shows. */
function rowsFor(count, width, cardWidth, phase) {
  const isLow = innerHeight <= LOW;
  const most = Math.floor((width - cardWidth) / (isLow ? LEAST_SHOWN_LOW : Math.max(LEAST_SHOWN, cardWidth * 0.3))) + 1;
  const enough = Math.ceil(count / most);
  const needsRoom = isLow || (innerHeight < SHORT && phase === "answer"); // for the hands that lie open
  return width < NARROW && !needsRoom && count > 5 ? Math.max(2, enough) : enough;
}

function inRows(split, rows) {
  const cards = split.flat();
  if (rows <= 1) return [split];
  if (rows === 2) return twoRows(split, cards.length);
  const each = Math.ceil(cards.length / rows);
  return Array.from({ length: rows }, (_, at) => [cards.slice(at * each, (at + 1) * each)]);
}

/** Break between groups where the rows come out most even; through a group only if a row would get too long. */
function twoRows(split, count) {
  const cards = split.flat();
  const ends = split.map((_, at) => split.slice(0, at + 1).flat().length).slice(0, -1);
  const even = Math.ceil(count / 2);
  const cut = ends.sort((a, b) => Math.abs(a - even) - Math.abs(b - even))[0];
  if (!cut || Math.max(cut, count - cut) > ROW_MAX) return [[cards.slice(0, even)], [cards.slice(even)]];
  const upper = split.filter((_, at) => split.slice(0, at + 1).flat().length <= cut);
  return [upper, split.slice(upper.length)];
}

function layRow(row, nodes, { width, cardWidth, top, bow }) {
  const count = row.flat().length;
  const gap = row.length > 1 ? cardWidth * 0.2 : 0;
  const room = width - cardWidth - gap * (row.length - 1);
  const step = Math.min(cardWidth * (bow ? 0.74 : 0.86), count > 1 ? room / (count - 1) : 0);
  const used = step * (count - 1) + gap * (row.length - 1) + cardWidth;
  const middle = (count - 1) / 2;
  let at = 0;
  row.forEach((group, number) => {
    for (const card of group) {
      const node = nodes.get(card);
      const x = (width - used) / 2 + at * step + number * gap;
      node.style.setProperty("--x", `${x.toFixed(1)}px`);
      node.style.setProperty("--y", `${(top + (at - middle) ** 2 * bow + 18).toFixed(1)}px`);
      node.style.setProperty("--turn", bow ? `${((at - middle) * 0.7).toFixed(2)}deg` : "0deg");
      at += 1;
    }
  });
}

/** New cards come from the pile they were taken from. */
function enter(nodes, source) {
  const from = placeOf(source ?? ".pile-stock .card");
  if (calm() || !from?.width) return;
  nodes.forEach((node, at) => {
    const to = node.getBoundingClientRect();
    node.animate([{ translate: `${from.left - to.left}px ${from.top - to.top}px`, opacity: 0.2 }, { translate: "0 0", opacity: 1 }], {
      duration: 340, delay: nodes.length > 1 ? at * 45 : 0, easing: "cubic-bezier(.2,.8,.3,1)", fill: "backwards",
    });
  });
}

export function focusCard(ui, card) {
  ui.focused = card;
  for (const node of box.children) node.tabIndex = node.dataset.card === card ? 0 : -1;
  byId(`hand-${card}`)?.focus({ preventScroll: true });
}
