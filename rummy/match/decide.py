"""What happens when somebody acts at a table; what time does there is in `timing`.

Each decides and folds in one go: it returns the new state with the events that lead to it.
Randomness and secrets come from outside through a `Shuffler`.
"""

from collections import Counter
from collections.abc import Sequence

from rummy import engine
from rummy.engine.cards import is_joker, rank_of
from rummy.engine.records import Action, Event
from rummy.fairness.dealing import LOT, SEATS_DRAWN
from rummy.match import events as ev
from rummy.match import rounds
from rummy.match.actions import Ready, Resign, Return, SitOut, TableAction, TakeVacation
from rummy.match.events import SeatsDrawn
from rummy.match.evolve import evolve
from rummy.match.roster import may_buy_back, returning, worst_total
from rummy.match.run import FirstDeal, Run, Shuffler, Step
from rummy.match.state import DETOURS_MAX, MatchState, Phase
from rummy.match.time.knocking import leave_time_to_knock

CALLED_OFF = "called_off"


def start_match(
    state: MatchState,
    *,
    players: tuple[int, ...],
    robots: tuple[bool, ...],
    now_ms: int,
    shuffler: Shuffler,
    places_settled: bool = False,
    first_deal: FirstDeal | None = None,
) -> Step:
    """Every seat is taken: the match begins and its first round is prepared.

    Where seats are drawn for (GER-2), players sit down anew: `MatchStarted` says where. With
    `places_settled` they stay, and the lot decides who deals; with `first_deal` that is known too.
    A round that is played on is dealt at once, and what was played there before is played.
    """
    run = Run(state, now_ms, shuffler)
    rules = state.terms.rules
    if rules.seating_draw and not places_settled and first_deal is None:
        drawn = draw_seats(shuffler.seating(engine.deck_cards(rules), len(players)), len(players))
        run.emit(drawn)
        players = tuple(players[seat] for seat in drawn.came_from)
        robots = tuple(robots[seat] for seat in drawn.came_from)
        dealer, reason = 0, SEATS_DRAWN
    elif first_deal is not None:
        dealer, reason = first_deal.dealer, first_deal.reason
    else:
        dealer, reason = shuffler.first_dealer(len(players)), LOT
    run.emit(ev.MatchStarted(players=players, robots=robots))
    rounds.prepare_round(run, dealer, reason, first_deal)
    if state.terms.played_on is not None and first_deal is not None:
        rounds.start_round(run)
        for seat, action in first_deal.moves:
            _make_move(run, seat, action)
    return run.step()


def play(state: MatchState, seat: int, action: Action, *, now_ms: int, shuffler: Shuffler) -> Step:
    """Carry out what the player at `seat` asks for.

    Raises IllegalAction: with a stable code, the rule's id and the numbers; nothing has changed.
    """
    run = Run(state, now_ms, shuffler)
    if isinstance(action, TableAction):
        _table_action(run, seat, action)
    else:
        _card_action(run, seat, action)
    return run.step()


def buy_back(state: MatchState, seat: int, *, now_ms: int, shuffler: Shuffler) -> Step:
    """A seat eliminated in the last round is in again, level with the worst who still is.

    The chips are the caller's business, in the same transaction.

    Raises IllegalAction(no_rebuy): not here, not now, or often enough.
    """
    run = Run(state, now_ms, shuffler)
    if not may_buy_back(state, seat):
        rebuys = state.roster.rebuys[seat]
        raise engine.IllegalAction("no_rebuy", rebuys=rebuys, most=state.terms.rebuys_max)
    run.emit(ev.BoughtBack(seat, worst_total(state)))
    run.emit(returning(run.state, seat))
    rounds.deal_when_all_ready(run)
    return run.step()


def call_off(state: MatchState, *, now_ms: int) -> Step:
    """The match ends where it stands, won by nobody: each seat gets back what it paid, the fee too.

    Raises IllegalAction(match_over | no_round_in_play): it is over, or has not begun.
    """
    if state.phase is Phase.FINISHED:
        raise engine.IllegalAction("match_over")
    if state.phase is Phase.SEATING:
        raise engine.IllegalAction("no_round_in_play", phase=state.phase.value)
    ended = ev.MatchFinished(
        winners=tuple(range(state.terms.seats)),
        totals=state.totals,
        payouts=state.paid_in_chips,
        reason=CALLED_OFF,
    )
    return Step(evolve(state, ended, now_ms), (ended,))


def _make_move(run: Run, seat: int, action: Action) -> None:
    if run.state.round is None:
        raise AssertionError("a move is made in a round")
    _carry_out(run, engine.decide(run.state.round, seat, action))


def _carry_out(run: Run, events: Sequence[Event]) -> None:
    for event in events:
        run.emit(event)
    rounds.after_cards(run)


def _card_action(run: Run, seat: int, action: Action) -> None:
    state = run.state
    if state.phase is not Phase.PLAYING or state.round is None:
        raise engine.IllegalAction("no_round_in_play", phase=state.phase.value)
    if state.resigned[seat]:
        raise engine.IllegalAction("already_resigned")
    if not state.is_in(seat):
        raise engine.IllegalAction("eliminated")
    if action.takes_back:
        _require_detour(state, seat)
    events = engine.decide(state.round, seat, action)
    leave_time_to_knock(state, action, run.now_ms)
    if state.automatic[seat]:
        # Before the cards, so that this turn's time comes out of the bank like any other's.
        run.emit(ev.Returned(seat))
    _carry_out(run, events)


def _table_action(run: Run, seat: int, action: TableAction) -> None:
    state = run.state
    if state.phase is Phase.FINISHED:
        raise engine.IllegalAction("match_over")
    if state.resigned[seat]:
        raise engine.IllegalAction("already_resigned")
    if not state.is_in(seat) and not (isinstance(action, Ready) and may_buy_back(state, seat)):
        raise engine.IllegalAction("eliminated")
    match action:
        case Ready(seed=seed):
            _ready(run, seat, seed)
        case SitOut():
            _sit_out(run, seat)
        case Return():
            _return(run, seat)
        case Resign():
            run.emit(ev.Resigned(seat))
            if not rounds.finish_when_decided(run):
                rounds.leave_out_resigned(run)
                rounds.deal_when_all_ready(run)
        case TakeVacation(days=days):
            _take_vacation(run, seat, days)


def _ready(run: Run, seat: int, seed: str) -> None:
    if run.state.phase is not Phase.BETWEEN:
        raise engine.IllegalAction("round_in_play")
    if run.state.ready[seat] and not run.state.automatic[seat]:
        raise engine.IllegalAction("already_ready")
    if run.state.automatic[seat]:
        run.emit(ev.Returned(seat))
    run.emit(ev.PlayerReady(seat, seed))
    rounds.deal_when_all_ready(run)


def _sit_out(run: Run, seat: int) -> None:
    if run.state.automatic[seat]:
        raise engine.IllegalAction("already_sitting_out")
    _require_detour(run.state, seat)
    run.emit(ev.SatOut(seat, "player"))
    rounds.deal_when_all_ready(run)


def _require_detour(state: MatchState, seat: int) -> None:
    if not state.may_detour(seat):
        raise engine.IllegalAction("back_and_forth_too_often", most=DETOURS_MAX)


def _return(run: Run, seat: int) -> None:
    if not run.state.automatic[seat]:
        raise engine.IllegalAction("not_sitting_out")
    run.emit(ev.Returned(seat))


def _take_vacation(run: Run, seat: int, days: int) -> None:
    left = run.state.roster.vacation_left[seat]
    if days > left:
        raise engine.IllegalAction("vacation_used_up", days=days, left=left)
    run.emit(ev.VacationTaken(seat, days))


_ACE_HIGH, _JOKER = 13, 14


def draw_seats(order: Sequence[int], seats: int) -> SeatsDrawn:
    """The seats as this order of the deck gives them: each draws a card, seat 0 first.

    The highest card deals; the others follow to its left, so that the lowest sits on its right.
    Equal ranks draw again until none are equal; ace is high here, jokers are highest.
    """
    cards = iter(order)
    draws: list[list[int]] = [[] for _ in range(seats)]
    drawing = list(range(seats))
    while drawing:
        for seat in drawing:
            draws[seat].append(next(cards))
        heights = Counter(_height(drawn) for drawn in draws)
        drawing = [seat for seat in range(seats) if heights[_height(draws[seat])] > 1]
    ranking = sorted(range(seats), key=lambda seat: _height(draws[seat]), reverse=True)
    return SeatsDrawn(tuple(tuple(draws[seat]) for seat in ranking), tuple(ranking))


def _height(drawn: Sequence[int]) -> tuple[int, ...]:
    return tuple(_JOKER if is_joker(card) else rank_of(card) or _ACE_HIGH for card in drawn)
