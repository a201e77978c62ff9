"""How events change a match. Free of rules: old logs fold the same after rules are mended."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from games import engine
from games.engine.records import Event
from games.match import events as ev
from games.match.state import Clock, MatchState, Phase, opening_state, put
from games.match.terms import MatchTerms


def evolve(state: MatchState, event: Event, at_ms: int) -> MatchState:
    """The state after `event`, which happened at `at_ms` (milliseconds since the epoch)."""
    change = _CHANGES.get(type(event))
    if change is not None:
        return change(state, event, at_ms)
    return _card_event(state, event, at_ms)


def fold(terms: MatchTerms, log: Iterable[tuple[Event, int]]) -> MatchState:
    """The state that a table's whole log leads to."""
    state = opening_state(terms)
    for event, at_ms in log:
        state = evolve(state, event, at_ms)
    return state


def is_card_event(event: Event) -> bool:
    """Whether the event is the engine's: something that happened in a round, not at the table."""
    return type(event) not in _CHANGES


def _card_event(state: MatchState, event: Event, at_ms: int) -> MatchState:
    before = state.round
    if before is None:
        raise AssertionError(f"{event.type} before the first round has started")
    after = engine.evolve(before, event)
    if after.turn == before.turn:
        return replace(state, round=after)
    return replace(_turn_passes(state, after.turn, at_ms), round=after)


def _turn_passes(state: MatchState, turn: int | None, at_ms: int) -> MatchState:
    """Stop one clock, take what it overran from that seat's bank, start the next one."""
    clock, terms = state.clock, state.terms
    banks, misses = clock.banks_ms, state.misses
    if clock.turn is not None:
        overrun = at_ms - clock.started_ms - terms.turn_ms
        if overrun > 0 and not state.automatic[clock.turn]:
            banks = put(banks, clock.turn, max(0, banks[clock.turn] - overrun))
        if not clock.expired and misses[clock.turn]:
            misses = put(misses, clock.turn, 0)
    started = Clock(
        banks_ms=banks,
        turn=turn,
        started_ms=at_ms,
        deadline_ms=None if turn is None else _turn_ends(state, turn, banks, at_ms),
    )
    return replace(state, clock=started, misses=misses)


def _turn_ends(state: MatchState, turn: int, banks: tuple[int, ...], at_ms: int) -> int:
    if state.plays_alone(turn):
        return at_ms + state.terms.automatic_ms
    return at_ms + state.terms.turn_ms + banks[turn]


def _match_started(state: MatchState, event: ev.MatchStarted, at_ms: int) -> MatchState:
    return replace(state, players=event.players, robots=event.robots, phase=Phase.BETWEEN)


def _seats_drawn(state: MatchState, event: ev.SeatsDrawn, at_ms: int) -> MatchState:
    return replace(state, draw=event)


def _round_prepared(state: MatchState, event: ev.RoundPrepared, at_ms: int) -> MatchState:
    ready = tuple(robot or state.plays_alone(seat) for seat, robot in enumerate(state.robots))
    pause_ms = state.terms.pause_ms
    if all(ready):
        pause_ms = min(pause_ms, 4 * state.terms.robot_ms)
    return replace(
        state,
        phase=Phase.BETWEEN,
        round_number=event.number,
        dealer=event.dealer,
        commitment=event.commitment,
        ready=ready,
        seeds=("",) * len(ready),
        clock=Clock(banks_ms=state.clock.banks_ms, started_ms=at_ms, deadline_ms=at_ms + pause_ms),
    )


def _player_ready(state: MatchState, event: ev.PlayerReady, at_ms: int) -> MatchState:
    return replace(
        state,
        ready=put(state.ready, event.seat, True),
        seeds=put(state.seeds, event.seat, event.seed),
    )


def _round_started(state: MatchState, event: ev.RoundStarted, at_ms: int) -> MatchState:
    return replace(
        state,
        phase=Phase.PLAYING,
        seeds=event.client_seeds,
        round=engine.fold(state.terms.rules, state.terms.seats, ()),
        clock=Clock(banks_ms=state.clock.banks_ms, started_ms=at_ms),
    )


def _round_scored(state: MatchState, event: ev.RoundScored, at_ms: int) -> MatchState:
    won = state.rounds_won
    if event.winner is not None:
        for seat in state.terms.rules.side_of(event.winner, state.terms.seats):
            won = put(won, seat, won[seat] + 1)
    return replace(
        state,
        phase=Phase.BETWEEN,
        totals=event.totals,
        rounds_won=won,
        sheet=(*state.sheet, event),
        clock=Clock(banks_ms=state.clock.banks_ms, started_ms=at_ms),
    )


def _match_finished(state: MatchState, event: ev.MatchFinished, at_ms: int) -> MatchState:
    return replace(
        state,
        phase=Phase.FINISHED,
        result=event,
        clock=Clock(banks_ms=state.clock.banks_ms, started_ms=at_ms),
    )


def _timed_out(state: MatchState, event: ev.TimedOut, at_ms: int) -> MatchState:
    return replace(
        state,
        misses=put(state.misses, event.seat, state.misses[event.seat] + 1),
        clock=replace(state.clock, expired=True, banks_ms=put(state.clock.banks_ms, event.seat, 0)),
    )


def _sat_out(state: MatchState, event: ev.SatOut, at_ms: int) -> MatchState:
    state = replace(
        state,
        automatic=put(state.automatic, event.seat, True),
        ready=put(state.ready, event.seat, True),
    )
    return _reset_clock(state, event.seat, at_ms)


def _returned(state: MatchState, event: ev.Returned, at_ms: int) -> MatchState:
    state = replace(
        state,
        automatic=put(state.automatic, event.seat, False),
        misses=put(state.misses, event.seat, 0),
    )
    return _reset_clock(state, event.seat, at_ms)


def _resigned(state: MatchState, event: ev.Resigned, at_ms: int) -> MatchState:
    state = replace(
        state,
        resigned=put(state.resigned, event.seat, True),
        ready=put(state.ready, event.seat, True),
    )
    return _reset_clock(state, event.seat, at_ms)


def _reset_clock(state: MatchState, seat: int, at_ms: int) -> MatchState:
    """The seat on turn has come or gone. Its turn began when it began: nobody gains time by it."""
    clock = state.clock
    if state.phase is not Phase.PLAYING or clock.turn != seat:
        return state
    deadline_ms = clock.started_ms + state.terms.turn_ms + clock.banks_ms[seat]
    if state.plays_alone(seat):
        deadline_ms = min(deadline_ms, at_ms + state.terms.automatic_ms)
    return replace(state, clock=replace(clock, deadline_ms=deadline_ms))


_CHANGES: dict[type, Callable[[MatchState, Any, int], MatchState]] = {
    ev.SeatsDrawn: _seats_drawn,
    ev.MatchStarted: _match_started,
    ev.RoundPrepared: _round_prepared,
    ev.PlayerReady: _player_ready,
    ev.RoundStarted: _round_started,
    ev.RoundScored: _round_scored,
    ev.MatchFinished: _match_finished,
    ev.TimedOut: _timed_out,
    ev.SatOut: _sat_out,
    ev.Returned: _returned,
    ev.Resigned: _resigned,
}
