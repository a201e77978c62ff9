"""What the director's desk shows: the clock against the plan, tables and the slow ones, calls."""

import datetime as dt
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import Any

from django.contrib.postgres.aggregates import StringAgg
from django.db.models import Case, Max, Min, Q, QuerySet, When
from django.utils import timezone

from tournaments import models
from tournaments.director import FORMATS, Clock, Field, Plan, wake_at
from tournaments.director.reasons.desk import DESK
from tournaments.running.orders import is_quiet
from tournaments.selectors.decisions import ShownDecision, shown, stages_of
from tournaments.sheets.reading import sheets_in_play
from web.database.sql import row, rows

TABLES_SHOWN = 60
ACTS_SHOWN = 15
DECISIONS_ALIKE = 4  # a table's players, whom one order may concern
CALLS_SHOWN = 30
FOUND_SHOWN = 40
# No move for so long, or a round so many times longer than those finished, is slow.
STILL_SECONDS = 90
SLOW_TIMES = 2
SLOW_LEAST_SECONDS = 240
SLOW_LEAST_SECONDS_AT_REAL_TABLES = 30 * 60

# The last move of each game table, and how long its round has lasted.
_PROGRESS = """
SELECT t.number, g.version,
       extract(epoch FROM clock_timestamp() - g.started_at)::int,
       extract(epoch FROM clock_timestamp())::bigint - e.at_ms / 1000
FROM tournaments_tournamenttable t
JOIN games_table g ON g.id = t.game_table_id
LEFT JOIN games_tableevent e ON e.table_id = g.id AND e.seq = g.version
WHERE t.tournament_id = %s AND t.is_open AND t.game_table_id IS NOT NULL AND g.status = 'playing'
ORDER BY e.at_ms LIMIT %s
"""
_USUAL = """
SELECT avg(extract(epoch FROM g.finished_at - g.started_at))::int
FROM (SELECT game_table_id FROM tournaments_playedround
      WHERE tournament_id = %s AND game_table_id IS NOT NULL ORDER BY id DESC LIMIT 50) AS p
JOIN games_table g ON g.id = p.game_table_id
"""


# At real tables: since when a table plays whose result is missing, and how long others took.
_REPORTING = """
SELECT table_number, 0, extract(epoch FROM clock_timestamp() - opened_at)::int, 0
FROM tournaments_scoresheet WHERE tournament_id = %s AND state <> 'settled'
ORDER BY opened_at LIMIT %s
"""
_USUALLY_REPORTED = """
SELECT avg(extract(epoch FROM settled_at - opened_at))::int
FROM (SELECT opened_at, settled_at FROM tournaments_scoresheet
      WHERE tournament_id = %s AND state = 'settled' ORDER BY id DESC LIMIT 50) AS reported
"""


@dataclass(frozen=True, slots=True)
class DeskSeat:
    """A seat with who sits there; what they hold are chips, or points where there are none.

    Once the round in play is over, who `is_leaving` goes, a penalty takes what somebody `owes`;
    `out_later` is the order that takes somebody out: disqualify, remove, "" for none.
    """

    entry: int
    name: str
    holds: int
    seat: int
    is_absent: bool
    is_searched: bool = False
    is_leaving: bool = False
    owes: int = 0
    out_later: str = ""


@dataclass(frozen=True, slots=True)
class DeskPlayer:
    """Somebody searched for; `table` is None for who has no seat, `rank` for who has none yet."""

    entry: int
    name: str
    table: int | None
    is_in: bool
    rank: int | None
    mark: str = ""


@dataclass(frozen=True, slots=True)
class DeskRow:
    """A table; `still_seconds` since its last move, `lasts_seconds` since its deal.

    At a real table `sheet` is its score sheet, with the `sheet_state`.
    """

    number: int
    round: int
    game_table: int | None
    players: tuple[DeskSeat, ...]
    state: str
    moves: int = 0
    lasts_seconds: int = 0
    still_seconds: int = 0
    is_slow: bool = False
    sheet: int | None = None
    sheet_state: str = ""


@dataclass(frozen=True, slots=True)
class DeskClock:
    """Where the tournament stands. Levels, their rounds and stages count from 1.

    `stage` is 0 before the first, `stages` where nobody can say how many there will be.
    """

    phase: str
    is_paused: bool
    is_over: bool
    level: int
    pcr: int
    next_pcr: int
    next_at: dt.datetime | None
    level_round: int
    level_rounds: int
    round_for_round: bool
    entries: int
    alive: int
    tables: int
    playing: int
    unseated: int
    average_chips: int
    plays_for_chips: bool
    stage: int
    stages: int


def clock_of(plan: Plan, clock: Clock, field: Field) -> DeskClock:
    played = FORMATS[plan.format]
    due_ms = wake_at(plan, clock)
    return DeskClock(
        phase=clock.phase.value,
        is_paused=clock.paused_at_ms is not None and not clock.phase.is_over,
        is_over=clock.phase.is_over,
        level=clock.level + 1,
        pcr=plan.schedule.pcr(clock.level),
        next_pcr=plan.schedule.pcr(clock.level + 1),
        next_at=None if due_ms is None else dt.datetime.fromtimestamp(due_ms / 1000, tz=dt.UTC),
        level_round=plan.schedule.round_of(clock.level_micro),
        level_rounds=plan.schedule.rounds or 0,
        round_for_round=clock.together,
        entries=field.entries,
        alive=field.alive,
        tables=field.tables,
        playing=field.playing,
        unseated=field.unseated,
        average_chips=field.issued_chips(plan) // max(1, field.alive),
        plays_for_chips=played.plays_for_chips,
        stage=clock.stage,
        stages=played.stages_of(plan, field.entries),
    )


def players_called(tournament: models.Tournament, search: str) -> list[DeskPlayer]:
    """Whose name has this somewhere, in capitals or not: who is in first, by table."""
    if not search:
        return []
    named = models.Entry.objects.filter(tournament=tournament, player__username__icontains=search)
    found = named.entered().order_by("status", "table_number", "number")
    return [
        DeskPlayer(
            one.pk,
            one.player.name,
            one.table_number,
            one.status == models.EntryStatus.IN,
            one.rank,
            one.mark,
        )
        for one in found.select_related("player")[:FOUND_SHOWN]
    ]


def rows_of(
    tournament: models.Tournament,
    clock: Clock,
    *,
    only: int | None = None,
    with_any_of: Iterable[DeskPlayer] = (),
) -> list[DeskRow]:
    """Tables in play that have been still longest first, then the others by number.

    With `only` this table; with players, those they sit at, and they are marked.
    """
    searched = {one.entry: one.table for one in with_any_of}
    at_real_tables = bool(tournament.plan.get("real_tables"))
    asked, usually, least = _PROGRESS, _USUAL, SLOW_LEAST_SECONDS
    if at_real_tables:
        asked, usually = _REPORTING, _USUALLY_REPORTED
        least = SLOW_LEAST_SECONDS_AT_REAL_TABLES
    found = rows(asked, [tournament.pk, TABLES_SHOWN])
    progress = {number: (moves, lasts or 0, still or 0) for number, moves, lasts, still in found}
    (usual,) = row(usually, [tournament.pk])
    tables = models.TournamentTable.objects.filter(tournament=tournament, is_open=True)
    if only is not None:
        tables = tables.filter(number=only)
    elif searched:
        tables = tables.filter(number__in=[number for number in searched.values() if number])
    else:
        tables = _worth_a_look(tables, progress)
    chosen = list(tables)
    numbers = [table.number for table in chosen]
    held = what_is_held(tournament)
    seats = _seats(tournament, clock, held, numbers, searched)
    sheets = sheets_in_play(tournament, numbers) if at_real_tables else {}
    too_long = max(least, SLOW_TIMES * int(usual or 0))
    by_stages = held != "stack_chips"
    shown = [
        _row(
            *(table, seats.get(table.number, ()), sheets.get(table.number)),
            *(progress.get(table.number), too_long),
            by_stages=by_stages,
        )
        for table in chosen
    ]
    return sorted(shown, key=lambda one: (not one.is_slow, one.number))


def _worth_a_look(
    tables: QuerySet[models.TournamentTable], progress: dict[int, Any]
) -> QuerySet[models.TournamentTable]:
    """All of them, or of many the paused ones and those that have been still longest."""
    if tables.count() <= TABLES_SHOWN:
        return tables
    return tables.filter(Q(paused=True) | Q(number__in=list(progress)))[:TABLES_SHOWN]


def what_is_held(tournament: models.Tournament) -> str:
    """The field of an entry that says where it stands: chips, a total of points, or points."""
    played = FORMATS[tournament.plan["format"]]
    if played.plays_for_chips:
        return "stack_chips"
    return "score" if played.total_decides else "points"


def numbers_in_use(tournament: models.Tournament) -> tuple[int, int] | None:
    """The lowest and the highest number of the open tables."""
    opened = models.TournamentTable.objects.filter(tournament=tournament, is_open=True)
    numbers = opened.aggregate(first=Min("number"), last=Max("number"))
    return None if numbers["first"] is None else (numbers["first"], numbers["last"])


def names_by_table(tournament: models.Tournament) -> dict[int | None, str]:
    """Who sits at each table, in the order of their seats."""
    seated = models.Entry.objects.filter(tournament=tournament, table_number__isnull=False)
    named = seated.values("table_number").annotate(
        names=StringAgg("player__username", ", ", order_by="seat")
    )
    return dict(named.values_list("table_number", "names"))


def _seats(
    tournament: models.Tournament,
    clock: Clock,
    held: str,
    numbers: Iterable[int],
    searched: Container[int],
) -> dict[int, tuple[DeskSeat, ...]]:
    found: dict[int, tuple[DeskSeat, ...]] = {}
    entries = (
        models.Entry.objects.filter(tournament=tournament, table_number__in=list(numbers))
        .select_related("player")
        .order_by("table_number", "seat")
    )
    for entry in entries:
        seat = DeskSeat(
            entry.pk,
            entry.player.name,
            getattr(entry, held),
            (entry.seat or 0) + 1,
            entry.absent_rounds > 0,
            entry.pk in searched,
            entry.pk in clock.leaving,
            clock.owed_by(entry.pk),
            dict(clock.out_later).get(entry.pk, ""),
        )
        number = entry.table_number or 0
        found[number] = (*found.get(number, ()), seat)
    return found


def _row(
    table: models.TournamentTable,
    players: tuple[DeskSeat, ...],
    sheet: models.ScoreSheet | None,
    progress: tuple[int, int, int] | None,
    too_long: int,
    *,
    by_stages: bool,
) -> DeskRow:
    """What was objected to is for the desk to look at, like what is slow."""
    moves, lasts, still = progress or (0, 0, 0)
    is_objected_to = sheet is not None and sheet.state == models.SheetState.OBJECTED.value
    return DeskRow(
        number=table.number,
        round=table.rounds,
        game_table=table.game_table_id,
        players=players,
        state=_state(table, by_stages=by_stages),
        moves=moves,
        lasts_seconds=max(0, lasts),
        still_seconds=max(0, still),
        is_slow=still > STILL_SECONDS or lasts > too_long or is_objected_to,
        sheet=sheet.pk if sheet else None,
        sheet_state=sheet.state if sheet else "",
    )


def _state(table: models.TournamentTable, *, by_stages: bool) -> str:
    if by_stages and table.result is not None:
        return "over"  # it waits for the others of its stage
    if is_quiet(table):
        return "paused" if table.paused else ("held" if table.held else "resting")
    return "pausing" if table.paused else "playing"


def open_calls(tournament: models.Tournament) -> list[models.DirectorCall]:
    """Those that nobody has closed; who still waits for an answer first."""
    calls = models.DirectorCall.objects.filter(tournament=tournament).exclude(
        state=models.CallState.CLOSED
    )
    answered = Case(When(answer="", then=0), default=1)
    ordered = calls.select_related("player", "taken_by").order_by(answered, "id")
    return list(ordered[:CALLS_SHOWN])


def latest_acts(tournament: models.Tournament) -> list[models.DeskAct]:
    acts = models.DeskAct.objects.filter(tournament=tournament)
    related = ("actor", "undoes__came_to", "undone_by", "tournament", "came_to")
    return list(acts.select_related(*related)[:ACTS_SHOWN])


def entries_named(entry: int | None, facts: Mapping[str, Any]) -> set[int]:
    """Whom an order names, alone or among others: its own entry, and those in its facts."""
    listed = facts.get("entries")
    together = listed if isinstance(listed, list) else ()  # the order to start keeps their number
    named = {entry, facts.get("from_entry"), facts.get("to_entry"), *together}
    return {one for one in named if one is not None}


def acts_about(entry: models.Entry) -> list[models.DeskAct]:
    """The orders that name an entry, newest first."""
    may_name = Q(entry_id=entry.pk)
    for facts in ("facts", "came_to__facts"):
        may_name |= Q((f"{facts}__from_entry", entry.pk)) | Q((f"{facts}__to_entry", entry.pk))
        may_name |= Q((f"{facts}__entries__contains", [entry.pk]))
    acts = models.DeskAct.objects.filter(may_name, tournament_id=entry.tournament_id)
    told = acts.select_related("actor", "undone_by", "came_to").order_by("-pk")
    return [act for act in told if entry.pk in entries_named(act.entry_id, act.facts_now)]


def latest_decisions(tournament: models.Tournament) -> list[ShownDecision]:
    """What concerns everybody, who leaves, and what a director has ordered about somebody; said
    once of several whom it concerns alike."""
    leaving = ("left_by_wish", "leaves_after_round")
    concerned = Q(entry_id__isnull=True) | Q(code__in=(*leaving, *DESK))
    found = models.Decision.objects.filter(concerned, tournament=tournament).order_by("-id")
    alike = groupby(
        shown(found[: ACTS_SHOWN * DECISIONS_ALIKE], stages_of(tournament)),
        key=lambda one: (one.sentence, one.table, None if one.name else one.id),
    )
    told = [list(group) for _what, group in islice(alike, ACTS_SHOWN)]
    return [
        replace(group[0], name=", ".join(one.name for one in reversed(group))) for group in told
    ]


def state_of_desk(tournament: models.Tournament) -> tuple[Any, ...]:
    """Changes when anything on the desk does; progress within rounds every ten seconds."""
    call = models.DirectorCall.objects.filter(tournament=tournament).order_by("-changed_at").first()
    return (
        tournament.pk,
        tournament.version,
        call and (call.pk, call.changed_at),
        int(timezone.now().timestamp()) // 10 if not tournament.finished_at else 0,
    )
