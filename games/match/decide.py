"""What happens when somebody acts at a table, or when time passes.

`play` and `tick` decide and fold in one go: they return the new state with the events
that lead to it. Randomness and secrets come from outside through a `Shuffler`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from games import engine
from games.bots import safe_move
from games.engine.records import Action, Event
from games.match import events as ev
from games.match.actions import Ready, Resign, Return, SitOut, TableAction
from games.match.decision import Verdict, next_dealer, trophy_holders, verdict
from games.match.evolve import evolve
from games.match.seating import draw_seats
from games.match.state import MatchState, Phase
from games.settlement import SETTLEMENTS, FinishedMatch

# No rule allows a turn this long; reaching it means that an automatic move does not end turns.
AUTOMATIC_STEPS_MAX = 20


class Shuffler(Protocol):
    """Where decks come from: committed to before a round, computed when it starts."""

    def first_dealer(self, seats: int) -> int: ...

    def commit(self, round_number: int) -> str: ...

    def seating(self, cards: tuple[int, ...], seats: int) -> tuple[int, ...] | None:
        """The order in which cards are drawn for the seats; None where these are settled."""

    def deck(
        self, round_number: int, client_seeds: tuple[str, ...], cards: tuple[int, ...]
    ) -> tuple[int, ...]: ...

    def reshuffles(
        self, round_number: int, client_seeds: tuple[str, ...], cards: tuple[int, ...], times: int
    ) -> tuple[tuple[int, ...], ...]: ...


@dataclass(frozen=True, slots=True)
class Step:
    """A state and the events that led there from the one before."""

    state: MatchState
    events: tuple[Event, ...]


class _Run:
    """Collects events and folds them as they come."""

    def __init__(self, state: MatchState, now_ms: int, shuffler: Shuffler) -> None:
        self.state = state
        self.now_ms = now_ms
        self.shuffler = shuffler
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.state = evolve(self.state, event, self.now_ms)
        self.events.append(event)

    def step(self) -> Step:
        return Step(self.state, tuple(self.events))


def start_match(
    state: MatchState,
    *,
    players: tuple[int, ...],
    robots: tuple[bool, ...],
    now_ms: int,
    shuffler: Shuffler,
) -> Step:
    """Every seat is taken: the match begins and its first round is prepared.

    Where seats are drawn for (GER-2), players sit down anew: `MatchStarted` says where.
    """
    run = _Run(state, now_ms, shuffler)
    rules = state.terms.rules
    order = None
    if rules.seating_draw:
        order = shuffler.seating(engine.deck_cards(rules), len(players))
    if order is not None:
        drawn = draw_seats(order, len(players))
        run.emit(drawn)
        players = tuple(players[seat] for seat in drawn.came_from)
        robots = tuple(robots[seat] for seat in drawn.came_from)
        dealer = 0
    else:
        dealer = shuffler.first_dealer(len(players))
    run.emit(ev.MatchStarted(players=players, robots=robots))
    _prepare_round(run, dealer)
    return run.step()


def play(state: MatchState, seat: int, action: Action, *, now_ms: int, shuffler: Shuffler) -> Step:
    """Carry out what the player at `seat` asks for.

    Raises:
        IllegalAction: with a stable code, the rule's id and the numbers; nothing has changed.
    """
    run = _Run(state, now_ms, shuffler)
    if isinstance(action, TableAction):
        _table_action(run, seat, action)
    else:
        _card_action(run, seat, action)
    return run.step()


def tick(state: MatchState, *, now_ms: int, shuffler: Shuffler) -> Step:
    """Do what is due at `now_ms`: deal after the pause, move for an absent or late player.

    Returns a step without events when nothing is due, so it may be called at any time.
    """
    run = _Run(state, now_ms, shuffler)
    deadline_ms = state.clock.deadline_ms
    if deadline_ms is None or now_ms < deadline_ms:
        return run.step()
    if state.phase is Phase.BETWEEN:
        _start_round(run)
    elif state.phase is Phase.PLAYING and state.clock.turn is not None:
        _play_for_absent(run, state.clock.turn)
    return run.step()


def _card_action(run: _Run, seat: int, action: Action) -> None:
    state = run.state
    if state.phase is not Phase.PLAYING or state.round is None:
        raise engine.IllegalAction("no_round_in_play", phase=state.phase.value)
    if state.resigned[seat]:
        raise engine.IllegalAction("already_resigned")
    events = engine.decide(state.round, seat, action)
    if state.automatic[seat]:
        # Before the cards, so that this turn's time comes out of the bank like any other's.
        run.emit(ev.Returned(seat))
    for event in events:
        run.emit(event)
    _after_cards(run)


def _table_action(run: _Run, seat: int, action: TableAction) -> None:
    state = run.state
    if state.phase is Phase.FINISHED:
        raise engine.IllegalAction("match_over")
    if state.resigned[seat]:
        raise engine.IllegalAction("already_resigned")
    match action:
        case Ready(seed=seed):
            _ready(run, seat, seed)
        case SitOut():
            if state.automatic[seat]:
                raise engine.IllegalAction("already_sitting_out")
            run.emit(ev.SatOut(seat, "player"))
            _deal_when_all_ready(run)
        case Return():
            if not state.automatic[seat]:
                raise engine.IllegalAction("not_sitting_out")
            run.emit(ev.Returned(seat))
        case Resign():
            run.emit(ev.Resigned(seat))
            _finish_when_decided(run)
            _deal_when_all_ready(run)


def _ready(run: _Run, seat: int, seed: str) -> None:
    if run.state.phase is not Phase.BETWEEN:
        raise engine.IllegalAction("round_in_play")
    if run.state.ready[seat] and not run.state.automatic[seat]:
        raise engine.IllegalAction("already_ready")
    if run.state.automatic[seat]:
        run.emit(ev.Returned(seat))
    run.emit(ev.PlayerReady(seat, seed))
    _deal_when_all_ready(run)


def _deal_when_all_ready(run: _Run) -> None:
    humans_ready = all(run.state.ready) and not all(
        robot or run.state.plays_alone(seat) for seat, robot in enumerate(run.state.robots)
    )
    if run.state.phase is Phase.BETWEEN and humans_ready:
        _start_round(run)


def _start_round(run: _Run) -> None:
    state = run.state
    rules = state.terms.rules
    run.emit(ev.RoundStarted(number=state.round_number, client_seeds=state.seeds))
    number, seeds, cards = state.round_number, state.seeds, engine.deck_cards(rules)
    deck = run.shuffler.deck(number, seeds, cards)
    reshuffles = (
        run.shuffler.reshuffles(number, seeds, cards, rules.reshuffles) if rules.reshuffles else ()
    )
    _, dealt = engine.start_round(rules, state.terms.seats, deck, state.dealer, reshuffles)
    for event in dealt:
        run.emit(event)
    _after_cards(run)


def _play_for_absent(run: _Run, seat: int) -> None:
    if not run.state.plays_alone(seat):
        run.emit(ev.TimedOut(seat))
        if run.state.misses[seat] >= run.state.terms.misses_max:
            run.emit(ev.SatOut(seat, "misses"))
    for _ in range(AUTOMATIC_STEPS_MAX):
        cards = run.state.round
        if cards is None or cards.turn != seat:
            break
        action = safe_move(engine.view(cards, seat), engine.legal_actions(cards, seat))
        for event in engine.decide(cards, seat, action):
            run.emit(event)
    else:
        raise AssertionError(f"seat {seat}: automatic moves do not end the turn")
    _after_cards(run)


def _after_cards(run: _Run) -> None:
    state = run.state
    if state.round is None or not state.round.is_over:
        return
    score = engine.score(state.round)
    if score is None:
        raise AssertionError("a round that is over has a score")
    totals = tuple(a + b for a, b in zip(state.totals, score.points, strict=True))
    run.emit(
        ev.RoundScored(
            number=state.round_number,
            dealer=state.dealer,
            winner=score.winner,
            reason=score.reason,
            points=tuple(score.points),
            lines=tuple(score.lines),
            totals=totals,
            tallies=score.tallies,
        )
    )
    if not _finish_when_decided(run):
        _prepare_round(run, next_dealer(run.state))


def _finish_when_decided(run: _Run) -> bool:
    decided = verdict(run.state)
    if decided is None:
        return False
    run.emit(
        ev.MatchFinished(
            winners=decided.winners,
            totals=run.state.totals,
            payouts=_payouts(run.state, decided),
            reason=decided.reason,
            trophy=trophy_holders(run.state),
        )
    )
    return True


def _payouts(state: MatchState, decided: Verdict) -> tuple[int, ...]:
    stakes = (state.terms.stake_chips,) * state.terms.seats
    finished = FinishedMatch(stakes, decided.winners, last_dealer=state.dealer)
    return SETTLEMENTS[state.terms.settlement].settle(finished).payouts_chips


def _prepare_round(run: _Run, dealer: int) -> None:
    number = run.state.round_number + 1
    run.emit(ev.RoundPrepared(number=number, dealer=dealer, commitment=run.shuffler.commit(number)))
