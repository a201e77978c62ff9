"""What a human director's orders do to a tournament in memory."""

from tournaments.director.desk import commands as order
from tournaments.simulation.arena import Arena


def pause_table(arena: Arena, command: order.PauseTable) -> None:
    place = arena.tables[command.table]
    place.paused = True
    if place.resting:
        place.dealt = ()
        arena.set_resting(place, resting=False)


def resume_table(arena: Arena, command: order.ResumeTable) -> None:
    place = arena.tables[command.table]
    was_quiet = place.quiet
    place.paused = False
    if was_quiet:
        arena.set_resting(place, resting=True)


def substitute(arena: Arena, command: order.Substitute) -> None:
    arena.entrants[command.entry].player = command.player


def name_team(arena: Arena, command: order.NameTeam) -> None:
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


def forfeit(arena: Arena, command: order.Forfeit) -> None:
    _take(arena, command.entry, command.chips)
    arena.forfeited_chips += command.chips


def deduct(arena: Arena, command: order.Deduct) -> None:
    one = arena.entrants[command.entry]
    one.points, one.score = one.points - command.points, one.score - command.score


def hand_over(arena: Arena, command: order.HandOver) -> None:
    _take(arena, command.from_entry, command.chips)
    _take(arena, command.to_entry, -command.chips)


def disqualify(arena: Arena, command: order.Disqualify) -> None:
    arena.entrants[command.entry].disqualified = not command.is_lifted


def concede(arena: Arena, command: order.Concede) -> None:
    place = arena.tables[command.table]
    if len(place.entries) <= 1 and place.score is None:
        arena.finish_match(command.table, dict.fromkeys(place.dealt, 0))


def reinstate(arena: Arena, command: order.Reinstate) -> None:
    one = arena.entrants[command.entry]
    one.is_in, one.rank = True, None
    one.stack += command.chips
    arena.forfeited_chips -= command.chips
    one.heads += command.heads
    arena.fallen.pop(command.entry, None)
    arena.unseated[command.entry] = None


def void_round(arena: Arena, command: order.VoidRound) -> None:
    for entry, change in zip(command.entries, command.changes_chips, strict=True):
        _take(arena, entry, -change)
