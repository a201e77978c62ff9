/* What happened, in words, newest first; and aloud for those who listen. */
import { byId, el, setText } from "../dom.js";
import { sentence } from "./sentences.js";

const LINES = 200;
let heard = 0;

/** The view with everybody where they sat at each of these events: who plays on moves together when somebody is out. */
export function seating(events, view) {
  let then = view;
  return events.map((_, at) => events[events.length - 1 - at]).map((event) => {
    const now = then;
    if (event.type === "players_reseated") then = seatedBefore(then, event.came_from);
    return now;
  }).reverse();
}

function seatedBefore(view, cameFrom) {
  const seat = view.seat === null || view.seat === undefined ? view.seat : cameFrom[view.seat];
  return { ...view, seat, seats: view.seats.map((one) => ({ ...one, seat: cameFrom[one.seat] })) };
}

export function record(events, view, { aloud = true } = {}) {
  const said = []; // one's own acts too: which card came from the stock stands nowhere else for the ear
  const ofOthers = [];
  const views = seating(events, view);
  for (const [at, event] of events.entries()) {
    if (event.seq !== undefined && event.seq <= heard) continue;
    heard = Math.max(heard, event.seq ?? 0);
    const text = sentence(event, views[at]);
    if (!text) continue;
    byId("log").prepend(el("li", { class: event.type }, text));
    said.push(text);
    if (event.seat !== views[at].seat) ofOthers.push(text);
  }
  while (byId("log").children.length > LINES) byId("log").lastChild.remove();
  if (aloud && said.length) byId("say").textContent = said.join(" ");
  if (aloud && ofOthers.length) setText(byId("happened"), ofOthers.at(-1));
  return ofOthers;
}
