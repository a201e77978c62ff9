"""A forecast as a page shows it: figures, pictures, and how far the tournament is against it."""

import datetime as dt
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.director import Phase
from tournaments.director.codec import from_json
from tournaments.forecast import Forecast
from tournaments.forecast.forecast import AT_ONCE_MAX
from tournaments.models import Level, PlayedRound, Tournament, TournamentDraft
from tournaments.planner.forecasts.charts import Chart, bars, spread

MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class Outlook:
    """Times in minutes, shares in tenths of a percent turned into text."""

    runs: int
    players: int
    median_minutes: int
    p95_minutes: int
    median_rounds: int
    p95_rounds: int
    capped: str
    several_out: str
    duration: Chart | None
    tables: Chart | None
    players_left: Chart | None
    capped_by_level: Chart | None
    at_once: Chart | None
    by_stages: bool


def percent(permille: int) -> str:
    """125 → 12.5 or 12,5, as the reader's language writes it."""
    return number_format(permille / 10, decimal_pos=1)


def outlook_of(found: Forecast, *, actual_tables: tuple[int, ...] = ()) -> Outlook:
    """`actual_tables` is drawn over the forecast ones: level by level, as far as it has come."""
    labels = [str(level.level) for level in found.levels]
    minutes = [ms // MINUTE_MS for ms in found.durations_ms]
    counts, begins = spread(minutes)
    return Outlook(
        runs=found.runs,
        players=found.players,
        median_minutes=found.duration_ms.median // MINUTE_MS,
        p95_minutes=found.duration_ms.p95 // MINUTE_MS,
        median_rounds=found.rounds.median,
        p95_rounds=found.rounds.p95,
        capped=percent(found.capped_permille),
        several_out=percent(found.several_out_permille),
        duration=bars(counts, [str(minute) for minute in begins]),
        tables=bars([level.tables for level in found.levels], labels, compared=actual_tables),
        players_left=bars([level.players for level in found.levels], labels),
        capped_by_level=bars(
            [level.capped_permille for level in found.levels],
            labels,
            shown=[f"{level.capped_permille // 10} %" for level in found.levels],
        ),
        at_once=bars(
            list(found.outs_at_once),
            [*map(str, range(1, AT_ONCE_MAX)), f"{AT_ONCE_MAX}+"],
        ),
        by_stages=not found.levels,
    )


@dataclass(frozen=True, slots=True)
class Progress:
    """A running tournament beside its forecast."""

    outlook: Outlook
    words: str
    ends_at: dt.datetime
    ends_late_at: dt.datetime


def progress_of(tournament: Tournament) -> Progress | None:
    """None where nothing was forecast, or it has not begun."""
    draft = TournamentDraft.objects.filter(tournament=tournament).first()
    levels = list(Level.objects.filter(tournament=tournament).order_by("number"))
    if draft is None or draft.forecast is None or not levels:
        return None
    found = from_json(Forecast, draft.forecast)
    began = levels[0].began_at
    tables = tuple(_tables_played(tournament, levels))
    reached = len(levels)
    expected_ms = next((lv.starts_ms for lv in found.levels if lv.level == reached), 0)
    behind_ms = int((levels[-1].began_at - began).total_seconds() * 1000) - expected_ms
    return Progress(
        outlook=outlook_of(found, actual_tables=tables[: len(found.levels)]),
        words=_against_the_plan(tournament, reached, behind_ms),
        ends_at=began + dt.timedelta(milliseconds=found.duration_ms.median + behind_ms),
        ends_late_at=began + dt.timedelta(milliseconds=found.duration_ms.p95 + max(0, behind_ms)),
    )


def _tables_played(tournament: Tournament, levels: list[Level]) -> list[int]:
    """At how many tables each level was played; nothing of one in which no round is over yet."""
    rounds = PlayedRound.objects.filter(tournament=tournament)
    counted = [
        rounds.filter(pcr=level.pcr).values("table_number").distinct().count() for level in levels
    ]
    return counted if not counted or counted[-1] else counted[:-1]


def _against_the_plan(tournament: Tournament, level: int, behind_ms: int) -> str:
    facts = {"level": level, "minutes": abs(behind_ms) // MINUTE_MS}
    if tournament.phase == Phase.CANCELLED.value:
        return _("The tournament was called off.")
    if not facts["minutes"]:
        return _("Level %(level)s began when it was expected.") % facts
    if behind_ms > 0:
        words = ngettext(
            "Level %(level)s began %(minutes)s minute later than expected.",
            "Level %(level)s began %(minutes)s minutes later than expected.",
            facts["minutes"],
        )
    else:
        words = ngettext(
            "Level %(level)s began %(minutes)s minute earlier than expected.",
            "Level %(level)s began %(minutes)s minutes earlier than expected.",
            facts["minutes"],
        )
    return words % facts
