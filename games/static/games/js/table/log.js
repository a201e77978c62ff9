/* What happened, in words, newest first; and aloud for those who listen. */
import { byId, el, setText } from "../dom.js";
import { sentence } from "./sentences.js";

const LINES = 200;
let heard = 0;

export function record(events, view, { aloud = true } = {}) {
  const said = [];
  for (const event of events) {
    if (event.seq !== undefined && event.seq <= heard) continue;
    heard = Math.max(heard, event.seq ?? 0);
    const text = sentence(event, view);
    if (!text) continue;
    byId("log").prepend(el("li", { class: event.type }, text));
    if (event.seat !== view.seat) said.push(text);
  }
  while (byId("log").children.length > LINES) byId("log").lastChild.remove();
  if (aloud && said.length) byId("say").textContent = said.join(" ");
  if (aloud && said.length) setText(byId("happened"), said.at(-1));
  return said;
}
