/* Fewer of a round's steps in the list: one player's, or those that are neither a draw nor a discard. */
import { byId } from "../dom.js";

const EVERY_TURN = new Set(["stock_drawn", "upcard_taken", "upcard_passed", "discard_taken", "discarded", "turn_ended"]);

const WISHES = {
  all: () => true,
  special: ({ event }) => !EVERY_TURN.has(event.type),
};

/** The scrubber still goes through every step; the list shows those wished for. */
export function enableFilter(steps) {
  const wish = byId("steps-wish");
  wish.addEventListener("change", () => {
    const shown = WISHES[wish.value] ?? (({ event }) => event.seat === Number(wish.value));
    for (const button of byId("steps").querySelectorAll("button")) button.parentElement.hidden = !shown(steps[Number(button.dataset.index)]);
  });
}
