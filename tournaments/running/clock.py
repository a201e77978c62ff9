"""Carrying out what concerns the clock: what else changes with it."""

from collections.abc import Sequence

from tournaments.director import commands as order
from tournaments.models import Level
from tournaments.running import books
from tournaments.running.game_tables.boards import call_off_tables, open_boards
from tournaments.running.live import LiveTournament
from tournaments.running.seats import close_all_tables


def noted(live: LiveTournament, commands: Sequence[order.Command]) -> None:
    """What changes nothing but the clock."""
    for command in commands:
        live.note(command)


def not_noted(live: LiveTournament, commands: Sequence[order.Command]) -> None:
    """The same for what nobody asks about."""


def begin(live: LiveTournament, commands: Sequence[order.Begin]) -> None:
    for command in commands:
        pcr = live.plan.schedule.pcr(0)
        Level.objects.create(tournament_id=live.id, number=0, pcr=pcr)
        live.note(command)


def raise_level(live: LiveTournament, commands: Sequence[order.RaiseLevel]) -> None:
    for command in commands:
        Level.objects.create(tournament_id=live.id, number=command.level, pcr=command.pcr)
        live.note(command)


def close_entries(live: LiveTournament, commands: Sequence[order.CloseEntries]) -> None:
    for command in commands:
        books.house_adds(live)
        live.note(command)


def finish(live: LiveTournament, commands: Sequence[order.Finish]) -> None:
    _end(live, commands[0], played=True)


def cancel(live: LiveTournament, commands: Sequence[order.Cancel]) -> None:
    """Rounds in play go to their end at their tables and count for nothing."""
    _end(live, commands[0], played=bool(live.field.eliminations))


def _end(live: LiveTournament, command: order.Command, *, played: bool) -> None:
    books.close_books(live, played=played)
    close_all_tables(live)
    if live.plan.boards:
        call_off_tables(live)
        open_boards(live)
    live.count(seated=-live.field.seated, unseated=-live.field.unseated)
    live.note(command)
