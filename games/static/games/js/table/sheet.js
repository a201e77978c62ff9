/* The score sheet: a block per round with each line by its reason, and the totals so far; a column per side. */
import { byId, el } from "../dom.js";
import { _, fill, signed, number } from "../words.js";
import { scoreWords } from "./house_rules.js";
import { roundSentence } from "./sentences.js";
import { sideName, speaks } from "./sides.js";

const COLUMNS_MAX = 3;
let drawn = -1;

export function renderSheet({ view }, target = byId("sheet")) {
  if (drawn === view.score_sheet.length && target.firstChild) return;
  drawn = view.score_sheet.length;
  target.replaceChildren(sheetTable(view));
}

export function sheetTable(view) {
  const seats = view.seats.map((one) => one.seat).filter((seat) => speaks(view, seat));
  if (!view.score_sheet.length) return el("p", { class: "muted" }, _("No round has been scored yet."));
  if (seats.length > COLUMNS_MAX) return el("table", { class: "by-player" }, ...[...view.score_sheet].reverse().map((round) => playersBody(view, round, seats)));
  const head = el("tr", {}, el("th", { scope: "col" }, _("Round")), ...seats.map((seat) => el("th", { scope: "col", class: "num" }, sideName(view, seat))));
  const bodies = [...view.score_sheet].reverse().map((round) => roundBody(view, round, seats));
  return el("table", {}, el("thead", {}, head), ...bodies);
}

/** Many players: a row for each, with the round and the total, so that nothing has to scroll sideways. */
function playersBody(view, round, seats) {
  const title = el("tr", { class: "round-row" }, el("th", { scope: "rowgroup" }, fill(_("Round %(number)s"), { number: round.number })),
    el("th", { scope: "col", class: "num" }, _("Points")), el("th", { scope: "col", class: "num" }, _("Total")));
  const rows = seats.map((seat) => {
    const lines = round.lines.filter((line) => line.seat === seat);
    return el("tr", { class: "detail" }, el("th", { scope: "row" }, sideName(view, seat), ...lines.map((line) => el("small", { "data-line": line.reason }, `${scoreWords(line.reason)} ${signed(line.points)}`))),
      el("td", { class: "num" }, signed(round.points[seat])), el("td", { class: "num" }, number(round.totals[seat])));
  });
  return el("tbody", { "data-round": round.number }, title, ...withoutPoints(view, round, 3), ...rows);
}

/** Nobody has scored: the round has a line all the same, which says why. */
function withoutPoints(view, round, columns) {
  if (round.lines.length) return [];
  return [el("tr", { class: "detail", "data-line": round.reason }, el("td", { colspan: columns }, roundSentence(view, round)))];
}

function roundBody(view, round, seats) {
  const reasons = [...new Set(round.lines.map((line) => line.reason))];
  const sum = (reason, seat) => round.lines.filter((line) => line.reason === reason && line.seat === seat).reduce((all, line) => all + line.points, 0);
  const details = reasons.map((reason) => el("tr", { class: "detail", "data-line": reason },
    el("th", { scope: "row" }, scoreWords(reason)),
    ...seats.map((seat) => el("td", { class: "num" }, sum(reason, seat) ? signed(sum(reason, seat)) : ""))));
  const title = el("tr", { class: "round-row" }, el("th", { scope: "rowgroup", colspan: seats.length + 1 }, fill(_("Round %(number)s"), { number: round.number })));
  const totals = el("tr", { class: "total-row" }, el("th", { scope: "row" }, _("Total")), ...seats.map((seat) => el("td", { class: "num" }, number(round.totals[seat]))));
  return el("tbody", { "data-round": round.number }, title, ...withoutPoints(view, round, seats.length + 1), ...details, totals);
}
