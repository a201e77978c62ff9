/* The seats of a table-melding game: how many cards, whether out, what is laid; and the counter of one's own hand. */
import { el } from "../dom.js";
import { _, fill, ngettext, number, signed } from "../words.js";
import { jetonWords } from "./award.js";
import { handPoints } from "./model.js";

function tags({ view, playing, round, play }, one) {
  const jetons = jetonTag(view, one);
  if (!playing || !round?.hand_counts) return jetons && el("span", { class: "specials" }, jetons);
  const count = round.hand_counts[one.seat];
  const laid = play.scoring === "laid" ? round.laid[one.seat] : 0;
  return el("span", { class: "specials" },
    one.seat !== view.seat && el("span", { class: "tag cards-left", "data-cards": count }, ...cardsLeft(count)),
    play.own_meld_first && round.opened[one.seat] && el("span", { class: "tag opened", title: _("First meld made") }, "✓", el("span", { class: "visually-hidden" }, ` ${_("First meld made")}`)),
    jetons,
    laid > 0 && el("span", { class: "tag", title: _("Laid in this round") }, signed(laid)),
    (round.claims ?? []).includes(one.seat) && el("span", { class: "tag warn" }, _("knocks for the discard")));
}

/** The number, and the word for whoever has the room, or listens. */
function cardsLeft(count) {
  const [number, ...words] = fill(ngettext("%(count)s card", "%(count)s cards", count), { count }).split(/(?= )/);
  return [number, el("span", { class: "word" }, words.join(""))];
}

/** How many Jetons somebody holds (GER-V5). */
function jetonTag({ terms }, one) {
  return terms.rules.jeton_per_round && one.rounds_won > 0 && el("span", { class: "tag jetons" }, jetonWords(one.rounds_won));
}

function total({ view }, one) {
  const { penalty_limit: penalties, point_limit: limit } = view.terms;
  if (view.phase === "seating") return "";
  if (penalties) return fill(_("%(total)s of −%(limit)s"), { total: number(one.total), limit: number(penalties) });
  if (limit) return fill(_("%(total)s of %(limit)s"), { total: number(one.total), limit: number(limit) });
  return fill(ngettext("%(total)s point", "%(total)s points", Math.abs(one.total)), { total: number(one.total) });
}

/** The first meld as it grows, or what lies on the table and what is still in the hand. */
function counter(model) {
  const { round, play, opened, isMyTurn, figures, seat } = model;
  const inHand = fill(_("in hand: %(points)s"), { points: number(handPoints(model)) });
  if (play.scoring === "laid") return box(fill(_("Laid: %(points)s"), { points: number(round.laid[seat]) }), inHand, { points: round.laid[seat] });
  const needed = play.first_meld_minimum;
  if (opened || !needed) return box(fill(_("In hand: %(points)s"), { points: number(handPoints(model)) }), opened ? _("first meld made") : _("no minimum"), { points: handPoints(model) });
  const sofar = isMyTurn ? round.first_meld?.points ?? 0 : 0;
  const staged = sofar + (figures[0]?.points ?? 0);
  return box(fill(_("First meld %(points)s of %(needed)s"), { points: staged, needed }), inHand, { points: staged, reached: staged >= needed });
}

function box(words, more, { points, reached = false }) {
  return el("span", { class: `counter${reached ? " reached" : ""}`, id: "deadwood", "data-points": points, role: "group", "aria-label": `${words}, ${more}` },
    el("b", { "aria-hidden": "true" }, words), el("span", { class: "counter-limit", "aria-hidden": "true" }, more));
}

export const TABLE_MELDING_SEATS = { counter, tags, total, beside: () => null };
