/* What is told beside the table's log: whose page has lost its line, and how many notices are new. */
import { byId, el, setText } from "../dom.js";
import { _, fill } from "../words.js";

const SOON_MS = 60_000; // a line that was lost a moment ago most likely comes back
const SHOWN_MAX = 99;

/** Said quietly, beside the name. `away` are {player, since}; null where the page has none. */
export function lineState(away, one) {
  const gone = away?.find(({ player }) => player === one.player?.id);
  if (!gone) return null;
  return el("span", { class: "tag line", "data-away": gone.since ?? "" }, words(gone));
}

function words({ since }) {
  if (since === null) return _("not at the table");
  if (Date.now() - since < SOON_MS) return _("reconnecting …");
  return fill(_("away since %(time)s"), { time: new Date(since).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" }) });
}

/** Keep what was told for the seats, and draw again when "reconnecting" has lasted too long. */
export function keepAway({ away }, ui, draw) {
  ui.away = away;
  draw();
  for (const { since } of away) {
    const left = (since ?? 0) + SOON_MS - Date.now();
    if (left > 0) setTimeout(draw, left);
  }
}

export function renderBell({ unread }) {
  const bell = byId("bell");
  if (!bell) return;
  const shown = unread > SHOWN_MAX ? `${SHOWN_MAX}+` : String(unread);
  bell.hidden = unread === 0;
  setText(bell.querySelector("b"), shown);
  bell.setAttribute("aria-label", fill(_("Notices, %(news)s new"), { news: shown }));
}
