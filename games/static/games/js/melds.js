/* Arranging a hand for the eye: sets and runs with least deadwood. The server decides; this only previews. */
import { isJoker, rank, suit, value } from "./cards.js";

export const isSet = (cards) => cards.length > 2 && cards.length < 5 && cards.every((card) => rank(card) === rank(cards[0]));

export function isRun(cards) {
  if (cards.length < 3 || cards.some((card) => suit(card) !== suit(cards[0]))) return false;
  const ranks = cards.map(rank).sort((a, b) => a - b);
  return ranks.every((at, index) => index === 0 || at === ranks[index - 1] + 1);
}

const WIDER = ["cyclic_runs", "rainbow_runs", "jokers"];

/** Whether the table's melds are the ordinary ones, which this file knows. */
export const isOrdinary = (terms) => !terms.house_rules.some((rule) => WIDER.includes(rule));

export const isMeld = (cards) => !cards.some(isJoker) && (isSet(cards) || isRun(cards));

/** Whether a card may be laid off on a meld; the server has the last word. */
export const fits = (card, meld) => isMeld([...meld, card]);

function allMelds(cards) {
  const found = [];
  for (let at = 0; at < 13; at += 1) {
    const same = cards.filter((card) => rank(card) === at && !isJoker(card));
    if (same.length > 2) found.push(same);
    if (same.length === 4) for (const left of same) found.push(same.filter((card) => card !== left));
  }
  for (const colour of "shdc") {
    const line = cards.filter((card) => suit(card) === colour && !isJoker(card)).sort((a, b) => rank(a) - rank(b));
    for (let from = 0; from < line.length; from += 1) {
      for (let to = from + 3; to <= line.length && isRun(line.slice(from, to)); to += 1) found.push(line.slice(from, to));
    }
  }
  return found;
}

export const deadwoodPoints = (cards) => cards.reduce((sum, card) => sum + value(card), 0);

/** All ways to arrange the cards that leave least deadwood, each {melds, deadwood, points}. */
export function bestArrangements(cards) {
  const melds = allMelds(cards);
  let best = [];
  const search = (from, used, chosen) => {
    const deadwood = cards.filter((card) => !used.has(card));
    const points = deadwoodPoints(deadwood);
    if (best.length === 0 || points < best[0].points) best = [];
    if (best.length === 0 || points === best[0].points) best.push({ melds: chosen, deadwood, points });
    for (let at = from; at < melds.length; at += 1) {
      if (melds[at].some((card) => used.has(card))) continue;
      search(at + 1, new Set([...used, ...melds[at]]), [...chosen, melds[at]]);
    }
  };
  search(0, new Set(), []);
  return best;
}

export const arrange = (cards) => bestArrangements(cards)[0] ?? { melds: [], deadwood: [], points: 0 };
