/* Translated words. The catalogue script of the page sets `django`; without it the English stays. */
const django = globalThis.django ?? {};

export const _ = django.gettext ?? ((text) => text);
export const ngettext = django.ngettext ?? ((one, many, count) => (count === 1 ? one : many));

/** fill("%(name)s draws", {name: "Anna"}) */
export function fill(text, facts) {
  return text.replace(/%\((\w+)\)s/g, (whole, name) => (name in facts ? facts[name] : whole));
}

export const language = document.documentElement.lang || "en";
const grouped = new Intl.NumberFormat(language, { useGrouping: "always" });

export function number(value) {
  return grouped.format(value).replace("-", "−");
}

export function signed(value) {
  return value > 0 ? `+${number(value)}` : number(value);
}

/** Points of an estimate, which is good for tenths and no more. */
export const tenth = (points) => signed(Math.round(10 * points) / 10);

/** Whole percent, never broken over two lines. */
export const percent = (value) => `${number(Math.round(value))}\u00a0%`;

export function points(value) {
  return fill(ngettext("%(count)s point", "%(count)s points", Math.abs(value)), { count: number(value) });
}

export function list(words) {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(words);
}

const RANKS = { A: () => _("ace"), T: () => "10", J: () => _("jack"), Q: () => _("queen"), K: () => _("king") };
const SUITS = { s: () => _("spades"), h: () => _("hearts"), d: () => _("diamonds"), c: () => _("clubs") };

export const rankName = (rank) => (RANKS[rank] ? RANKS[rank]() : rank);
export const suitName = (suit) => SUITS[suit]();

/** "7h" → "7 of hearts", "Herz 7" */
export function cardName(card) {
  if (card[0] === "X") return card.includes("=") ? fill(_("joker as %(card)s"), { card: cardName(card.split("=")[1]) }) : _("joker");
  return fill(_("%(rank)s of %(suit)s"), { rank: rankName(card[0]), suit: suitName(card[1]) });
}
