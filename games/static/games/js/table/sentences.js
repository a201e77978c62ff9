/* Events and scores in words. An event this page does not know is left out, never shown raw. */
import { isJoker } from "../cards.js";
import { _, cardName, fill, list, ngettext, number, points } from "../words.js";
import { houseEvent } from "./house_rules.js";
import { areTeams, isDraw, nameOf, namesOf, sideName, sideOf, sidesOf } from "./sides.js";

/** How a round ends: told of another, said to whoever won it, told of a team, said to one of it. */
const ENDS = {
  knock: () => [_("%(name)s knocks and wins %(points)s"), _("You knock and win %(points)s"), _("%(name)s knock and win %(points)s"), _("Your team knocks and wins %(points)s")],
  gin: () => [_("Gin! %(name)s wins %(points)s"), _("Gin! You win %(points)s"), _("Gin! %(name)s win %(points)s"), _("Gin! Your team wins %(points)s")],
  undercut: () => [_("Undercut! %(name)s wins %(points)s"), _("Undercut! You win %(points)s"), _("Undercut! %(name)s win %(points)s"), _("Undercut! Your team wins %(points)s")],
};
const WINS = () => [_("%(name)s wins %(points)s"), _("You win %(points)s"), _("%(name)s win %(points)s"), _("Your team wins %(points)s")];

/** Of the table-melding games, by whoever went out or laid most (GER-10, GER-11, R500-9). */
const TABLE_MELDING_ENDS = {
  out: () => [_("%(name)s goes out"), _("You go out")],
  hand_romme: () => [_("Hand-rommé! %(name)s goes out at once and everything counts twice"), _("Hand-rommé! You go out at once and everything counts twice")],
  stock_exhausted: () => [_("No card is left to draw: every hand counts")],
};

/** Who holds no card any more; that need not be who has most points (R500-9). */
function whoWentOut({ tallies, winner }) {
  const empty = (tallies ?? []).findIndex((one) => one.cards === 0);
  return empty === -1 ? winner : empty;
}

/** A line of the score sheet as a sentence. */
export function roundSentence(view, round) {
  if (TABLE_MELDING_ENDS[round.reason] && view.terms?.rules.family === "table_melding") {
    const seat = whoWentOut(round);
    const [told, said = told] = TABLE_MELDING_ENDS[round.reason]();
    return fill(seat === view.seat ? said : told, { name: nameOf(view, seat) });
  }
  if (round.winner === null || round.winner === undefined) return _("The stock is used up: nobody scores");
  const isMine = sideOf(view, round.winner).includes(view.seat);
  const words = (ENDS[round.reason] ?? WINS)()[(areTeams(view) ? 2 : 0) + (isMine ? 1 : 0)];
  return fill(words, { name: sideName(view, round.winner), points: points(round.points[round.winner]) });
}

/** What happened. `by` chooses between what is told of another and what is said to whoever did it. */
const EVENTS = {
  match_started: () => _("The match begins."),
  round_started: (event) => fill(_("Round %(number)s begins."), { number: event.number }),
  seat_taken: (event, by) => by(_("%(name)s sits down."), _("You sit down.")),
  table_cancelled: () => _("This table was cancelled."),
  stock_drawn: (event, by) => (event.card ? by(_("%(name)s draws the %(card)s from the stock."), _("You draw the %(card)s from the stock.")) : by(_("%(name)s draws from the stock."), _("You draw from the stock."))),
  upcard_taken: (event, by) => (event.card ? by(_("%(name)s takes the %(card)s."), _("You take the %(card)s.")) : by(_("%(name)s takes the upcard."), _("You take the upcard."))),
  upcard_passed: (event, by) => by(_("%(name)s passes."), _("You pass.")),
  discarded: (event, by) => by(_("%(name)s discards the %(card)s."), _("You discard the %(card)s.")),
  knocked: (event, by) => [
    event.points === 0 ? by(_("%(name)s goes gin."), _("You go gin.")) : by(_("%(name)s knocks with %(points)s."), _("You knock with %(points)s.")),
    isJoker(event.card) && _("The discarded joker doubles the opponent's deadwood."),
  ].filter(Boolean).join(" "),
  answered: (event, by) => (event.layoffs?.length
    ? by(_("%(name)s lays off the %(cards)s and keeps %(points)s."), _("You lay off the %(cards)s and keep %(points)s."), { cards: list(event.layoffs.map((one) => cardName(one.card))) })
    : by(_("%(name)s keeps %(points)s."), _("You keep %(points)s."))),
  round_scored: (event, by, view) => `${roundSentence(view, event)}.`,
  partner_melded: (event, by) => by(_("%(name)s melds for the team and keeps %(points)s."), _("You meld for the team and keep %(points)s.")),
  seats_drawn: (event, by) => by(_("The seats are drawn: %(name)s has the highest card and deals."), _("The seats are drawn: you have the highest card and deal."), { seat: 0 }),
  stock_rebuilt: () => _("The discard pile is shuffled into a new stock."),
  discard_taken: (event, by) => (event.cards.length > 1
    ? by(_("%(name)s takes the %(cards)s from the discard pile."), _("You take the %(cards)s from the discard pile."))
    : by(_("%(name)s takes the %(card)s."), _("You take the %(card)s."), { card: cardName(event.cards[0]) })),
  discard_claimed: (event, by) => by(_("%(name)s knocks for the discard."), _("You knock for the discard.")),
  claim_granted: (event, by) => by(_("%(name)s gets the %(card)s for the knock."), _("You get the %(card)s for the knock.")),
  meld_laid: (event, by) => by(_("%(name)s lays the %(cards)s: %(points)s."), _("You lay the %(cards)s: %(points)s."), { points: points(event.points) }),
  card_laid_off: (event, by) => by(_("%(name)s lays off the %(card)s."), _("You lay off the %(card)s.")),
  joker_exchanged: (event, by) => by(_("%(name)s exchanges a joker for the %(card)s."), _("You exchange a joker for the %(card)s.")),
  table_rearranged: (event, by) => by(_("%(name)s rearranges the table and lays the %(cards)s."), _("You rearrange the table and lay the %(cards)s.")),
  taken_back: (event, by) => by(_("%(name)s takes back what was laid."), _("You take back what was laid.")),
  turn_ended: (event, by) => by(_("%(name)s ends the turn."), _("You end your turn.")),
  match_finished: (event, by, view) => (isOneRound(view) ? "" : `${headline(view, event.winners)}.`),
  timed_out: (event, by) => by(_("%(name)s runs out of time."), _("You run out of time.")),
  sat_out: (event, by) => by(_("%(name)s is away and plays automatically."), _("You are away; the table plays for you.")),
  returned: (event, by) => by(_("%(name)s is back."), _("You are back.")),
  grace_began: (event, by) => by(_("%(name)s is late; the table waits a little longer."), _("You are late; the table waits a little longer.")),
  played_for: (event, by) => by(_("The table plays for %(name)s."), _("The table plays for you.")),
  outage_compensated: () => _("The server was briefly away; thinking time was extended."),
  time_given: (event) => secondsMore(Math.round(event.ms / 1000)),
  vacation_taken: (event, by) => by(_("%(name)s takes vacation."), _("You take vacation.")),
  bought_back: (event, by) => by(_("%(name)s buys back in."), _("You buy back in.")),
  players_reseated: (event) => (RESEATED[event.reason] ?? (() => null))(),
  resigned: (event, by) => by(_("%(name)s gives up the match."), _("You give up the match.")),
};

/** What has decided a match, by the reason of its result. */
const DECIDED = {
  point_limit: ({ terms }) => limitWords(terms.point_limit),
  penalty_limit: ({ terms }) => fill(ngettext("The limit of %(limit)s penalty point is reached.", "The limit of %(limit)s penalty points is reached.", terms.penalty_limit), { limit: number(terms.penalty_limit) }),
  rounds_played: (view) => (isOneRound(view) ? "" : roundsWords(view.score_sheet.length)),
  round_limit: (view) => roundsWords(view.score_sheet.length),
  last_one_in: () => _("Everybody else is out."),
  tie_breaker: () => _("A tie-breaker has decided."),
  resigned: (view) => givenUp(view.seats.filter((one) => one.resigned && one.player), view.seat),
  called_off: () => _("The match was called off; every stake goes back."),
};

const limitWords = (limit) => fill(ngettext("The limit of %(limit)s point is reached.", "The limit of %(limit)s points is reached.", limit), { limit: number(limit) });
const roundsWords = (count) => fill(ngettext("That was the only round.", "That was the last of %(count)s rounds.", count), { count });

/** Dealt by a tournament for itself: the players go on elsewhere, and no match is over. */
export const isOneRound = ({ terms }) => terms.settlement === "tournament" && terms.rounds === 1;

function givenUp(gone, mine) {
  if (gone.length === 1 && gone[0].seat === mine) return _("You have given up.");
  return gone.length > 0 && fill(ngettext("%(names)s has given up.", "%(names)s have given up.", gone.length), { names: list(gone.map((one) => one.player.name)) });
}

/** Why no further round is dealt. */
export const whyOver = (view) => DECIDED[view.result.reason]?.(view) ?? "";

const RESEATED = {
  eliminated: () => _("Whoever has reached the limit is out; the others play on."),
  tie_break: () => _("Level at the top: tie-breaker rounds."),
  resigned: () => _("Whoever has given up gets no more cards; the others play on."),
};

const secondsMore = (seconds) => fill(ngettext("The director gives one second more.", "The director gives %(seconds)s seconds more.", seconds), { seconds });

/** Who has won the match, as a heading. */
export function headline(view, winners) {
  const sides = sidesOf(view, winners);
  if (isDraw(view, winners)) return _("A draw: nobody wins the match");
  if (sides.length > 1) return fill(_("A tie: %(names)s share the win"), { names: namesOf(view, winners) });
  if (winners.includes(view.seat)) return areTeams(view) ? _("Your team wins the match") : _("You win the match");
  return fill(sides[0].length > 1 ? _("%(name)s win the match") : _("%(name)s wins the match"), { name: namesOf(view, sides[0]) });
}

export function sentence(event, view) {
  const by = (told, said, { seat = event.seat, ...facts } = {}) => fill((seat === view.seat && said) || told, {
    ...event, card: event.card && cardName(event.card), cards: event.cards && list(event.cards.map(cardName)), name: nameOf(view, seat), ...facts,
  });
  return EVENTS[event.type] ? EVENTS[event.type](event, by, view) : houseEvent(event, by);
}
