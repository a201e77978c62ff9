"""Carrying out what concerns the clock: the start, levels, breaks, the pace, the end."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.director import Phase
from tournaments.director import commands as order
from tournaments.models import Level
from tournaments.services import books
from tournaments.services.live import LiveTournament
from tournaments.services.seats import close_all_tables


def begin(live: LiveTournament, commands: Sequence[order.Begin]) -> None:
    for command in commands:
        live.set_clock(
            phase=Phase.RUNNING,
            level_started_ms=live.clock.now_ms,
            entries_open=True,
            together=command.together,
        )
        pcr = live.plan.schedule.pcr(0)
        Level.objects.create(tournament_id=live.id, number=0, pcr=pcr)
        live.note(command)


def postpone(live: LiveTournament, commands: Sequence[order.Postpone]) -> None:
    for command in commands:
        live.set_clock(starts_at_ms=command.starts_at_ms, postponed=live.clock.postponed + 1)
        live.note(command)


def set_pace(live: LiveTournament, commands: Sequence[order.SetPace]) -> None:
    for command in commands:
        live.set_clock(together=command.together, wave_open=command.wave_open)
        live.note(command)


def raise_level(live: LiveTournament, commands: Sequence[order.RaiseLevel]) -> None:
    for command in commands:
        live.set_clock(
            level=command.level,
            level_started_ms=live.clock.now_ms,
            level_micro=command.level_micro,
        )
        Level.objects.create(tournament_id=live.id, number=command.level, pcr=command.pcr)
        live.note(command)


def close_entries(live: LiveTournament, commands: Sequence[order.CloseEntries]) -> None:
    for command in commands:
        live.set_clock(entries_open=False)
        books.house_adds(live)
        live.note(command)


def start_break(live: LiveTournament, commands: Sequence[order.StartBreak]) -> None:
    for command in commands:
        live.set_clock(phase=Phase.BREAK, break_until_ms=command.until_ms)
        live.note(command)


def end_break(live: LiveTournament, commands: Sequence[order.EndBreak]) -> None:
    live.set_clock(phase=Phase.RUNNING, level_started_ms=live.clock.now_ms)
    live.note(commands[0])


def pause(live: LiveTournament, commands: Sequence[order.Pause]) -> None:
    live.set_clock(paused_at_ms=live.clock.now_ms)
    live.note(commands[0])


def resume(live: LiveTournament, commands: Sequence[order.Resume]) -> None:
    clock = live.clock
    paused_ms = clock.now_ms - (clock.paused_at_ms or clock.now_ms)
    live.set_clock(
        paused_at_ms=None,
        level_started_ms=clock.level_started_ms + paused_ms,
        break_until_ms=clock.break_until_ms + paused_ms,
        starts_at_ms=clock.starts_at_ms + paused_ms,
    )
    live.note(commands[0])


def finish(live: LiveTournament, commands: Sequence[order.Finish]) -> None:
    _end(live, commands[0], Phase.FINISHED, played=True)


def cancel(live: LiveTournament, commands: Sequence[order.Cancel]) -> None:
    """Rounds in play go to their end at their tables and count for nothing."""
    _end(live, commands[0], Phase.CANCELLED, played=bool(live.field.eliminations))


def _end(live: LiveTournament, command: order.Command, phase: Phase, *, played: bool) -> None:
    books.close_books(live, played=played)
    close_all_tables(live)
    live.count(seated=-live.field.seated, unseated=-live.field.unseated)
    live.set_clock(phase=phase, entries_open=False)
    live.note(command)
