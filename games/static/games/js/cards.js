/* Cards as text ("7h", "Td2", "X1"): their order, their value, their picture. */
import { cardName } from "./words.js";

const RANKS = "A23456789TJQK";
const SUITS = "shcd"; // black and red take turns, so that neighbours in the hand differ
const SVG = "http://www.w3.org/2000/svg";

export const isJoker = (card) => card[0] === "X";
export const rank = (card) => RANKS.indexOf(card[0]);
export const suit = (card) => card[1];
export const value = (card) => (isJoker(card) ? 15 : Math.min(rank(card) + 1, 10));

const bySuit = (a, b) => SUITS.indexOf(suit(a)) - SUITS.indexOf(suit(b)) || rank(a) - rank(b) || a.localeCompare(b);
const byRank = (a, b) => rank(a) - rank(b) || SUITS.indexOf(suit(a)) - SUITS.indexOf(suit(b)) || a.localeCompare(b);

export const sortBySuit = (cards) => [...cards].sort(bySuit);
export const sortByRank = (cards) => [...cards].sort(byRank);

const root = document.documentElement.dataset;
const base = new URL("../cards/", import.meta.url);
const RETRY_MS = 2000;
const deck = document.body.appendChild(document.createElementNS(SVG, "svg"));
deck.setAttribute("class", "deck");
deck.setAttribute("aria-hidden", "true");

/** Bring the sprite into the page, once: a card drawn later must not wait for the network. */
export async function loadDeck() {
  const response = await fetch(`${base}${root.letters === "de" ? "de" : "en"}.svg`).catch(() => null);
  if (!response?.ok) {
    setTimeout(loadDeck, RETRY_MS);
    return;
  }
  const drawn = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  for (const symbol of drawn.children) symbol.id = `card-${symbol.id}`;
  deck.replaceChildren(...document.importNode(drawn, true).children);
}

/** The picture of a card, or of its back; decoration only, the name belongs to whoever holds it. */
export function picture(card) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("viewBox", "0 0 120 168");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("face");
  use.setAttribute("href", `#card-${card === "back" ? card : card.slice(0, 2)}`);
  svg.append(use);
  return svg;
}

/** A card lying open, with its name for those who listen. */
export function openCard(card, tag = "span") {
  const node = document.createElement(tag);
  node.className = "card";
  node.dataset.card = card;
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", cardName(card));
  node.append(picture(card));
  if (card.includes("=")) node.append(shortCard(card.split("=")[1]));
  return node;
}

/** The same where what holds it speaks for it: a pile, a meld one may press. */
export function silentCard(card) {
  const node = openCard(card);
  node.removeAttribute("role");
  node.removeAttribute("aria-label");
  node.setAttribute("aria-hidden", "true");
  return node;
}

const GERMAN = { Q: "D", J: "B" };

/** "K♦" for the eye, as small as a word; the long name belongs in the label. The style sheet writes the
    letter: were it text, a button's "10" would be missing in its name "ten of hearts". */
export function shortCard(card) {
  const node = document.createElement("span");
  node.className = "short-card";
  node.setAttribute("aria-hidden", "true");
  const letter = card[0] === "T" ? "10" : root.letters === "de" ? GERMAN[card[0]] ?? card[0] : card[0];
  node.dataset.letter = isJoker(card) ? "★" : letter;
  if (isJoker(card)) return node;
  const sign = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  sign.setAttribute("class", "suit");
  use.setAttribute("href", `#card-suit-${suit(card)}`);
  sign.append(use);
  node.append(sign);
  return node;
}

loadDeck();
