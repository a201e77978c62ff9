/* At the end of a match: how well one played, and what the cards brought. It is judged some seconds after the end. */
import { getJson } from "../api.js";
import { el } from "../dom.js";
import { _, fill, ngettext, percent, tenth } from "../words.js";

const ASKED_AFTER_MS = [3000, 3000, 6000, 15000, 30000];

let asked = false;
let own = null;

/** A line once it is known; null before, and where nothing is judged. */
export function verdict({ view, seat, seated }, on) {
  if (!seated || !on.skillUrl) return null;
  if (!asked) ask(view.seats[seat].player.id, on);
  const words = own && [accuracyWords(own), luckWords(own)].filter(Boolean);
  return words?.length ? el("p", { class: "verdict", role: "status" }, words.join(" ")) : null;
}

const accuracyWords = ({ accuracy }) => accuracy && fill(_("Accuracy: %(percent)s."), { percent: percent(accuracy.percent) });

const luckWords = ({ luck }) => luck && fill(ngettext("Luck with the cards: %(points)s point.", "Luck with the cards: %(points)s points.", Math.abs(luck.luck)), { points: tenth(luck.luck) });

async function ask(player, on) {
  asked = true;
  for (const ms of ASKED_AFTER_MS) {
    await new Promise((done) => setTimeout(done, ms));
    const { results, is_complete: isComplete } = await getJson(on.skillUrl).catch(() => ({ results: [], is_complete: false }));
    own = results.find((one) => one.player.id === player) ?? null;
    if (isComplete) break;
  }
  on.redraw();
}
