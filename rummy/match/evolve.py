"""How events change a match. Free of rules: old logs fold the same after rules are mended."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from rummy import engine
from rummy.engine.records import Event
from rummy.match import events as ev
from rummy.match import roster
from rummy.match.state import MatchState, Phase, opening_state, put
from rummy.match.terms import MatchTerms
from rummy.match.time import clocks


def evolve(state: MatchState, event: Event, at_ms: int) -> MatchState:
    """The state after `event`, which happened at `at_ms` (milliseconds since the epoch)."""
    change = _CHANGES.get(type(event))
    if change is not None:
        return change(state, event, at_ms)
    before = state.round
    if before is None:
        raise AssertionError(f"{event.type} before the first round has started")
    after = engine.evolve(before, event)
    if event.takes_back and before.turn is not None:
        state = roster.detour_made(state, before.turn)
    if after.turn == before.turn:
        return replace(state, round=after)
    return replace(clocks.turn_passes(state, after.turn, at_ms), round=after)


def fold(terms: MatchTerms, log: Iterable[tuple[Event, int]]) -> MatchState:
    """The state that a table's whole log leads to."""
    state = opening_state(terms)
    for event, at_ms in log:
        state = evolve(state, event, at_ms)
    return state


def is_card_event(event: Event) -> bool:
    """Whether the event is the engine's: something that happened in a round, not at the table."""
    return type(event) not in _CHANGES


def _match_started(state: MatchState, event: ev.MatchStarted, at_ms: int) -> MatchState:
    return replace(state, players=event.players, robots=event.robots, phase=Phase.BETWEEN)


def _round_prepared(state: MatchState, event: ev.RoundPrepared, at_ms: int) -> MatchState:
    ready = tuple(
        (robot or state.plays_alone(seat)) and not roster.may_buy_back(state, seat)
        for seat, robot in enumerate(state.robots)
    )
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
        clock=replace(state.clock.stopped(at_ms), deadline_ms=at_ms + pause_ms),
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
        round=engine.fold(state.terms.rules, event.seats or state.terms.seats, ()),
        clock=state.clock.stopped(at_ms),
    )


def _round_scored(state: MatchState, event: ev.RoundScored, at_ms: int) -> MatchState:
    state = roster.without_detours(state)
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
        clock=state.clock.stopped(at_ms),
    )


def _match_finished(state: MatchState, event: ev.MatchFinished, at_ms: int) -> MatchState:
    state = roster.without_detours(state)
    return replace(state, phase=Phase.FINISHED, result=event, clock=state.clock.stopped(at_ms))


def _timed_out(state: MatchState, event: ev.TimedOut, at_ms: int) -> MatchState:
    clock = replace(state.clock, expired=True, banks_ms=put(state.clock.banks_ms, event.seat, 0))
    if clock.grace_since_ms is not None:
        clock = replace(clock, grace_since_ms=None, graces_ms=put(clock.graces_ms, event.seat, 0))
    misses = state.misses[event.seat]
    return replace(
        state if misses else roster.absent_anew(state, event.seat),
        misses=put(state.misses, event.seat, misses + 1),
        clock=clock,
    )


def _sat_out(state: MatchState, event: ev.SatOut, at_ms: int) -> MatchState:
    if not state.misses[event.seat]:
        state = roster.absent_anew(state, event.seat)
    if event.reason == "player":
        state = roster.detour_made(state, event.seat)
    state = replace(
        state,
        automatic=put(state.automatic, event.seat, True),
        ready=put(state.ready, event.seat, True),
    )
    return clocks.turn_resumed(state, event.seat, at_ms)


def _returned(state: MatchState, event: ev.Returned, at_ms: int) -> MatchState:
    state = replace(
        state,
        automatic=put(state.automatic, event.seat, False),
        misses=put(state.misses, event.seat, 0),
    )
    return clocks.turn_resumed(state, event.seat, at_ms)


def _resigned(state: MatchState, event: ev.Resigned, at_ms: int) -> MatchState:
    state = replace(
        state,
        resigned=put(state.resigned, event.seat, True),
        ready=put(state.ready, event.seat, True),
    )
    return clocks.turn_resumed(state, event.seat, at_ms)


_CHANGES: dict[type, Callable[[MatchState, Any, int], MatchState]] = {
    ev.SeatsDrawn: lambda state, event, at_ms: replace(state, draw=event),
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
    ev.GraceBegan: clocks.grace_began,
    ev.PlayedFor: roster.played_for,
    ev.OutageCompensated: clocks.outage_compensated,
    ev.TimeGiven: clocks.time_given,
    ev.VacationTaken: clocks.vacation_taken,
    ev.PlayersReseated: roster.players_reseated,
    ev.BoughtBack: roster.bought_back,
}
