"""Carrying out what concerns seats: the field seated, players moved, tables opened and closed."""

from collections.abc import Iterable, Sequence
from typing import Any

from tournaments.director import commands as order
from tournaments.models import Entry, TournamentTable
from tournaments.running.live import LiveTournament, array_text
from web.database.sql import rows, run

MOVED_BY_HAND = "moved_by_director"

_CLOSE_ALL = """
WITH closed AS (
  UPDATE tournaments_tournamenttable SET is_open = false
  WHERE tournament_id = %s AND is_open RETURNING size, resting)
SELECT size, count(*), count(*) FILTER (WHERE resting) FROM closed GROUP BY size
"""
_STAND_UP = """
UPDATE tournaments_entry SET table_number = NULL, seat = NULL
WHERE tournament_id = %s AND table_number IS NOT NULL
"""
_OPEN_MANY = """
INSERT INTO tournaments_tournamenttable (tournament_id, number, size, stage, rounds)
SELECT %(tournament)s, %(first)s + place, %(players)s / %(tables)s
       + (place < %(players)s %% %(tables)s)::int, %(stage)s,
       (SELECT coalesce(max(before.rounds), 0) FROM tournaments_tournamenttable before
        WHERE before.tournament_id = %(tournament)s AND before.number = %(first)s + place)
FROM generate_series(0, %(tables)s - 1) AS place
"""
# The arithmetic of `SeatField.place`, for a whole field in one statement. Sorted: rows that lie
# together are then written together.
_SEAT_MANY = """
UPDATE tournaments_entry e
SET table_number = %(first)s + (drawn.place - 1) %% %(tables)s,
    seat = (drawn.place - 1) / %(tables)s
FROM (SELECT * FROM unnest(%(entries)s::bigint[]) WITH ORDINALITY AS lot (id, place)
      ORDER BY id) AS drawn
WHERE e.id = drawn.id
"""
_SIT = """
UPDATE tournaments_entry e
SET table_number = to_sit.number, seat = to_sit.seat, moves = e.moves + to_sit.moves
FROM unnest(%s::bigint[], %s::int[], %s::int[], %s::int[]) AS to_sit (id, number, seat, moves)
WHERE e.id = to_sit.id
"""
_COUNT_AGAIN = """
WITH had AS (
  SELECT id, number, size, resting FROM tournaments_tournamenttable
  WHERE tournament_id = %(tournament)s AND number = ANY(%(numbers)s) AND is_open
), counted AS (
  SELECT had.id, count(e.id) AS players FROM had
  LEFT JOIN tournaments_entry e
         ON e.tournament_id = %(tournament)s AND e.table_number = had.number
  GROUP BY had.id)
UPDATE tournaments_tournamenttable t SET size = counted.players
FROM counted JOIN had USING (id)
WHERE t.id = counted.id AND had.size <> counted.players
RETURNING had.size, counted.players, had.resting
"""
_LEAVE = """
UPDATE tournaments_entry e
SET status = 'out', table_number = NULL, seat = NULL, wave = gone.wave, out_chips = gone.chips,
    forfeited_chips = forfeited_chips + e.stack_chips, stack_chips = 0
FROM unnest(%s::bigint[], %s::int[], %s::bigint[]) AS gone (id, wave, chips)
WHERE e.id = gone.id AND e.status = 'in'
"""


def seat_field(live: LiveTournament, commands: Sequence[order.SeatField]) -> None:
    for command in commands:
        close_all_tables(live)
        players = len(command.order)
        facts: dict[str, Any] = {
            "tournament": live.id,
            "first": command.first_table,
            "tables": command.tables,
            "players": players,
            "stage": command.stage,
            "entries": array_text(command.order),
        }
        run(_OPEN_MANY, facts)
        run(_SEAT_MANY, facts)
        size, larger = divmod(players, command.tables)
        live.count_tables([(size, command.tables - larger, command.tables - larger)])
        live.count_tables([(size + 1, larger, larger)])
        live.record(
            "field_seated",
            first_table=command.first_table,
            tables=command.tables,
            stage=command.stage,
        )
        live.note(command)


def close_all_tables(live: LiveTournament) -> None:
    closed = rows(_CLOSE_ALL, [live.id])
    if closed:
        run(_STAND_UP, [live.id])
    live.count_tables((size, -tables, -resting) for size, tables, resting in closed)


def open_tables(live: LiveTournament, commands: Sequence[order.OpenTable]) -> None:
    TournamentTable.objects.bulk_create(
        TournamentTable(tournament_id=live.id, number=command.table) for command in commands
    )
    live.count_tables([(0, len(commands), len(commands))])
    for command in commands:
        live.record("table_opened", table=command.table)
    live.note_each(commands)


def close_tables(live: LiveTournament, commands: Sequence[order.CloseTable]) -> None:
    numbers = [command.table for command in commands]
    closed = TournamentTable.objects.filter(
        tournament_id=live.id, number__in=numbers, is_open=True, resting=True, size=0
    ).update(is_open=False)
    if closed != len(numbers):
        raise AssertionError(f"tournament {live.id}: tables {numbers} are in use")
    live.count_tables([(0, -closed, -closed)])
    for command in commands:
        live.record("table_closed", table=command.table)
    live.note_each(commands)


def seat(live: LiveTournament, commands: Sequence[order.Seat]) -> None:
    sit([(c.entry, c.table, c.seat, 0) for c in commands])
    recount(live, [command.table for command in commands])
    for command in commands:
        live.record("seated", entry=command.entry, table=command.table, seat=command.seat)
    live.note_each(commands)


def move(live: LiveTournament, commands: Sequence[order.Move]) -> None:
    """Everybody gets up first: one may take the seat that another leaves."""
    moving = Entry.objects.filter(pk__in=[command.entry for command in commands])
    moving.update(table_number=None, seat=None)
    sit([(c.entry, c.to_table, c.seat, 1) for c in commands])
    recount(live, [table for c in commands for table in (c.from_table, c.to_table)])
    for command in commands:
        live.record(
            "moved",
            entry=command.entry,
            from_table=command.from_table,
            table=command.to_table,
            seat=command.seat,
            by_hand=command.reason.code == MOVED_BY_HAND,
        )
        live.note(command, entry=command.entry, table=command.to_table)


def hold(live: LiveTournament, commands: Sequence[order.Hold]) -> None:
    numbers = [command.table for command in commands]
    TournamentTable.objects.filter(tournament_id=live.id, number__in=numbers).update(held=True)
    live.note_each(commands)


def remove(live: LiveTournament, commands: Sequence[order.Remove]) -> None:
    """The stack stays in the player's account of tournament chips, marked as forfeited."""
    heads = Entry.objects.in_bulk([command.entry for command in commands])
    live.count(unclaimed_heads=sum(entry.heads for entry in heads.values()))
    Entry.objects.filter(pk__in=list(heads)).update(heads=0, left_early=True)
    leave(live, commands)


def leave(live: LiveTournament, commands: Sequence[order.Out | order.Remove]) -> None:
    gone = [(command.entry, command.wave, command.chips) for command in commands]
    if run(_LEAVE, [list(column) for column in zip(*gone, strict=True)]) != len(gone):
        raise AssertionError(f"tournament {live.id}: some of {gone} were out already")
    for command in commands:
        live.record("left", entry=command.entry)
    recount(live, [command.table for command in commands])
    live.note_each(commands)


def sit(seats: list[tuple[int, int, int, int]]) -> None:
    """Seats as (entry, table, seat, moves more)."""
    run(_SIT, [list(column) for column in zip(*seats, strict=True)])


def recount(live: LiveTournament, numbers: Iterable[int]) -> None:
    """Bring the sizes of these tables, and the table of sizes, up to date."""
    changed = rows(_COUNT_AGAIN, {"tournament": live.id, "numbers": list(set(numbers))})
    for had, has, resting in changed:
        live.count_tables([(had, -1, -int(resting)), (has, 1, int(resting))])
