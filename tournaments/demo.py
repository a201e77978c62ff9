"""The tournaments of the demonstration: rules only; the house publishes what follows from them.

Everything goes through the services that everybody uses; a second run adds nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.conf import settings

from games.tables.terms import TableOffer, agree_terms
from rummy.match import MatchTerms
from tournaments.director import DEEP, STANDARD, TURBO, EntryRules, Plan, PrizeForm, PrizePlan
from tournaments.models import Series
from tournaments.series.publishing import keep_series_open, start_series
from tournaments.series.recurrence import Kind, Recurrence, daily, weekly

WHEN_FULL = Recurrence(Kind.WHEN_FULL)
BOTS = ("casual", "solid")
SATURDAY = 5
QUARTER_HOUR = 15
SHOW_THINK_MS = 2_500


def seed_tournaments() -> int:
    """See to it that the demonstration has its rules; returns how many were added."""
    added = 0
    for name, start in RULES.items():
        if not Series.objects.filter(name=name).exists():
            start(name)
            added += 1
    keep_series_open()
    return added


def _terms(preset: str, *, robot_ms: int = 900) -> MatchTerms:
    offer = TableOffer(preset=preset, format="ring", rounds=1, turn_seconds=30)
    return replace(agree_terms(offer), pause_ms=8_000, robot_ms=robot_ms)


def _gin_for_four(name: str) -> Series:
    """Two tables, then a final: the shortest tournament that moves people."""
    return start_series(
        name=name,
        recurrence=WHEN_FULL,
        plan=Plan(
            seats=2,
            stack_chips=100,
            schedule=TURBO,
            buy_in_chips=20,
            entries=EntryRules(least=4, most=4, starts_when_full=True),
            prizes=PrizePlan(PrizeForm.TOP, places=2),
            max_rounds=30,
        ),
        terms=_terms("gin_palast"),
        bots=BOTS,
        bots_most=3,
        bots_after_seconds=6,
    )


def _romme_for_three(name: str) -> Series:
    """One table, first to the target (PLAY-12)."""
    return start_series(
        name=name,
        recurrence=WHEN_FULL,
        plan=Plan(
            format="single_table",
            seats=3,
            target_points=150,
            buy_in_chips=30,
            entries=EntryRules(least=3, most=3, starts_when_full=True),
            prizes=PrizePlan(PrizeForm.WINNER),
            max_rounds=40,
        ),
        terms=_terms("romme_500"),
        bots=BOTS,
        bots_most=2,
        bots_after_seconds=6,
    )


def _every_quarter_hour(name: str) -> Series:
    return start_series(
        name=name,
        recurrence=Recurrence(Kind.EVERY, minutes=QUARTER_HOUR),
        plan=Plan(
            seats=2,
            stack_chips=200,
            schedule=TURBO,
            buy_in_chips=50,
            entries=EntryRules(least=4, most=32, late_until_level=0),
            max_rounds=40,
        ),
        terms=_terms("gin_classic"),
        bots=BOTS,
        bots_most=7,
        bots_after_seconds=60,
    )


def _every_evening(name: str) -> Series:
    return start_series(
        name=name,
        recurrence=daily(hour=20, zone=settings.TIME_ZONE),
        plan=Plan(
            format="re_entry",
            seats=2,
            schedule=STANDARD,
            buy_in_chips=100,
            fee_chips=10,
            entries=EntryRules(
                least=4, most=64, late_until_level=2, returns_max=2, returns_until_level=2
            ),
            prizes=PrizePlan(guarantee_chips=1_000),
        ),
        terms=_terms("gin_palast"),
        ahead=3,
        bots=BOTS,
        bots_most=8,
        bots_after_seconds=300,
    )


def _saturday(name: str) -> Series:
    return start_series(
        name=name,
        recurrence=weekly(SATURDAY, hour=20, zone=settings.TIME_ZONE),
        plan=Plan(
            seats=4,
            stack_chips=2_000,
            schedule=replace(DEEP, break_every=6, break_ms=5 * 60_000),
            buy_in_chips=400,
            fee_chips=40,
            entries=EntryRules(least=8, most=200, late_until_level=3),
            prizes=PrizePlan(guarantee_chips=5_000),
        ),
        terms=_terms("german_romme"),
        ahead=4,
    )


def _satellite(name: str) -> Series:
    return start_series(
        name=name,
        recurrence=weekly(SATURDAY, hour=17, zone=settings.TIME_ZONE),
        plan=Plan(
            format="satellite",
            seats=4,
            schedule=TURBO,
            buy_in_chips=110,
            entries=EntryRules(least=4, most=40),
            prizes=PrizePlan(PrizeForm.TICKETS, ticket_chips=440),
        ),
        terms=_terms("german_romme"),
        ahead=4,
        feeds=Series.objects.filter(name="Grand Samedi").first(),
    )


def _robots_alone(name: str) -> Series:
    """For visitors to watch: there is always one being played."""
    return start_series(
        name=name,
        recurrence=WHEN_FULL,
        plan=Plan(
            seats=2,
            stack_chips=400,
            schedule=TURBO,
            entries=EntryRules(least=8, most=8, starts_when_full=True),
            max_rounds=60,
        ),
        terms=_terms("gin_palast", robot_ms=SHOW_THINK_MS),
        bots=("solid", "casual", "greedy"),
        bots_most=8,
        bots_after_seconds=0,
        bots_alone=True,
    )


RULES: dict[str, Callable[[str], Series]] = {
    "Gin à quatre": _gin_for_four,
    "Rommé à trois": _romme_for_three,
    "Quart d’heure": _every_quarter_hour,
    "Soirée": _every_evening,
    "Grand Samedi": _saturday,
    "Petit Samedi": _satellite,
    "Automates": _robots_alone,
}
