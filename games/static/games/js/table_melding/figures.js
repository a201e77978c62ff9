/* Melds of the table-melding games: which ones cards can make, what fits onto them, what they are worth (GER-4 … GER-6,
   R500-5 … R500-7). The server decides; this only previews. A joker in a meld is written with the card it stands for. */
import { isJoker, rank, suit } from "../cards.js";
import { faceOf, heldOf } from "../melds.js";

const RANKS = "A23456789TJQK";
const SUITS = "shdc";
const PLACES = 14; // of a run: low ace, two … king, high ace
const HIGH_ACE = 13;

/** The numbers of melding and counting at this table. */
export function lawsOf({ rules: { play } }) {
  return { values: play.place_values, three: play.jokers_in_three, longer: play.jokers_in_longer, held: play.held_values, joker: play.joker_held, strict: play.strict_joker_exchange };
}

/** [seat, its melds] in the order in which they first laid any; seat null where melds belong to nobody. */
export function byOwner(melds) {
  const owners = [...new Set(melds.map((meld) => meld.seat))];
  return owners.map((seat) => [seat, melds.filter((meld) => meld.seat === seat)]);
}

export const jokersAllowed = (size, laws) => (size <= 3 ? laws.three : laws.longer);
const jokersIn = (cards) => cards.filter(isJoker).length;
const naturalsIn = (cards) => cards.filter((card) => !isJoker(card));
const faceAt = (place, colour) => RANKS[place % 13] + colour;
const plain = (card) => card.slice(0, 2); // without its pack

/** Every meld these cards make, each {kind, first, cards, points}: more than one where a joker could lie at either end. */
export function figuresOf(cards, laws) {
  const held = cards.map(heldOf);
  const naturals = naturalsIn(held);
  if (held.length < 3 || !naturals.length || jokersIn(held) > jokersAllowed(held.length, laws)) return [];
  return [setOf(held, naturals, laws), ...runsOf(held, naturals, laws)].filter(Boolean);
}

function setOf(held, naturals, laws) {
  const suits = naturals.map(suit);
  if (held.length > 4 || new Set(naturals.map(rank)).size > 1 || new Set(suits).size < suits.length) return null;
  const missing = [...SUITS].filter((colour) => !suits.includes(colour));
  const laid = held.map((card) => (isJoker(card) ? `${card}=${RANKS[rank(naturals[0])]}${missing.shift()}` : card));
  laid.sort((a, b) => SUITS.indexOf(suit(faceOf(a))) - SUITS.indexOf(suit(faceOf(b))));
  const first = rank(naturals[0]);
  return { kind: "set", first, cards: laid, points: laid.length * laws.values[first || HIGH_ACE] };
}

function runsOf(held, naturals, laws) {
  if (new Set(naturals.map(suit)).size > 1) return [];
  const starts = Array.from({ length: Math.max(0, PLACES - held.length + 1) }, (_, at) => at);
  return starts.map((first) => runFrom(first, held, naturals, laws)).filter(Boolean);
}

function runFrom(first, held, naturals, laws) {
  const places = new Map();
  const end = first + held.length;
  for (const card of naturals) {
    const place = [rank(card), rank(card) === 0 ? HIGH_ACE : -1].find((at) => at >= first && at < end && !places.has(at));
    if (place === undefined) return null;
    places.set(place, card);
  }
  const jokers = held.filter(isJoker);
  const cards = held.map((_, at) => places.get(first + at) ?? `${jokers.shift()}=${faceAt(first + at, suit(naturals[0]))}`);
  return { kind: "run", first, cards, points: laws.values.slice(first, end).reduce((sum, one) => sum + one, 0) };
}

/** A meld lying on the table, understood. */
function read({ kind, cards }) {
  const naturals = naturalsIn(cards);
  return { kind, cards, naturals, jokers: jokersIn(cards), first: rank(faceOf(cards[0])), missing: [...SUITS].filter((colour) => !naturals.some((card) => suit(card) === colour)) };
}

/** The ways this card may be laid off on the meld, as it would be named: a joker may fit at both ends. */
export function layOffsOn(meld, card, laws) {
  const lying = read(meld);
  const joker = isJoker(card);
  if (joker && lying.jokers + 1 > jokersAllowed(meld.cards.length + 1, laws)) return [];
  if (lying.kind === "set") {
    if (meld.cards.length > 3) return [];
    if (joker) return [`${card}=${RANKS[lying.first]}${[...SUITS].find((colour) => !meld.cards.some((one) => suit(faceOf(one)) === colour))}`];
    return rank(card) === lying.first && lying.missing.includes(suit(card)) ? [card] : [];
  }
  const colour = suit(faceOf(meld.cards[0]));
  const ends = [lying.first - 1, lying.first + meld.cards.length].filter((place) => place >= 0 && place < PLACES).map((place) => faceAt(place, colour));
  return joker ? [...new Set(ends)].map((face) => `${card}=${face}`) : ends.includes(plain(card)) ? [card] : [];
}

/** The jokers of the meld in whose place this card may be put (GER-9, GER-V3, R500-6). */
export function exchangesOn(meld, card, laws) {
  if (isJoker(card)) return [];
  const { kind, naturals, first, missing } = read(meld);
  const fits = (joker) => (kind === "run" ? plain(faceOf(joker)) === plain(card)
    : rank(card) === first && missing.includes(suit(card)) && (!laws.strict || naturals.length === 3));
  return meld.cards.filter((one) => isJoker(one) && fits(one)).map(heldOf);
}

/** What a card counts in the hand at the end. */
export const heldValue = (card, laws) => (isJoker(card) ? laws.joker : laws.held[rank(card)]);

/** The natural melds of a hand that hold most points together, for sorting; the rest stays loose. */
export function grouped(hand, laws) {
  const cards = naturalsIn(hand).slice(0, 30);
  const melds = naturalMelds(cards, laws);
  const seen = new Map();
  function search(mask) {
    if (!mask) return { points: 0, melds: [] };
    if (seen.has(mask)) return seen.get(mask);
    const low = 31 - Math.clz32(mask & -mask);
    let best = search(mask & (mask - 1));
    for (const meld of melds[low] ?? []) {
      if ((meld.mask & mask) !== meld.mask) continue;
      const rest = search(mask & ~meld.mask);
      if (rest.points + meld.points > best.points) best = { points: rest.points + meld.points, melds: [meld.cards, ...rest.melds] };
    }
    seen.set(mask, best);
    return best;
  }
  const best = search(cards.length ? 2 ** cards.length - 1 : 0).melds;
  const used = new Set(best.flat());
  return { melds: best, deadwood: hand.filter((card) => !used.has(card)) };
}

/** By the lowest place of their cards in the hand. */
function naturalMelds(cards, laws) {
  const found = [];
  const copies = (face) => cards.filter((card) => plain(card) === face);
  const add = (faces) => {
    for (const chosen of product(faces.map(copies))) {
      const mask = chosen.reduce((sum, card) => sum | (1 << cards.indexOf(card)), 0);
      const [figure] = figuresOf(chosen, laws);
      if (figure) (found[31 - Math.clz32(mask & -mask)] ??= []).push({ mask, cards: figure.cards, points: figure.points });
    }
  };
  for (const of of RANKS) {
    const four = [...SUITS].map((colour) => of + colour);
    [four, ...four.map((left) => four.filter((card) => card !== left))].forEach(add);
  }
  for (const colour of SUITS) {
    for (let first = 0; first < 12; first += 1) {
      for (let length = 3; first + length <= PLACES; length += 1) {
        const faces = Array.from({ length }, (_, at) => faceAt(first + at, colour));
        if (!faces.every((face) => copies(face).length)) break;
        if (length < 14) add(faces);
      }
    }
  }
  return found;
}

/** One of each, in every way, as long as there are few ways. */
function product(choices) {
  if (choices.some((cards) => !cards.length)) return [];
  return choices.reduce((ways, cards) => (ways.length > 8 ? ways.map((way) => [...way, cards[0]]) : ways.flatMap((way) => cards.map((card) => [...way, card]))), [[]]);
}
