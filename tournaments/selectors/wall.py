"""A tournament as it hangs on the wall of the room: clock, numbers, news, and lists in sheets.

Nothing of it is anybody's own; a look costs the same few queries for 10 and for 10,000 entries.
"""

import datetime as dt
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.director import FORMATS, Clock, Phase, Plan, wake_at
from tournaments.models import Decision, Entry, EntryStatus, Tournament
from tournaments.selectors import standings
from tournaments.selectors.decisions import sentence_of, stages_of
from tournaments.selectors.standings import StandingRow
from tournaments.words.sentences import readable
from web.database.by_name import by_name

LEADERS = 10
SHEET_ROWS = 20
NEWS = 6
NAMES_ON_A_STEP = 4
# News are looked for among so many of the newest decisions, most of which are none.
DECISIONS_LOOKED_AT = 300
LETTERS = 3
PODIUM = 3
HOUR = dt.timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Face:
    """The clock; `state` is a phase, or "paused".

    It runs down to `until`, or stands still with `left_seconds` to go. Both are None where rounds
    are counted instead, and where a tournament waits until it is full.
    """

    state: str
    until: dt.datetime | None
    left_seconds: int | None

    @property
    def is_far(self) -> bool:
        """Whether there are hours to go, which take more room than minutes."""
        if self.until is not None:
            return self.until - timezone.now() >= HOUR
        return (self.left_seconds or 0) >= HOUR.total_seconds()


@dataclass(frozen=True, slots=True)
class Seated:
    """Where somebody sits; `table` is None for who has no seat yet."""

    name: str
    table: int | None
    team: str


class Kind(StrEnum):
    ENTRIES = "entries"  # who has entered, by name
    LEADERS = "leaders"  # the best who are still in
    TABLES = "tables"  # where everybody sits, by name
    RANKS = "ranks"  # the result


@dataclass(frozen=True, slots=True)
class Sheet:
    """One of `sheets` lists that take turns, counted from 1.

    `rows` are lines of the standing, in a bracket without points (`counts_stages`); `names` people
    by name from `first` to `last`.
    """

    kind: Kind
    number: int
    sheets: int
    rows: tuple[StandingRow, ...] = ()
    names: tuple[Seated, ...] = ()
    first: str = ""
    last: str = ""
    counts_stages: bool = False

    @property
    def following(self) -> int:
        return self.number % self.sheets + 1

    @property
    def preceding(self) -> int:
        return (self.number - 2) % self.sheets + 1


@dataclass(frozen=True, slots=True)
class News:
    """Something that has just happened: somebody's way to a `table`, or a sentence about all."""

    id: int
    name: str = ""
    table: int | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the podium; `more` share it besides those named."""

    rank: int
    names: tuple[str, ...]
    more: int
    won_chips: int
    has_ticket: bool


def face_of(tournament: Tournament) -> Face:
    """What the clock shows; while it is paused, what was left of it."""
    plan, clock, _field = tournament.records()
    if clock.phase.is_over:
        return Face(clock.phase.value, None, None)
    if clock.paused_at_ms is not None:
        due_ms = _due_ms(tournament, plan, replace(clock, paused_at_ms=None))
        left_ms = None if due_ms is None else max(0, due_ms - clock.paused_at_ms)
        return Face("paused", None, None if left_ms is None else -(-left_ms // 1000))
    due_ms = _due_ms(tournament, plan, clock)
    until = None if due_ms is None else dt.datetime.fromtimestamp(due_ms / 1000, tz=dt.UTC)
    return Face(clock.phase.value, until, None)


def _due_ms(tournament: Tournament, plan: Plan, clock: Clock) -> int | None:
    """When the clock comes to zero; None where there is nothing to count down to."""
    if clock.phase is Phase.ENTERING and tournament.starts_at is None:
        return None
    by_chips = FORMATS[plan.format].plays_for_chips
    return None if clock.phase is Phase.RUNNING and not by_chips else wake_at(plan, clock)


def sheet_of(tournament: Tournament, number: int) -> Sheet:
    """The sheet of this number; beyond the last, it begins again with the first."""
    if Phase(tournament.phase) is Phase.CANCELLED:
        return Sheet(Kind.RANKS, 1, 1)
    if tournament.phase == Phase.FINISHED.value:
        # Beyond the end the first page again: how many there are is known with any of them.
        page = standings.standings(tournament, page=number, size=SHEET_ROWS)
        if number > page.pages:
            number = (number - 1) % page.pages + 1
            page = standings.standings(tournament, page=number, size=SHEET_ROWS)
        return Sheet(Kind.RANKS, page.page, page.pages, rows=page.rows)
    staying = Entry.objects.filter(
        tournament=tournament, status=EntryStatus.IN, lost_stage__isnull=True
    )
    people = staying.order_by(by_name("player__username"), "number")
    if tournament.phase == Phase.ENTERING.value:
        return _by_name(people, people.count(), Kind.ENTRIES, number, before=0)
    # Where the leaders are all there is, their tables stand beside them.
    count = people.count()
    sheets = 1 if count <= LEADERS else 1 + _sheets(count)
    if (number - 1) % sheets == 0:
        best = standings.standings(tournament, size=LEADERS)
        by_stages = best.counts_stages
        return Sheet(Kind.LEADERS, 1, sheets, rows=best.rows, counts_stages=by_stages)
    return _by_name(people, count, Kind.TABLES, number, before=1)


def _by_name(people: QuerySet[Entry], count: int, kind: Kind, number: int, *, before: int) -> Sheet:
    """A sheet of people by name; `before` other sheets come first."""
    sheets = before + _sheets(count)
    number = (number - 1) % sheets + 1
    start = (number - before - 1) * SHEET_ROWS
    found = people.values_list("player__username", "table_number", "team")
    names = tuple(Seated(*one) for one in found[start : start + SHEET_ROWS])
    first, last = (names[0].name, names[-1].name) if names else ("", "")
    return Sheet(
        kind,
        number,
        sheets,
        names=names,
        first=first[:LETTERS].strip(),
        last=last[:LETTERS].strip(),
    )


def _sheets(count: int) -> int:
    return max(1, -(-count // SHEET_ROWS))


# About one player; who is named here reads the reason elsewhere.
_OF_ONE = ("Move", "Seat", "ReEnter", "Out", "PayPrize")
# About all, in the director's own sentence.
_OF_ALL = (
    *("SeatField", "OpenStage", "RaiseLevel", "CloseEntries", "SetPace"),
    *("StartBreak", "EndBreak", "Pause", "Resume", "Postpone", "Finish", "Cancel"),
)


def news_of(tournament: Tournament) -> tuple[News, ...]:
    """The latest, newest first; a way to a table that has been left again is none any more."""
    newest = Decision.objects.filter(tournament=tournament).order_by("-id")
    looked_at = newest.values("pk")[:DECISIONS_LOOKED_AT]
    found = Decision.objects.filter(pk__in=looked_at, kind__in=(*_OF_ONE, *_OF_ALL))
    rows = list(found.order_by("-id")[: 3 * NEWS])
    about = {row.entry_id for row in rows if row.entry_id is not None}
    people = Entry.objects.filter(pk__in=about).values_list(
        "pk", "player__username", "table_number"
    )
    known = {entry: (name, table) for entry, name, table in people} if about else {}
    stages = stages_of(tournament)
    item = (_news(row, known, stages) for row in rows)
    return tuple([one for one in item if one is not None][:NEWS])


def _news(row: Decision, known: dict[int, tuple[str, int | None]], stages: int) -> News | None:
    if row.kind == "OpenStage" and "stage" in row.facts:
        # A room only wants to know that it goes on.
        stage = readable({"stages": stages, **row.facts})["stage"]
        return News(row.pk, words=_("Stage %(stage)s has begun") % {"stage": stage})
    if row.kind in _OF_ALL:
        return News(row.pk, words=sentence_of(row, stages=stages))
    name, table = known.get(row.entry_id or 0, ("", None))
    match row.kind:
        case "Move" | "Seat":
            moved = bool(name) and table is not None and table == row.table_number
            return News(row.pk, name, table) if moved else None
        case "Out":
            return News(row.pk, words=_("%(name)s is out") % {"name": name})
        case "ReEnter":
            return News(row.pk, words=_("%(name)s is back in") % {"name": name})
    facts: dict[str, Any] = {"name": name, "rank": row.facts.get("rank", "–")}
    return News(row.pk, words=_("%(name)s: place %(rank)s") % facts)


def podium_of(tournament: Tournament) -> tuple[Step, ...]:
    """The first three ranks, when it is over; who shares a rank shares a step. Nobody who was
    disqualified stands on one, however few there were."""
    if tournament.phase != Phase.FINISHED.value:
        return ()
    first = Entry.objects.filter(tournament=tournament, rank__lte=PODIUM, disqualified=False)
    rows = list(
        first.order_by("rank", "number").values_list(
            "rank", "player__username", "won_chips", "has_ticket"
        )
    )
    steps = groupby(rows, key=lambda row: row[0] or 0)
    return tuple(_step(rank, [item[1:] for item in sharing]) for rank, sharing in steps)


def _step(rank: int, sharing: list[tuple[str, int, bool]]) -> Step:
    names = tuple(name for name, _won, _ticket in sharing)
    _name, won_chips, has_ticket = sharing[0]
    more = max(0, len(names) - NAMES_ON_A_STEP)
    return Step(rank, names[:NAMES_ON_A_STEP], more, won_chips, has_ticket)


def chips_in_play(tournament: Tournament) -> int:
    """0 where nobody has a stack."""
    plan, _clock, field = tournament.records()
    return field.issued_chips(plan) if FORMATS[plan.format].plays_for_chips else 0
