/* The shuffle of scheme 1, step by step as rummy/fairness describes it, with nothing but WebCrypto. */

const encoder = new TextEncoder();

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Parts with their lengths in front (4 bytes, big-endian). */
export function pack(...parts) {
  const chunks = parts.flatMap((part) => {
    const bytes = typeof part === "string" ? encoder.encode(part) : part;
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, bytes.length);
    return [length, bytes];
  });
  return join(chunks);
}

function join(chunks) {
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** SHA-256 over parts, in hexadecimal. */
export const digest = async (...parts) => hexOf(await crypto.subtle.digest("SHA-256", pack(...parts)));

/** What the seed was drawn for: this table's round, an earlier one, or one deal for many tables. */
const boundTo = (proof) => (proof.dealt_before ?? (proof.shared_deal === undefined ? [proof.table, proof.round] : [0, proof.shared_deal])).map(String);

export const commitment = (proof) =>
  digest("jeton/commitment", String(proof.scheme), ...boundTo(proof), bytesOf(proof.server_seed));

/** Bytes without end: HMAC-SHA512 blocks 0, 1, 2, … */
async function* stream(proof, purpose) {
  const key = await crypto.subtle.importKey("raw", bytesOf(proof.server_seed), { name: "HMAC", hash: "SHA-512" }, false, ["sign"]);
  const seeds = proof.client_seeds;
  const message = pack("jeton/stream", String(proof.scheme), purpose, ...boundTo(proof), String(seeds.length), ...seeds);
  for (let counter = 0; ; counter += 1) {
    const number = new Uint8Array(8);
    new DataView(number.buffer).setBigUint64(0, BigInt(counter));
    yield* new Uint8Array(await crypto.subtle.sign("HMAC", key, join([message, number])));
  }
}

/** A fair number under `bound`: values of an incomplete last cycle are thrown away. */
async function below(bound, bytes) {
  let width = 0;
  while (256 ** width < bound) width += 1;
  const values = 256 ** width;
  const fair = values - (values % bound);
  for (;;) {
    let value = 0;
    for (let taken = 0; taken < width; taken += 1) value = value * 256 + (await bytes.next()).value;
    if (value < fair) return value % bound;
  }
}

/** What there is in the order that this purpose's stream gives it. */
export async function shuffled(proof, purpose, things) {
  const bytes = stream(proof, purpose);
  const order = [...things];
  for (let bound = order.length; bound > 1; bound -= 1) {
    const chosen = await below(bound, bytes);
    [order[bound - 1], order[chosen]] = [order[chosen], order[bound - 1]];
  }
  return order;
}

/** A server seed that follows from these, as hexadecimal digits. */
export async function derivedSeed(proof, purpose) {
  const seed = new Uint8Array(proof.server_seed.length / 2);
  const bytes = stream(proof, purpose);
  for (let at = 0; at < seed.length; at += 1) seed[at] = (await bytes.next()).value;
  return hexOf(seed);
}

export const deckOf = (proof) => shuffled(proof, "deck", proof.canonical_deck);

/** The lot falls before players give seeds: all of them count as empty. */
export function firstDealer(proof) {
  const seeds = proof.client_seeds.map(() => "");
  return below(seeds.length, stream({ ...proof, client_seeds: seeds }, "first-dealer"));
}

export const isDeal = (event) => event.type === "round_dealt" || event.type === "cards_dealt";
const playersOf = (proof) => proof.seats.map((place) => place.player.id);
const dealtTo = (proof) => playersOf(proof).slice(0, proof.events.find(isDeal).hands.length);

/** Whether this seat deals for the reason that is given: the lot, the cards drawn for places, or an earlier round. */
async function dealerHolds(proof) {
  if (!proof.dealing) return false;
  const { reason, before, out } = proof.dealing;
  if (proof.events && proof.events.find(isDeal)?.dealer !== proof.dealer) return false;
  if ((reason === "dealt_before") !== (proof.dealt_before !== undefined)) return false;
  if (reason === "dealt_before") return proof.round === 1 && !before && !out.length && isPlayedOn(proof);
  if (reason === "lot" || reason === "seats_drawn") {
    const due = reason === "lot" ? await firstDealer(proof) : 0;
    return proof.round === 1 && !before && !out.length && (reason === "lot") === !proof.seats_drawn && proof.dealer === due;
  }
  if (reason === "paired") {
    const isFirst = proof.round === 1 && !before && !out.length && proof.dealer === 0;
    return isFirst && !proof.seats_drawn && proof.terms.settlement === "tournament";
  }
  if (!before || reason !== reasonDue(proof)) return false;
  const start = { winner: before.winner, again: before.dealer, loser: before.winner + 1 }[reason] ?? before.dealer + 1;
  const sitting = playersOf(proof);
  const here = dealtTo(proof);
  const circle = before.players.map((_, step) => before.players[(start + step) % before.players.length]);
  if (before.table === proof.table) {
    if (circle.some((player) => !here.includes(player) && !out.includes(player))) return false;
    if (out.some((player) => !circle.includes(player)) || circle.every((player) => out.includes(player))) return false;
    if (out.some((player) => here.includes(player)) && !proof.terms.rebuys_max) return false;
  }
  const following = circle.find((player) => sitting.includes(player) && !out.includes(player));
  return following !== undefined && following === sitting[proof.dealer];
}

/** Whether it may be dealt what was dealt before: where a finished round is played on, for nothing. */
function isPlayedOn({ table, terms, dealt_before: [earlier], seats_drawn: drawn }) {
  return Boolean(terms.played_on) && earlier < table && terms.training && !terms.stake_chips && terms.settlement !== "tournament" && !drawn;
}

const KEPT = ["server_seed", "commitment", "client_seeds", "deck", "dealer"];

/** Whether a round that is played on is dealt what the record of that round proves. */
export async function dealtAsBefore(proof, earlier) {
  const checks = await verify(earlier);
  return checks.every(([, good]) => good) && KEPT.every((part) => JSON.stringify(proof[part]) === JSON.stringify(earlier[part]));
}

/** The one reason that fits a deal which follows from this round (GIN-10, GIN-12, GER-2); null when none does. */
function reasonDue({ table, round, dealing: { before, out }, terms, seats }) {
  if (before.table === table) {
    if (before.round !== round - 1) return null;
    const way = terms.rules.next_dealer;
    if (way !== "clockwise" && before.winner === null) return "again";
    return { winner: "winner", loser: "loser", alternate: "left", clockwise: "left" }[way] ?? null;
  }
  if (round !== 1 || before.table > table || out.length) return null;
  if (terms.settlement === "tournament") return "table_goes_on";
  const sorted = (ids) => [...ids].sort((a, b) => a - b).join(" ");
  return before.round === 1 && sorted(before.players) === sorted(playersOf({ seats })) ? "rematch" : null;
}

/** Whether a record tells of an earlier round what that round's own record proves. */
export async function followsFrom({ dealing: { before } }, earlier) {
  const checks = await verify(earlier);
  const same = [
    before.table === earlier.table,
    before.round === earlier.round,
    before.dealer === earlier.dealer,
    before.winner === (earlier.score?.winner ?? null),
    before.players.join(" ") === dealtTo(earlier).join(" "),
  ];
  return checks.every(([, good]) => good) && same.every(Boolean);
}

const RANKS = "A23456789TJQK";
const place = (card) => (card[0] === "X" ? [10, 0, Number(card[1])] : [Number(card[2] ?? 1), "shdc".indexOf(card[1]), RANKS.indexOf(card[0])]);

/** The one order a shuffle may start from: packs, suits s h d c, ranks A … K, jokers last; each card once. */
export function isCanonical(cards) {
  const places = cards.map(place);
  return places.every((now, at) => at === 0 || now.reduce((found, part, level) => found || part - places[at - 1][level], 0) > 0);
}

/** Every check with its outcome. */
export async function verify(proof) {
  const deck = await deckOf(proof);
  const checks = [
    ["commitment", (await commitment(proof)) === proof.commitment],
    ["canonical", isCanonical(proof.canonical_deck)],
    ["deck", deck.join(" ") === proof.deck.join(" ") && (boundTo(proof)[0] !== "0" || !proof.client_seeds.some(Boolean))],
  ];
  if (proof.dealing || proof.events) checks.push(["dealer", await dealerHolds(proof)]);
  return checks;
}

/** One card at a time from the dealer's left, then the upcard if there is one, the rest is stock. Who deals may have one
    card more, and whoever finds a joker at the cut one less (GER-3, GER-V7): `hand_counts` says so. */
export function dealtFrom({ deck }, dealt) {
  if (dealt.type === "cards_dealt") return rommeDealtFrom(deck, dealt);
  const seats = dealt.hands.length;
  const cards = dealt.hands.flat().length;
  const handsHold = dealt.hands.every((hand, seat) => {
    const first = (seat - dealt.dealer - 1 + seats) % seats;
    const due = deck.slice(0, cards).filter((_, at) => at % seats === first);
    return due.length === hand.length && due.every((card) => hand.includes(card));
  });
  const rest = new Set(deck.slice(cards + 1));
  return handsHold && deck[cards] === dealt.upcard && (dealt.stock ?? [...rest]).every((card) => rest.has(card));
}

/** The deal of the table-melding family, done again card by card. */
function rommeDealtFrom(deck, dealt) {
  const seats = dealt.hands.length;
  const held = dealt.hands.map(() => []);
  if (dealt.cut) held[(dealt.dealer + seats - 1) % seats].push(dealt.cut);
  const rest = dealt.cut ? deck.slice(0, -1) : [...deck];
  while (held.some((hand, seat) => hand.length < dealt.hand_counts[seat])) {
    for (let step = 1; step <= seats; step += 1) {
      const seat = (dealt.dealer + step) % seats;
      if (held[seat].length < dealt.hand_counts[seat]) held[seat].push(rest.shift());
    }
  }
  const upcardHolds = !dealt.upcard || rest.shift() === dealt.upcard;
  const stock = typeof dealt.stock === "string" ? dealt.stock.split(" ").filter(Boolean) : dealt.stock ?? [];
  return upcardHolds && stock.reverse().join(" ") === rest.join(" ") && held.every((hand, seat) => [...hand].sort().join(" ") === [...dealt.hands[seat]].sort().join(" "));
}
