// A bot in an evening, with nothing but Node (20 or later): written from docs/openapi.yaml and docs/api.md.
//
//   node bot.mjs                          a match against a bot of the house
//   node bot.mjs --opponent nobody        … against whoever joins; prints the table's number
//   node bot.mjs --table 12               sits down at a table that waits
//   node bot.mjs --tournament 3           enters a tournament and plays it to the end

import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";

const { values: options } = parseArgs({
  options: {
    server: { type: "string", default: process.env.JETON ?? "http://localhost:8000" },
    token: { type: "string", default: process.env.JETON_TOKEN },
    table: { type: "string" },
    opponent: { type: "string", default: "casual" },
    points: { type: "string", default: "100" },
    stake: { type: "string", default: "0" },
    tournament: { type: "string" },
  },
});
const api = `${options.server}/api/v1`;
const RANKS = "A23456789TJQK";
const ATTEMPTS = 10;
let token = options.token;

class Problem extends Error {
  constructor(status, body, retryAfter) {
    super(`${body.code ?? status}: ${body.detail ?? ""}`);
    Object.assign(this, { status, code: body.code, rule: body.rule, facts: body.facts, retryAfter });
  }
}

const sleep = (seconds) => new Promise((wake) => setTimeout(wake, seconds * 1000));

// What changes something is sent with one key until there is an answer: it happens once.
async function call(method, path, body, key) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callOnce(method, path, body, key);
    } catch (error) {
      const repeatable = method === "GET" || key !== undefined;
      const again = error instanceof Problem ? [429, 503].includes(error.status) : repeatable;
      if (!again || attempt === ATTEMPTS) throw error;
      await sleep(error.retryAfter ?? Math.min(0.2 * 2 ** attempt, 8) * (0.5 + Math.random() / 2));
    }
  }
}

async function callOnce(method, path, body, key) {
  const headers = { Accept: "application/json" };
  if (token) headers.Authorization = `Token ${token}`;
  if (key) headers["Idempotency-Key"] = key;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(`${api}/${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  if (answer.ok) return answer.json();
  throw await problemOf(answer);
}

async function problemOf(answer) {
  const body = await answer.json().catch(() => ({}));
  const wait = answer.headers.get("Retry-After");
  return new Problem(answer.status, body, wait === null ? undefined : Number(wait));
}

const get = (path) => call("GET", path);
const post = (path, body = {}) => call("POST", path, body, randomUUID());

// Server-sent events: every message of a stream, taken up again after the last one seen.
async function* follow(path) {
  let lastId;
  for (let failures = 0; failures < ATTEMPTS; failures += 1) {
    try {
      for await (const message of connection(path, lastId)) {
        if (!message.data) continue;
        lastId = message.id ?? lastId;
        failures = 0;
        yield { event: message.event, ...JSON.parse(message.data) };
      }
    } catch (error) {
      if (error instanceof Problem && error.status < 500 && error.status !== 429) throw error;
    }
    await sleep(Math.min(2 ** failures, 8));
  }
  throw new Error("the platform does not answer");
}

async function* connection(path, lastId) {
  const headers = { Authorization: `Token ${token}`, Accept: "text/event-stream" };
  if (lastId !== undefined) headers["Last-Event-ID"] = lastId;
  const closer = new AbortController();
  // The server says every few seconds that it is there; who is silent for so long is gone.
  const silence = setTimeout(() => closer.abort(), 45_000);
  try {
    const url = `${api}/${path}?include=view`;
    const answer = await fetch(url, { headers, signal: closer.signal });
    if (!answer.ok) throw await problemOf(answer);
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of answer.body) {
      silence.refresh();
      text += decoder.decode(chunk, { stream: true });
      const messages = text.split("\n\n");
      text = messages.pop();
      yield* messages.map(readMessage);
    }
  } finally {
    clearTimeout(silence);
    closer.abort();
  }
}

function readMessage(text) {
  const message = { event: "message", id: undefined, data: "" };
  for (const line of text.split("\n")) {
    const colon = line.indexOf(": ");
    if (colon > 0) message[line.slice(0, colon)] = line.slice(colon + 2);
  }
  return message;
}

// Knock as soon as possible, take what completes a meld, throw the dearest loose card.
function choose({ legal, round }) {
  const all = (type) => legal.filter((action) => action.type === type);
  if (all("ready").length) return { type: "ready", seed: randomUUID() };
  const knocks = all("knock");
  if (knocks.length) {
    const left = new Map(round.knockable.map(({ card, points }) => [card, points]));
    return least(knocks, (action) => left.get(action.card) ?? 100);
  }
  const [take] = all("take_upcard");
  if (take && completesMeld(round)) return take;
  const discards = all("discard");
  if (discards.length) {
    const loose = round.arrangement?.deadwood ?? [];
    return least(discards, ({ card }) => (loose.includes(card) ? -100 : 0) - RANKS.indexOf(card[0]));
  }
  return legal.at(-1); // pass the upcard, draw, answer a knock
}

function completesMeld({ upcard, hand }) {
  if (!upcard || !hand) return false;
  const place = RANKS.indexOf(upcard[0]);
  const twins = hand.filter((card) => card[0] === upcard[0]).length;
  const inSuit = hand.filter((card) => card[1] === upcard[1]);
  const steps = new Set(inSuit.map((card) => RANKS.indexOf(card[0]) - place));
  const pairs = [[-2, -1], [-1, 1], [1, 2]];
  return twins >= 2 || pairs.some((pair) => pair.every((step) => steps.has(step)));
}

function least(items, value) {
  return items.reduce((best, item) => (value(item) < value(best) ? item : best));
}

async function sitDown() {
  if (options.table) {
    await post(`tables/${options.table}/join/`);
    return Number(options.table);
  }
  const table = await post("tables/", {
    preset: "gin_palast",
    format: "match",
    point_limit: Number(options.points),
    stake_chips: Number(options.stake),
    name: "A bot's evening",
  });
  await post(`tables/${table.id}/join/`);
  if (options.opponent !== "nobody") await post(`tables/${table.id}/add-bot/`, { bot: options.opponent });
  return table.id;
}

async function play(table) {
  for await (const { event, view } of follow(`tables/${table}/events/`)) {
    if (event !== "table") continue; // others may be added
    if (["finished", "cancelled"].includes(view.status)) return view;
    await act(view);
  }
}

async function act(view) {
  if (!view.legal.length) return;
  try {
    await post(`tables/${view.table}/actions/`, { action: choose(view), expected_version: view.version });
  } catch (error) {
    // 409: something was quicker; it comes with the next message.
    if (!(error instanceof Problem && error.status === 409)) throw error;
  }
}

// Every round is a table of its own: the inbox tells of each one we are dealt in at, and of our rank.
async function playTournament(number) {
  await post(`tournaments/${number}/enter/`);
  console.log(`tournament ${number}`);
  for await (const { event, view } of follow("me/events/")) {
    if (event === "table") await act(view);
    if (event !== "tournament") continue;
    let place = await get(`tournaments/${number}/me/`);
    while (place.whereabouts === "out" && place.rank === null) {
      await sleep(2); // others may go out with us: our rank comes when that is known
      place = await get(`tournaments/${number}/me/`);
    }
    if (["out", "finished", "cancelled"].includes(place.whereabouts)) return place;
  }
}

token ??= (await call("POST", "guests/", { token_name: "bot.mjs" })).token;
const { player } = await get("me/");
if (options.tournament) {
  const place = await playTournament(options.tournament);
  console.log(`${place.whereabouts} rank ${place.rank} won ${place.won_chips} ${player.name}`);
  process.exit(0);
}
const table = await sitDown();
console.log(`table ${table}`);
const view = await play(table);
const won = view.result?.winners.includes(view.seat) ?? false;
console.log(`${view.status} ${won ? "won" : "lost"} ${JSON.stringify(view.result?.totals ?? [])} ${player.name}`);
