/* A finished round as the strong bot would have played it from one of its seats, in place of what was played. */
import { getThought, Refused } from "../api.js";
import { byId, el } from "../dom.js";
import { _, fill, signed } from "../words.js";

/** The seat asked for in the address; null where what was played is shown. */
export const expertSeat = new URLSearchParams(location.search).get("expert");

/** The round with the strong bot's line in it, or as it is where none is asked for or nobody thinks of one. */
export async function shownRound(round) {
  if (expertSeat === null) return round;
  const place = byId("expert");
  place.hidden = false;
  byId("replay").hidden = true;
  const line = await getThought(`${place.dataset.url}?seat=${encodeURIComponent(expertSeat)}`).catch((refusal) => refusal);
  byId("replay").hidden = false;
  if (!line.steps) {
    place.replaceChildren(el("p", { role: "status" }, line instanceof Refused ? line.message : _("No connection.")), back());
    return round;
  }
  const name = round.seats.find((one) => one.seat === line.seat)?.player.name ?? "?";
  const points = { name, now: signed(line.score.points[line.seat]), then: signed(round.score?.points[line.seat] ?? 0) };
  const words = line.step === null
    ? fill(_("The strong bot would have decided everything as %(name)s did: %(then)s points."), points)
    : fill(_("With the hand of %(name)s the strong bot gets %(now)s points, instead of %(then)s."), points);
  const from = line.step !== null && el("p", { class: "small" }, fill(_("Up to step %(number)s nothing changes; from there on strong bots play all seats, with the cards as they lay."), { number: line.step + 1 }));
  place.replaceChildren(...[el("p", {}, el("b", {}, words)), from, back()].filter(Boolean));
  for (const id of ["judged", "play-on"]) byId(id)?.remove();
  return { ...round, events: line.events, steps: line.steps, score: line.score, parts: line.step };
}

const back = () => el("p", {}, el("a", { class: "button", href: location.pathname }, _("Show what was played")));
