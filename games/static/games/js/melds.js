/* Arranging a hand for the eye, by the table's laws: sets, runs, runs round the corner, rainbow runs, jokers.
   The server decides; this only previews. A joker in a meld is written with the card it stands for: "X1=8h". */
import { isJoker, rank, suit } from "./cards.js";

const ORDINARY = { cyclic: false, rainbow: false, values: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10], joker: 15 };
const WAYS_MAX = 200;
const VARIANTS_MAX = 3;
const LONGEST = 11; // nobody holds more cards

/** The laws of melding at this table; whoever answers a knock may count by other values (GIN-S8). */
export function lawsOf({ rules: { melds, play } }, answering = false) {
  return { cyclic: melds.cyclic_runs, rainbow: melds.rainbow_runs, values: answering ? play.defender_rank_values : play.rank_values, joker: play.joker_value };
}

export const heldOf = (card) => card.split("=")[0];
export const faceOf = (card) => card.split("=")[1] ?? card;

const isSet = (faces) => faces.length > 2 && faces.length < 5 && faces.every((card) => rank(card) === rank(faces[0]));

/** The cards in their order when they are a run, else null. Round the corner a run starts after its gap. */
function run(faces, cyclic) {
  if (faces.length < 3 || faces.some((card) => isJoker(card) || suit(card) !== suit(faces[0]))) return null;
  const line = [...faces].sort((a, b) => rank(a) - rank(b));
  const gaps = line.map((card, at) => at).filter((at) => (at ? rank(line[at]) - rank(line[at - 1]) : rank(line[0]) + 13 - rank(line.at(-1))) !== 1);
  if (gaps.every((at) => at === 0)) return line;
  return cyclic && gaps.length === 1 ? [...line.slice(gaps[0]), ...line.slice(0, gaps[0])] : null;
}

const isRainbow = (faces) => faces.length === 4 && new Set(faces.map(suit)).size === 4 && new Set(faces.map(rank)).size === 4;

/** What was laid off on a run stands where it belongs in it. */
export function inOrder(cards, { cyclic } = ORDINARY) {
  const line = run([...new Set(cards.map(faceOf))], cyclic);
  return line ? line.flatMap((face) => cards.filter((card) => faceOf(card) === face)) : cards;
}

/** Whether a card may be laid off on a meld with what lies there already; the server has the last word. */
export function fits(card, lying, laws = ORDINARY) {
  const faces = [...new Set(lying.map(faceOf))];
  if (lying.includes(card)) return false;
  if (faces.includes(card)) return lying.some((one) => one !== card && faceOf(one) === card);
  if (isRainbow(faces)) return false;
  if (faces.some(isJoker)) return true; // a joker laid off before: only the server knows its place
  if (isJoker(card)) return isSet(faces) ? faces.length < 4 : faces.length < 13 && (laws.cyclic || !["A", "K"].every((end) => faces.some((one) => one[0] === end)));
  return isSet([...faces, card]) || run([...faces, card], laws.cyclic) !== null;
}

const RANKS = "A23456789TJQK";
const books = new Map();

/** Every meld there is under these laws, as the cards that lie or are stood for, in order. */
function patterns({ cyclic, rainbow }) {
  const key = `${cyclic} ${rainbow}`;
  if (!books.has(key)) books.set(key, [...sets(), ...runs(cyclic), ...(rainbow ? rainbows(cyclic) : [])]);
  return books.get(key);
}

function sets() {
  return [...RANKS].flatMap((of) => {
    const four = [..."shdc"].map((colour) => of + colour);
    return [four, ...four.map((left) => four.filter((card) => card !== left))];
  });
}

function runs(cyclic) {
  const found = [];
  for (let from = 0; from < 13; from += 1) {
    for (let length = 3; length <= LONGEST && (cyclic || from + length <= 13); length += 1) {
      for (const colour of "shdc") found.push(Array.from({ length }, (_, at) => RANKS[(from + at) % 13] + colour));
    }
  }
  return found;
}

function rainbows(cyclic) {
  const colours = ["hsdc", "hcds", "dshc", "dchs", "shcd", "sdch", "chsd", "cdsh"];
  const starts = [...RANKS].map((_, from) => from).filter((from) => cyclic || from + 4 <= 13);
  return starts.flatMap((from) => colours.map((four) => [...four].map((colour, at) => RANKS[(from + at) % 13] + colour)));
}

/** Subsets of `cards` with at most `most` of them. */
function* few(cards, most, from = 0) {
  yield [];
  for (let at = from; most > 0 && at < cards.length; at += 1) for (const rest of few(cards, most - 1, at + 1)) yield [cards[at], ...rest];
}

/** Melds these cards can make, those of the same cards and number of jokers together, by their lowest card's place. */
function meldsOf(natural, jokers, laws) {
  const place = new Map(natural.map((card, at) => [card, at]));
  const kinds = new Map();
  for (const faces of patterns(laws)) {
    const here = faces.filter((card) => place.has(card));
    const missing = faces.length - here.length;
    if (missing > jokers || !here.length) continue;
    for (const replaced of few(here, Math.min(jokers - missing, here.length - 1))) {
      const lying = here.filter((card) => !replaced.includes(card));
      const mask = lying.reduce((sum, card) => sum | (1 << place.get(card)), 0);
      const needed = faces.length - lying.length;
      const kind = kinds.get(`${mask} ${needed}`) ?? { mask, needed, variants: [] };
      if (kind.variants.length < VARIANTS_MAX) kind.variants.push(faces.map((card) => (lying.includes(card) ? card : `=${card}`)));
      kinds.set(`${mask} ${needed}`, kind);
    }
  }
  const byLowest = natural.map(() => []);
  for (const kind of kinds.values()) byLowest[31 - Math.clz32(kind.mask & -kind.mask)].push(kind);
  return byLowest;
}

/** All ways to arrange the cards that leave least deadwood, each {melds, deadwood, points}; `must` lies in a meld (GIN-S8). */
export function bestArrangements(cards, laws = ORDINARY, must = []) {
  const natural = cards.filter((card) => !isJoker(card));
  const wild = cards.filter(isJoker);
  const melds = meldsOf(natural, wild.length, laws);
  const seen = new Map();

  function search(mask, jokers) {
    if (!mask) return { points: jokers * laws.joker, ways: [[]] };
    const key = mask * 8 + jokers;
    if (seen.has(key)) return seen.get(key);
    const low = 31 - Math.clz32(mask & -mask);
    const loose = search(mask & (mask - 1), jokers);
    let best = { points: must.includes(natural[low]) ? Infinity : loose.points + laws.values[rank(natural[low])], ways: loose.ways };
    for (const kind of melds[low]) {
      if ((kind.mask & mask) !== kind.mask || kind.needed > jokers) continue;
      const rest = search(mask ^ kind.mask, jokers - kind.needed);
      const ways = rest.ways.map((way) => [kind, ...way]);
      if (rest.points < best.points) best = { points: rest.points, ways };
      else if (rest.points === best.points) best = { points: best.points, ways: [...best.ways, ...ways].slice(0, WAYS_MAX) };
    }
    seen.set(key, best);
    return best;
  }

  const { points, ways } = search((1 << natural.length) - 1, wild.length);
  return points === Infinity ? [] : ways.flatMap((way) => spelled(way, cards, wild, points)).slice(0, WAYS_MAX);
}

/** One way in all its spellings: for which cards its jokers may stand. */
function spelled(way, cards, wild, points) {
  let spellings = [[]];
  for (const { variants } of way) spellings = spellings.flatMap((melds) => variants.map((meld) => [...melds, meld])).slice(0, VARIANTS_MAX);
  const apart = spellings.filter(standApart);
  return (apart.length ? apart : spellings).map((spelling) => {
    const spare = [...wild];
    const melds = spelling.map((meld) => meld.map((card) => (card[0] === "=" ? spare.shift() + card : card)));
    const used = new Set(melds.flat().map(heldOf));
    return { melds, deadwood: cards.filter((card) => !used.has(card)), points };
  });
}

/** There is one of each card, so no two jokers stand for the same (GIN-S5). */
function standApart(melds) {
  const stoodFor = melds.flat().filter((card) => card[0] === "=");
  return new Set(stoodFor).size === stoodFor.length;
}

export const arrange = (cards, laws = ORDINARY) => bestArrangements(cards, laws)[0] ?? { melds: [], deadwood: [], points: 0 };
