/* Events and scores in words. An event this page does not know is left out, never shown raw. */
import { isJoker } from "../cards.js";
import { _, cardName, fill, list, ngettext, number, points } from "../words.js";
import { houseEvent } from "./house_rules.js";
import { areTeams, isDraw, nameOf, namesOf, sideName, sidesOf } from "./sides.js";

const ENDS = {
  knock: () => _("%(name)s knocks and wins %(points)s"),
  gin: () => _("Gin! %(name)s wins %(points)s"),
  undercut: () => _("Undercut! %(name)s wins %(points)s"),
};

const TEAM_ENDS = {
  knock: () => _("%(names)s knock and win %(points)s"),
  gin: () => _("Gin! %(names)s win %(points)s"),
  undercut: () => _("Undercut! %(names)s win %(points)s"),
};

/** Of the table-melding games, by whoever went out or laid most (GER-10, GER-11, R500-9). */
const TABLE_MELDING_ENDS = {
  out: () => _("%(name)s goes out"),
  hand_romme: () => _("Hand-rommé! %(name)s goes out at once and everything counts twice"),
  stock_exhausted: () => _("No card is left to draw: every hand counts"),
};

/** Who holds no card any more; that need not be who has most points (R500-9). */
function whoWentOut({ tallies, winner }) {
  const empty = (tallies ?? []).findIndex((one) => one.cards === 0);
  return empty === -1 ? winner : empty;
}

/** A line of the score sheet as a sentence. */
export function roundSentence(view, round) {
  if (TABLE_MELDING_ENDS[round.reason] && view.terms?.rules.family === "table_melding") return fill(TABLE_MELDING_ENDS[round.reason](), { name: nameOf(view, whoWentOut(round)) });
  if (round.winner === null || round.winner === undefined) return _("The stock is used up: nobody scores");
  const won = points(round.points[round.winner]);
  if (areTeams(view)) return fill((TEAM_ENDS[round.reason] ?? (() => _("%(names)s win %(points)s")))(), { names: sideName(view, round.winner), points: won });
  const words = ENDS[round.reason] ?? (() => _("%(name)s wins %(points)s"));
  return fill(words(), { name: nameOf(view, round.winner), points: won });
}

const EVENTS = {
  match_started: () => _("The match begins."),
  round_started: (event) => fill(_("Round %(number)s begins."), { number: event.number }),
  seat_taken: (event, name) => fill(_("%(name)s sits down."), { name }),
  table_cancelled: () => _("This table was cancelled."),
  stock_drawn: (event, name) => (event.card ? fill(_("%(name)s draws %(card)s from the stock."), { name, card: cardName(event.card) }) : fill(_("%(name)s draws from the stock."), { name })),
  upcard_taken: (event, name) => (event.card ? fill(_("%(name)s takes %(card)s."), { name, card: cardName(event.card) }) : fill(_("%(name)s takes the upcard."), { name })),
  upcard_passed: (event, name) => fill(_("%(name)s passes."), { name }),
  discarded: (event, name) => fill(_("%(name)s discards %(card)s."), { name, card: cardName(event.card) }),
  knocked: (event, name) => [
    event.points === 0 ? fill(_("%(name)s goes gin."), { name }) : fill(_("%(name)s knocks with %(points)s."), { name, points: event.points }),
    isJoker(event.card) && _("The discarded joker doubles the opponent's deadwood."),
  ].filter(Boolean).join(" "),
  answered: (event, name) => (event.layoffs?.length
    ? fill(_("%(name)s lays off %(cards)s and keeps %(points)s."), { name, cards: list(event.layoffs.map((one) => cardName(one.card))), points: event.points })
    : fill(_("%(name)s keeps %(points)s."), { name, points: event.points })),
  round_scored: (event, name, view) => `${roundSentence(view, event)}.`,
  partner_melded: (event, name) => fill(_("%(name)s melds for the team and keeps %(points)s."), { name, points: event.points }),
  seats_drawn: (event, name, view) => fill(_("The seats are drawn: %(name)s has the highest card and deals."), { name: nameOf(view, 0) }),
  stock_rebuilt: () => _("The discard pile is shuffled into a new stock."),
  discard_taken: (event, name) => (event.cards.length > 1
    ? fill(_("%(name)s takes %(cards)s from the discard pile."), { name, cards: list(event.cards.map(cardName)) })
    : fill(_("%(name)s takes %(card)s."), { name, card: cardName(event.cards[0]) })),
  discard_claimed: (event, name) => fill(_("%(name)s knocks for the discard."), { name }),
  claim_granted: (event, name) => fill(_("%(name)s gets %(card)s for the knock."), { name, card: cardName(event.card) }),
  meld_laid: (event, name) => fill(_("%(name)s lays %(cards)s: %(points)s."), { name, cards: list(event.cards.map(cardName)), points: points(event.points) }),
  card_laid_off: (event, name) => fill(_("%(name)s lays off %(card)s."), { name, card: cardName(event.card) }),
  joker_exchanged: (event, name) => fill(_("%(name)s exchanges a joker for %(card)s."), { name, card: cardName(event.card) }),
  table_rearranged: (event, name) => fill(_("%(name)s rearranges the table and lays %(cards)s."), { name, cards: list(event.cards.map(cardName)) }),
  taken_back: (event, name) => fill(_("%(name)s takes back what was laid."), { name }),
  turn_ended: (event, name) => fill(_("%(name)s ends the turn."), { name }),
  match_finished: (event, name, view) => finishWords(event.winners, view),
  timed_out: (event, name) => fill(_("%(name)s runs out of time."), { name }),
  sat_out: (event, name) => fill(_("%(name)s is away and plays automatically."), { name }),
  returned: (event, name) => fill(_("%(name)s is back."), { name }),
  grace_began: (event, name) => fill(_("%(name)s is late; the table waits a little longer."), { name }),
  played_for: (event, name) => fill(_("The table plays for %(name)s."), { name }),
  outage_compensated: () => _("The server was briefly away; thinking time was extended."),
  time_given: (event) => secondsMore(Math.round(event.ms / 1000)),
  vacation_taken: (event, name) => fill(_("%(name)s takes vacation."), { name }),
  bought_back: (event, name) => fill(_("%(name)s buys back in."), { name }),
  players_reseated: (event) => (RESEATED[event.reason] ?? (() => null))(),
  resigned: (event, name) => fill(_("%(name)s gives up the match."), { name }),
};

/** What has decided a match, by the reason of its result. */
const DECIDED = {
  point_limit: ({ terms }) => limitWords(terms.point_limit),
  penalty_limit: ({ terms }) => fill(ngettext("%(limit)s penalty point is reached.", "%(limit)s penalty points are reached.", terms.penalty_limit), { limit: number(terms.penalty_limit) }),
  rounds_played: (view) => roundsWords(view.score_sheet.length),
  round_limit: (view) => roundsWords(view.score_sheet.length),
  last_one_in: () => _("Everybody else is out."),
  tie_breaker: () => _("A tie-breaker has decided."),
  resigned: (view) => givenUp(view.seats.filter((one) => one.resigned && one.player).map((one) => one.player.name)),
  called_off: () => _("The match was called off; every stake goes back."),
};

const limitWords = (limit) => fill(ngettext("%(limit)s point is reached.", "%(limit)s points are reached.", limit), { limit: number(limit) });
const roundsWords = (count) => fill(ngettext("The only round is played.", "All %(count)s rounds are played.", count), { count });
const givenUp = (names) => names.length > 0 && fill(ngettext("%(names)s has given up.", "%(names)s have given up.", names.length), { names: list(names) });

/** Why no further round is dealt. */
export const whyOver = (view) => DECIDED[view.result.reason]?.(view) ?? "";

const RESEATED = {
  eliminated: () => _("Whoever has reached the limit is out; the others play on."),
  tie_break: () => _("Level at the top: tie-breaker rounds."),
  resigned: () => _("Whoever has given up gets no more cards; the others play on."),
};

const secondsMore = (seconds) => fill(ngettext("The director gives one second more.", "The director gives %(seconds)s seconds more.", seconds), { seconds });

function finishWords(winners, view) {
  if (isDraw(view, winners)) return _("The match is a draw.");
  if (sidesOf(view, winners).length > 1) return fill(_("%(names)s share the win."), { names: namesOf(view, winners) });
  return winners.length > 1
    ? fill(_("%(names)s win the match."), { names: namesOf(view, winners) })
    : fill(_("%(name)s wins the match."), { name: nameOf(view, winners[0]) });
}

export function sentence(event, view) {
  const words = EVENTS[event.type];
  const name = event.seat === undefined ? "" : nameOf(view, event.seat);
  return words ? words(event, name, view) : houseEvent(event, name);
}
