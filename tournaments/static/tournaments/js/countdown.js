/* Times left, counted down where they stand: [data-until] holds the moment in seconds since 1970.
   The server's clock counts: a browser's may be minutes off, and everybody in the room looks at the same. */
import { _, fill } from "/static/games/js/words.js";

const HEADER_DOUBT_MS = 1500; // the Date header has no fractions, and answers take their time
let ahead = 0;

/** How far the server's clock is ahead of this browser's; changes within `doubt` are only noise. */
export function correct(milliseconds, doubt = HEADER_DOUBT_MS) {
  if (Number.isFinite(milliseconds) && Math.abs(milliseconds - ahead) > doubt) ahead = milliseconds;
}

/** Any answer tells the server's time. */
export function hear(response) {
  correct(Date.parse(response?.headers.get("Date") ?? "") + 500 - Date.now());
}

export function left(seconds) {
  const rest = Math.max(0, Math.round(seconds));
  const [days, hours] = [Math.floor(rest / 86400), Math.floor((rest % 86400) / 3600)];
  const two = (value) => String(value).padStart(2, "0");
  if (days) return fill(_("%(days)s d %(hours)s h"), { days, hours });
  const [minutes, last] = [Math.floor((rest % 3600) / 60), rest % 60];
  return hours ? `${hours}:${two(minutes)}:${two(last)}` : `${minutes}:${two(last)}`;
}

export function tick() {
  for (const node of document.querySelectorAll("[data-until]")) {
    const words = left(Number(node.dataset.until) - (Date.now() + ahead) / 1000);
    if (node.textContent !== words) node.textContent = words;
  }
}
