/* Going to a table by itself: some seconds to read on, and never away from what somebody writes or has open. */
import { _, fill } from "/static/games/js/words.js";

export const LEAD_MS = 6000;

/** Shows the seconds left in `counter`, and goes to `address` when they are over. */
export function leadTo(address, goesAt, counter) {
  const seconds = Math.ceil((goesAt - Date.now()) / 1000);
  if (counter) counter.textContent = seconds > 0 ? fill(_("(%(seconds)s s)"), { seconds }) : "";
  const writing = document.activeElement?.matches("input, textarea");
  if (seconds <= 0 && !writing && !document.querySelector("dialog[open]")) location.assign(address);
}
