"""What a human director's orders do to a tournament in memory."""

from collections.abc import Callable
from typing import Any

from tournaments.director.desk import commands as order
from tournaments.simulation.arena import Arena


def _pause_table(arena: Arena, command: order.PauseTable) -> None:
    place = arena.tables[command.table]
    place.paused = True
    if place.resting:
        place.dealt = ()
        arena.set_resting(place, resting=False)


def _resume_table(arena: Arena, command: order.ResumeTable) -> None:
    place = arena.tables[command.table]
    was_quiet = place.quiet
    place.paused = False
    if was_quiet:
        arena.set_resting(place, resting=True)


def _substitute(arena: Arena, command: order.Substitute) -> None:
    arena.entrants[command.entry].player = command.player


def _name_team(arena: Arena, command: order.NameTeam) -> None:
    before = arena.entrants[command.entry].team
    for one in arena.entrants.values():
        one.team = command.team if one.team == before else one.team


def _take(arena: Arena, entry: int, chips: int) -> None:
    one = arena.entrants[entry]
    one.stack -= chips
    if one.stack < 0:
        raise AssertionError(f"entry {entry} has fewer chips than none")
    if one.seat is not None:
        arena.tables[one.seat[0]].view = None


def _forfeit(arena: Arena, command: order.Forfeit) -> None:
    _take(arena, command.entry, command.chips)
    arena.forfeited_chips += command.chips


def _deduct(arena: Arena, command: order.Deduct) -> None:
    one = arena.entrants[command.entry]
    one.points, one.score = one.points - command.points, one.score - command.score


def _hand_over(arena: Arena, command: order.HandOver) -> None:
    _take(arena, command.from_entry, command.chips)
    _take(arena, command.to_entry, -command.chips)


def _disqualify(arena: Arena, command: order.Disqualify) -> None:
    arena.entrants[command.entry].disqualified = not command.is_lifted


def _concede(arena: Arena, command: order.Concede) -> None:
    place = arena.tables[command.table]
    if len(place.entries) <= 1 and place.score is None:
        arena.finish_match(command.table, dict.fromkeys(place.dealt, 0))


def _reinstate(arena: Arena, command: order.Reinstate) -> None:
    one = arena.entrants[command.entry]
    one.is_in, one.rank = True, None
    one.stack += command.chips
    arena.forfeited_chips -= command.chips
    one.heads += command.heads
    arena.fallen.pop(command.entry, None)
    arena.unseated[command.entry] = None


def _void_round(arena: Arena, command: order.VoidRound) -> None:
    for entry, change in zip(command.entries, command.changes_chips, strict=True):
        _take(arena, entry, -change)


ACTS: dict[type, Callable[[Arena, Any], None]] = {
    order.PauseTable: _pause_table,
    order.ResumeTable: _resume_table,
    order.Substitute: _substitute,
    order.NameTeam: _name_team,
    order.Forfeit: _forfeit,
    order.Deduct: _deduct,
    order.HandOver: _hand_over,
    order.Disqualify: _disqualify,
    order.Concede: _concede,
    order.Reinstate: _reinstate,
    order.VoidRound: _void_round,
}
