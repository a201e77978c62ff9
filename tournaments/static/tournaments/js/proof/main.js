/* One button that checks a whole tournament in the browser: its lots, its seats, and every round that was played. */
import { getJson } from "/static/games/js/api.js";
import { byId, el } from "/static/games/js/dom.js";
import { dealtFrom, followsFrom, isDeal, verify } from "/static/games/js/replay/fairness.js";
import { _, fill } from "/static/games/js/words.js";
import { Course, Refused, require } from "./course.js";

const AT_ONCE = 4;
const PATIENCE_MS = 1000;
const records = new Map();

/** A round's record, asked for once; the server may ask for patience. */
function recordOf(table, round) {
  const key = `${table}/rounds/${round}`;
  if (!records.has(key)) records.set(key, patiently(`/api/v1/tables/${key}/`));
  return records.get(key);
}

async function patiently(url) {
  for (;;) {
    try {
      return await getJson(url);
    } catch (refusal) {
      if (refusal.status !== 429) throw refusal;
      await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    }
  }
}

async function checkMatch(match, proof, done) {
  const count = proof.rounds[match.game_table] ?? 0;
  for (let round = 1; round <= count; round += 1) {
    const record = await recordOf(match.game_table, round);
    const sitting = record.seats.map((place) => place.player.id);
    const { before, reason } = record.dealing;
    require(record.table === match.game_table && record.round === round, "a record of another round");
    require(record.terms.settlement === "tournament", "no table of a tournament");
    require(record.shared_deal === match.boards[round - 1] && (record.shared_deal !== undefined) === proof.boards, "other cards at a table");
    // Who gives up moves aside.
    const order = round === 1 ? (players) => players : (players) => players.toSorted();
    require(order(sitting).join() === order(match.players).join(), "others sat at a table");
    if (round === 1) await requireFirstDeal(match, proof, { before, reason, sitting });
    const earlier = before && (before.round <= (proof.rounds[before.table] ?? 0) || before.table === record.table) ? await recordOf(before.table, before.round) : null;
    const checks = await verify(record);
    require(checks.every(([, good]) => good) && dealtFrom(record, record.events.find(isDeal)), "a deal does not follow from its seeds");
    require(!earlier || (await followsFrom(record, earlier)), "the round before was another one");
    done();
  }
}

/** The deal goes on from the match before at that table, as long as anybody of it is still there. */
async function requireFirstDeal(match, proof, { before, reason, sitting }) {
  const last = proof.rounds[match.before] ?? 0;
  const earlier = last ? await recordOf(match.before, last) : null;
  if (earlier?.seats.some((place) => sitting.includes(place.player.id))) {
    require(before?.table === match.before && before.round === last, "the deal was not passed on");
  } else if (match.before === null) require(reason === match.due, "another way to the first deal");
}

async function check() {
  if (byId("verify").ariaDisabled === "true") return;
  const list = byId("checks");
  const say = (good, words) => list.append(el("li", { class: good ? "good" : "bad" }, words));
  list.replaceChildren();
  delete list.dataset.proved;
  if (!globalThis.crypto?.subtle) {
    say(false, _("This browser checks only on https or localhost. Use the JSON with the verifier."));
    return;
  }
  byId("verify").ariaDisabled = "true";
  const progress = byId("progress");
  try {
    const proof = await patiently(list.dataset.url);
    const course = new Course(proof);
    await course.follow();
    say(true, fill(_("The seed is the one that was fixed, and all lots (%(lots)s) fell as it says."), { lots: course.lotsDrawn }));
    say(true, _("Everybody sat where the lots and the rules of moving put them."));
    if (course.byHand) say(true, fill(_("Moves by hand of a director, which no lot decides: %(moves)s"), { moves: course.byHand }));
    progress.max = Object.values(proof.rounds).reduce((sum, rounds) => sum + rounds, 0);
    progress.hidden = !progress.max;
    progress.value = 0;
    const waiting = [...course.matches];
    const work = async () => {
      for (let match = waiting.shift(); match; match = waiting.shift()) {
        await checkMatch(match, proof, () => {
          progress.value += 1;
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (progress.max) say(true, fill(_("Every deal follows from its seeds, and was dealt to those who sat there. Rounds: %(rounds)s"), { rounds: progress.max }));
    list.dataset.proved = "true";
  } catch (refusal) {
    list.dataset.proved = "false";
    const reason = refusal instanceof Refused ? refusal.message : String(refusal);
    say(false, fill(_("It does not check out: %(reason)s"), { reason }));
  }
  progress.hidden = true;
  byId("verify").ariaDisabled = "false";
}

byId("verify").addEventListener("click", check);
