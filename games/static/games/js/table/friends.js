/* At the end of a match: those one has played with, to be asked whether they want to be friends. */
import { getJson, postJson } from "../api.js";
import { _, fill } from "../words.js";
import { button } from "./buttons.js";
import { el } from "../dom.js";

let circle = null; // how each of them stands to me, by player: friends, asks, asked
let complaint = "";

/** A line for every person at the table who is no friend yet; null while that is not known. */
export function friendLines({ view, seat, seated }, on) {
  const people = view.seats.filter((one) => seated && one.player && one.seat !== seat && !one.player.is_bot).map((one) => one.player);
  if (!people.length) return null;
  if (!circle) {
    ask(on);
    return null;
  }
  const lines = people.filter((one) => circle.get(one.id) !== "friends").map((one) => line(one, on));
  return lines.length ? el("div", { class: "befriend" }, ...lines, complaint && el("p", { class: "note error", role: "alert" }, complaint)) : null;
}

function line(player, on) {
  const facts = { name: player.name };
  if (circle.get(player.id) === "asked") return el("p", { class: "muted", role: "status" }, fill(_("%(name)s has been asked to be friends."), facts));
  const words = circle.get(player.id) === "asks" ? _("Accept %(name)s as a friend") : _("Ask %(name)s to be friends");
  return button(`befriend-${player.id}`, fill(words, facts), () => befriend(player, on));
}

async function ask(on) {
  circle = new Map();
  try {
    const told = await getJson(on.friendsUrl);
    const kinds = { friends: told.friends, asks: told.incoming, asked: told.outgoing };
    for (const [kind, players] of Object.entries(kinds)) for (const one of players) circle.set(one.id, kind);
    on.redraw();
  } catch {
    circle = null; // a lost connection: the page is drawn again when it is back
  }
}

async function befriend(player, on) {
  complaint = "";
  try {
    const { status } = await postJson(on.friendUrl(player.id), {});
    circle.set(player.id, status === "friends" ? "friends" : "asked");
  } catch (refused) {
    complaint = refused.message;
  }
  on.redraw();
}
