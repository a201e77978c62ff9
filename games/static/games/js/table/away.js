/* What happens around being away: leaving for good, the table's last patience, what was played for one, buying back in, vacation. */
import { byId, el, refill } from "../dom.js";
import { _, cardName, fill, list, ngettext, number } from "../words.js";
import { button } from "./buttons.js";
import { nameOf } from "./sides.js";

const VACATIONS = [1, 2, 3, 5, 7, 10];
const MOVES = {
  draw_stock: () => _("drew from the stock"),
  take_upcard: () => _("took the upcard"),
  pass_upcard: () => _("passed"),
  discard: () => _("discarded the %(cards)s"),
  knock: () => _("knocked, discarding the %(cards)s"),
  answer: () => _("laid off"),
  undo: () => _("took back what could not stand"),
  lay_meld: () => _("laid the %(cards)s"),
  lay_off: () => _("laid off the %(cards)s"),
  exchange_joker: () => _("exchanged a joker for the %(cards)s"),
  rearrange: () => _("rearranged the table"),
  end_turn: () => _("ended the turn"),
};
const OTHERS = () => _("made a move");
let seen = 0;

export function renderAway(model, on) {
  const box = byId("away");
  if (!box) return;
  const parts = [givenUp(model, on), grace(model), rebuy(model, on), !model.mine?.resigned && playedFor(model, on.redraw)].filter(Boolean);
  box.hidden = parts.length === 0;
  refill(box, ...parts);
}

/** Whoever has given up is not needed any more, and need not watch; a tournament says itself what comes next. */
function givenUp({ mine, phase }, on) {
  if (!mine?.resigned || phase === "finished" || byId("next-table")) return null;
  return el("div", { class: "note", "data-given-up": true },
    el("p", {}, _("You have given up; the others play on without you.")),
    el("div", { class: "row" },
      el("a", { class: "button main", href: on.likeUrl, "data-action": "like" }, _("New table like this")),
      el("a", { class: "button quiet", href: "/", "data-action": "to-lobby" }, _("Back to the lobby"))));
}

/** Turn time and bank are over, and the seat on turn is waited for once more. */
function grace({ view, playing }) {
  if (!playing || !view.grace || view.turn === null) return null;
  const mine = view.turn === view.seat;
  return el("p", { class: "note warn", role: "status" }, mine
    ? _("Your time and your time bank have run out. The table waits a little longer, once in this match.")
    : fill(_("%(name)s is late. The table waits a little longer, once in this match."), { name: nameOf(view, view.turn) }));
}

function rebuy(model, on) {
  const offer = model.view.rebuy;
  if (!offer) return null;
  return el("div", { class: "note", "data-rebuy": offer.chips },
    el("p", {}, fill(_("You are out. You may buy back in and play on with %(total)s points, like the worst still in."), { total: number(offer.total) })),
    el("div", { class: "row" },
      button("buy-back", fill(ngettext("Buy back for %(chips)s chip", "Buy back for %(chips)s chips", offer.chips), { chips: number(offer.chips) }), on.buyBack, "main", model.ui),
      model.mine && !model.mine.ready && button("no-rebuy", _("No, thanks"), on.ready, "quiet", model.ui)));
}

/** The list stays until it is put away; what comes after that is shown again. */
function playedFor({ view }, redraw) {
  const told = view.played_for ?? [];
  if (told.length < seen) seen = 0;
  const news = told.slice(seen);
  if (!news.length) return null;
  const turns = fill(ngettext("While you were away, %(count)s turn was played for you.", "While you were away, %(count)s turns were played for you.", news.length), { count: news.length });
  return el("details", { class: "note played-for", "data-played-for": news.length },
    el("summary", {}, turns),
    el("ol", {}, ...news.map((one) => el("li", {}, el("span", { class: "muted" }, fill(_("Round %(number)s"), { number: one.round })), ": ", moveWords(one)))),
    el("button", { type: "button", class: "button quiet", "data-action": "put-away", onclick: () => { seen = told.length; redraw(); } }, _("Put away")));
}

const moveWords = (turn) => turn.moves.map((move) => fill((MOVES[move.action] ?? OTHERS)(), { cards: list((move.cards ?? []).map(cardName)) })).join(", ");

/** Days during which one's clock stands, of those the table allows. */
export function vacation({ view, mine }, on) {
  if (!view.controls.includes("take_vacation")) return null;
  const days = VACATIONS.filter((count) => count <= mine.vacation_left);
  return el("div", { class: "row vacation" },
    el("span", {}, fill(ngettext("Vacation, %(count)s day left:", "Vacation, %(count)s days left:", mine.vacation_left), { count: mine.vacation_left })),
    ...days.map((count) => button(`vacation-${count}`, fill(ngettext("%(count)s day", "%(count)s days", count), { count }), () => on.vacation(count))));
}
