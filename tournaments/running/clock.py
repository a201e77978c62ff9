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


def begin(live: LiveTournament, command: order.Begin) -> None:
    pcr = live.plan.schedule.pcr(0)
    Level.objects.create(tournament_id=live.id, number=0, pcr=pcr)


def raise_level(live: LiveTournament, command: order.RaiseLevel) -> None:
    Level.objects.create(tournament_id=live.id, number=command.level, pcr=command.pcr)


def close_entries(live: LiveTournament, command: order.CloseEntries) -> None:
    books.house_adds(live)


def end(live: LiveTournament, commands: Sequence[order.Finish | order.Cancel]) -> None:
    """Once, for the first reason there is. Rounds in play go to their end at their tables; where
    it is called off they do not count."""
    command = commands[0]
    played = isinstance(command, order.Finish) or bool(live.field.eliminations)
    books.close_books(live, played=played)
    close_all_tables(live)
    if live.plan.boards:
        call_off_tables(live)
        open_boards(live)
    live.count(seated=-live.field.seated, unseated=-live.field.unseated)
    live.note(command)
