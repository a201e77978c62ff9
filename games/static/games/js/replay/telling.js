/* The steps of a finished round in words, with the names of who sat there. */
import { roundSentence, sentence } from "../table/sentences.js";
import { _, fill } from "../words.js";
import { isDeal } from "./fairness.js";

/** A round's record as its page tells it: `view` for whoever asks for names, `steps` with their events, `words` of a step. */
export function telling(round) {
  const view = { seats: round.seats.map((place) => ({ seat: place.seat, player: place.player })), seat: null, terms: round.terms };
  const steps = round.steps.map((step) => ({ ...step, event: round.events.find((event) => event.seq === step.seq) }));
  const nameOf = (seat) => view.seats.find((one) => one.seat === seat)?.player.name ?? "?";
  const words = (step) => {
    if (isDeal(step.event)) return fill(_("%(name)s deals."), { name: nameOf(step.dealer) });
    if (step.event.type === "round_ended") return roundSentence(view, round.score);
    return sentence(step.event, view) ?? "";
  };
  return { view, steps, nameOf, words };
}
