/* A finished tournament played again, lot by lot, as docs/fairness.md describes it: who is in, who sits where, and why. */
import { commitment, derivedSeed, digest, shuffled } from "/static/games/js/replay/fairness.js";

export class Refused extends Error {}

export function require(holds, reason) {
  if (!holds) throw new Refused(reason);
}

const ascending = (numbers) => [...numbers].sort((a, b) => a - b);
const same = (one, other) => one.length === other.length && one.every((value, at) => value === other[at]);
const sameNumbers = (one, other) => same(ascending(one), ascending(other));

/** The tables of each stage of a bracket: the fewest at the first from which whole sizes lead to one. */
function bracketTables(players, seats) {
  let tables = Math.ceil(players / seats);
  while (!sizesOf(tables, seats)) tables += 1;
  const counts = [tables];
  for (const size of sizesOf(tables, seats)) if (size > 1) counts.push(counts.at(-1) / size);
  return counts;
}

/** The fewest table sizes whose product this is, large ones preferred, the largest last; null when there are none. */
function sizesOf(tables, seats) {
  if (tables === 1) return [1];
  const found = tables <= seats ? [[tables]] : [];
  for (let size = 2; size <= seats && size < tables; size += 1) {
    const before = tables % size ? null : sizesOf(tables / size, seats);
    if (before) found.push([...before, size].sort((a, b) => a - b));
  }
  const order = (one, other) => one.length - other.length || compared(other.toReversed(), one.toReversed());
  return found.sort(order)[0] ?? null;
}

const compared = (one, other) => one.reduce((found, size, at) => found || size - other[at], 0);

export class Course {
  constructor(proof) {
    this.proof = proof;
    this.players = new Map(); // by entry: who plays for it
    this.seeds = new Map();
    this.inside = new Set();
    this.lost = new Set();
    this.moves = new Map();
    this.tables = new Map(); // entries by seat
    this.opened = 0;
    this.begun = false;
    this.lots = [];
    this.breaking = { table: 0, order: [] };
    this.stage = 0;
    this.boards = []; // of the stage: the deals of its rounds
    this.scores = new Map();
    this.games = new Map(); // by table and round
    this.matches = [];
    this.circle = []; // who sits at a single table, in its order
    this.lotsDrawn = 0;
    this.byHand = 0;
    this.asRound = { ...proof, table: proof.tournament, round: 0, client_seeds: [proof.entrants_seed] };
  }

  /** Follow it to its end. Refused unless every seat follows from the lots. */
  async follow() {
    require(this.proof.scheme === 1 && this.proof.server_seed.length === 256, "scheme");
    require((await commitment(this.asRound)) === this.proof.commitment, "commitment");
    for (const event of this.proof.course) await this[event.type](event);
    require(!this.lots.length, "a lot was drawn and not used");
  }

  entered({ entry, player, seed }) {
    require(entry > Math.max(0, ...this.players.keys()), "entries are out of order");
    this.players.set(entry, player);
    this.moves.set(entry, 0);
    this.inside.add(entry);
    if (!this.begun) this.seeds.set(entry, seed);
  }

  withdrawn({ entry }) {
    require(!this.begun, "somebody withdrew after the start");
    for (const one of [this.players, this.seeds, this.inside]) one.delete(entry);
  }

  left({ entry }) {
    require(this.inside.delete(entry), "who left was not in");
    this.standUp(entry);
  }

  back({ entry }) {
    require(this.players.has(entry) && !this.inside.has(entry), "who is in cannot come back");
    this.inside.add(entry);
  }

  substituted({ entry, player }) {
    require(this.players.has(entry), "an unknown entry was substituted");
    this.players.set(entry, player);
  }

  async drawn({ purpose, among }) {
    if (!this.begun) {
      this.begun = true;
      require((await this.entrantsSeed()) === this.proof.entrants_seed, "other seeds were given");
    }
    require(among.length && among.every((number, at) => !at || number > among[at - 1]), "a lot is not in order");
    this.lots.push({ purpose, among, order: await shuffled(this.asRound, `tournament:${purpose}`, among) });
    this.lotsDrawn += 1;
  }

  async entrantsSeed() {
    const given = ascending(this.inside).map((entry) => [String(entry), this.seeds.get(entry)]);
    if (!given.some(([, seed]) => seed)) return "";
    return digest("jeton/entrants", "1", String(this.proof.tournament), ...given.flat());
  }

  /** The outcome of the lot that has to come next. */
  lot(purpose, among) {
    require(this.lots.length, "no lot was drawn");
    const lot = this.lots.shift();
    require(purpose.test(lot.purpose), "another lot was due");
    require(sameNumbers(lot.among, among), "a lot fell on others than it should");
    return lot.order;
  }

  field_seated({ tables, stage, first_table: first }) {
    const purpose = stage ? `stage:${stage}` : this.opened ? "final-table" : "seats";
    const order = this.lot(new RegExp(`^${purpose}$`), this.inside);
    require(tables === Math.ceil(order.length / this.proof.seats), "more or fewer tables than it takes");
    this.openTables(first, tables);
    order.forEach((entry, place) => this.sit(entry, first + (place % tables), Math.floor(place / tables)));
  }

  table_opened({ table }) {
    require(table === this.opened + 1, "tables are opened in order");
    this.opened = table;
    this.tables.set(table, new Map());
  }

  table_closed({ table }) {
    require(this.tables.get(table)?.size === 0, "a table was closed with players at it");
    this.tables.delete(table);
  }

  seated(event) {
    this.sit(event.entry, event.table, this.seatByLot(event));
  }

  moved(event) {
    const { entry, from_table: from } = event;
    require([...this.tables.get(from).values()].includes(entry), "who was moved did not sit there");
    if (event.by_hand) this.byHand += 1;
    else this.requireWhomItHits(entry, from);
    const seat = event.by_hand ? event.seat : this.seatByLot(event);
    this.standUp(entry);
    this.sit(entry, event.table, seat);
    this.moves.set(entry, this.moves.get(entry) + 1);
  }

  /** A broken table empties in the order of its lot; else one of those moved least goes. */
  requireWhomItHits(entry, table) {
    const here = [...this.tables.get(table).values()];
    if (this.breaking.table !== table || !this.breaking.order.length) {
      if (!this.lots[0]?.purpose.startsWith("break:")) {
        const fewest = Math.min(...here.map((one) => this.moves.get(one)));
        const least = here.filter((one) => this.moves.get(one) === fewest);
        const order = this.lot(new RegExp(`^move:\\d+:${table}:${here.length}$`), least);
        require(order[0] === entry, "somebody else should have been moved");
        return;
      }
      this.breaking = { table, order: [...this.lot(new RegExp(`^break:\\d+:${table}$`), here)] };
    }
    require(this.breaking.order.shift() === entry, "the lot for a broken table was not kept");
  }

  seatByLot({ table, entry, seat }) {
    const free = Array.from({ length: this.proof.seats }, (_, at) => at).filter((at) => !this.tables.get(table).has(at));
    const order = this.lot(new RegExp(`^seat:\\d+:${table}:${entry}$`), free);
    require(order[0] === seat, "the lot fell on another seat");
    return seat;
  }

  stage_opened(event) {
    const { stage, tables, byes } = event;
    const { seats, knocks_out: knocksOut, stays_together: staysTogether } = this.proof;
    const staying = [...this.inside].filter((entry) => !this.lost.has(entry));
    require(sameNumbers([...tables.flat(), ...byes], staying), "a stage without somebody who is in");
    require(stage > this.stage, "stages are played in order");
    require(tables.every((table) => table.length <= seats), "more players than seats");
    this.skipStagesWithoutTables(stage);
    if (staysTogether) this.requireCircle(event);
    else if (this.lots[0]?.purpose === "circle") this.requireSchedule(event);
    else if (knocksOut) {
      this.requireBracket(event);
      tables.forEach((table, number) => {
        require(same(this.lot(new RegExp(`^seats:${stage}:${number}$`), table), table), "the lot for the seats was not kept");
      });
    } else this.lot(new RegExp(`^pairing:${stage}$`), this.inside);
    this.stage = stage;
    this.boards = [];
    this.openTables(event.first_table, tables.length);
    tables.forEach((table, number) => table.forEach((entry, seat) => this.sit(entry, event.first_table + number, seat)));
  }

  async boards_dealt({ stage, deals }) {
    require(stage === this.stage && this.proof.boards, "boards of another stage");
    for (const [at, [deal, promise]] of deals.entries()) {
      const seed = await derivedSeed(this.asRound, `tournament:board:${stage}:${at + 1}`);
      const due = (this.proof.tournament * 10_000 + stage) * 1_000 + at + 1;
      const kept = deal === due && (await commitment({ scheme: 1, shared_deal: due, server_seed: seed })) === promise;
      require(kept, "a board does not follow from the seed");
      this.boards.push(deal);
    }
  }

  /** Where all who would have met were taken out, the stage after that was drawn, too. */
  skipStagesWithoutTables(stage) {
    for (const purpose of ["bracket", "circle", `pairing:${stage}`]) {
      const last = this.lots.map((lot) => lot.purpose).lastIndexOf(purpose);
      for (const skipped of this.lots.splice(0, Math.max(0, last))) {
        const own = /^(?:pairing|seats):(\d+)(?::\d+)?$/.exec(skipped.purpose);
        require(skipped.purpose === purpose || (own && Number(own[1]) < stage), "a lot was not used");
      }
    }
  }

  /** At a single table the seats are drawn once, and whoever stays stays in order. */
  requireCircle({ stage, tables: [table], after }) {
    const due = after === null ? this.lot(new RegExp(`^seats:${stage}$`), table) : this.circle.filter((one) => table.includes(one));
    require(same(due, table), "places were changed");
    this.circle = table;
  }

  requireBracket({ tables, byes }) {
    const order = this.lot(/^bracket$/, this.players.keys());
    let groups = [];
    for (const count of bracketTables(order.length, this.proof.seats)) {
      groups = Array.from({ length: count }, () => []);
      order.forEach((entry, position) => {
        if (this.inside.has(entry) && !this.lost.has(entry)) groups[position % count].push(entry);
      });
      if (groups.some((group) => group.length > 1)) break;
    }
    const played = groups.filter((group) => group.length > 1);
    const holds = played.length === tables.length && played.every((group, at) => sameNumbers(group, tables[at]));
    require(holds && same(groups.filter((group) => group.length === 1).flat(), byes), "the bracket is another one");
  }

  requireSchedule({ stage, tables, byes }) {
    const order = this.lot(/^circle$/, this.players.keys());
    const circle = order.length % 2 ? [null, ...order] : order;
    const lap = Math.floor((stage - 1) / (circle.length - 1));
    const turn = (stage - 1) % (circle.length - 1);
    const placed = [circle[0], ...circle.slice(1 + turn), ...circle.slice(1, 1 + turn)];
    const due = { tables: [], byes: [] };
    for (let board = 0; board < placed.length / 2; board += 1) {
      const pair = [placed[board], placed[placed.length - 1 - board]].filter((entry) => this.inside.has(entry));
      if (pair.length === 2) due.tables.push((lap + (board || turn)) % 2 ? pair.reverse() : pair);
      else due.byes.push(...pair);
    }
    require(JSON.stringify(due) === JSON.stringify({ tables, byes }), "the schedule is another one");
  }

  scored({ entry, score, lost }) {
    this.scores.set(entry, { score, lost });
    if (lost) this.lost.add(entry);
  }

  stage_closed() {
    if (this.proof.knocks_out) {
      for (const number of ascending(this.tables.keys())) this.requireWinner(number, [...this.tables.get(number).values()]);
    }
    this.scores = new Map();
    this.tables = new Map();
  }

  /** Only who is best goes on; among several the lot decides where one was drawn. */
  requireWinner(number, entries) {
    const staying = entries.filter((entry) => this.inside.has(entry));
    const able = staying.length ? staying : entries;
    const best = Math.max(...able.map((entry) => this.scores.get(entry).score));
    const level = able.filter((entry) => this.scores.get(entry).score === best);
    const through = entries.filter((entry) => !this.scores.get(entry).lost);
    require(through.length && through.every((entry) => level.includes(entry)), "somebody else won a table");
    const lot = this.lots[0];
    if (lot?.purpose !== `tie:${this.stage}:${number}`) return;
    require(lot.among.length > 1 && lot.among.every((entry) => level.includes(entry)), "a lot among others than the best");
    require(same(through, [this.lots.shift().order[0]]), "the lot for a tie was not kept");
  }

  dealt(event) {
    const { table, round, game_table: game } = event;
    const sitting = [...this.tables.get(table)].sort(([one], [other]) => one - other).map(([, entry]) => entry);
    require(same(event.entries, sitting), "others were dealt to");
    require(round === 1 || this.games.has(`${table}:${round - 1}`), "a round is missing");
    require(!this.matches.some((match) => match.game_table === game), "one match was told twice");
    const before = this.proof.stays_together ? this.matches.at(-1)?.game_table : this.games.get(`${table}:${round - 1}`);
    this.games.set(`${table}:${round}`, game);
    require(this.boards.length > 0 === this.proof.boards, "a table was dealt other cards");
    this.matches.push({ ...event, players: sitting.map((entry) => this.players.get(entry)), before: before ?? null, due: this.stage ? "paired" : "lot", boards: this.boards });
  }

  /** All that were open are closed, and everybody stands. */
  openTables(first, count) {
    require(first === this.opened + 1, "tables are opened in order");
    this.tables = new Map(Array.from({ length: count }, (_, at) => [first + at, new Map()]));
    this.opened += count;
  }

  sit(entry, table, seat) {
    require(this.inside.has(entry), "who is not in has no seat");
    for (const there of this.tables.values()) require(![...there.values()].includes(entry), "two places");
    require(seat >= 0 && seat < this.proof.seats && !this.tables.get(table).has(seat), "the seat is taken");
    this.tables.get(table).set(seat, entry);
  }

  standUp(entry) {
    for (const there of this.tables.values()) {
      for (const [seat, one] of there) if (one === entry) there.delete(seat);
    }
  }
}
