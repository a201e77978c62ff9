/* Times left, counted down where they stand: [data-until] holds the moment in seconds since 1970. */
import { _, fill } from "/static/games/js/words.js";

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
    const words = left(Number(node.dataset.until) - Date.now() / 1000);
    if (node.textContent !== words) node.textContent = words;
  }
}
