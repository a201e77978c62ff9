"""The tournaments of the demonstration: rules only; the house publishes what follows from them.

Everything goes through the services that everybody uses; a second run adds nothing.
"""

from dataclasses import dataclass, replace

from django.conf import settings
from django.db import transaction

from games.tables.terms import TableOffer, agree_terms
from rummy.match import MatchTerms
from tournaments.demo_evenings import seed_evenings
from tournaments.director import DEEP, STANDARD, TURBO, EntryRules, Plan, PrizeForm, PrizePlan
from tournaments.models import RecurringTournament, Series
from tournaments.recurring.publishing import keep_recurring_open, start_recurring
from tournaments.recurring.recurrence import Kind, Recurrence, daily, weekly
from tournaments.series.keeping import SeriesWishes, open_series
from tournaments.series.rules import SeriesRules

WHEN_FULL = Recurrence(Kind.WHEN_FULL)
BOTS = ("casual", "solid")
SATURDAY = 5
QUARTER_HOUR = 15
SHOW_THINK_MS = 2_500
SERIES = "Petite Ligue"
FOLLOWED = ("Gin à quatre", "Rommé à trois", "Quart d’heure", "Automates")


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as `start_recurring` takes it; `feeds` is the name of another one of these."""

    recurrence: Recurrence
    preset: str
    plan: Plan
    ahead: int = 1
    bots: tuple[str, ...] = BOTS
    bots_most: int = 0
    bots_after_seconds: int = 20
    bots_alone: bool = False
    robot_ms: int = 900
    feeds: str = ""


def seed_tournaments() -> int:
    """See to it that the demonstration has its rules and evenings; how many rules were added."""
    missing = [name for name in RULES if not RecurringTournament.objects.filter(name=name).exists()]
    series = _series()
    for name in missing:
        _start(name, series)
    seed_evenings()
    keep_recurring_open()
    return len(missing)


def _series() -> Series:
    """Bots play the most there, so they count."""
    wishes = SeriesWishes(SERIES, "", SeriesRules(best=6, bots=True))
    return Series.objects.filter(name=SERIES).first() or open_series(wishes=wishes)


@transaction.atomic
def _start(name: str, series: Series) -> None:
    """Followed from its first tournament on: whoever is killed in between loses none."""
    rule = RULES[name]
    started = start_recurring(
        name=name,
        recurrence=rule.recurrence,
        plan=rule.plan,
        terms=_terms(rule.preset, robot_ms=rule.robot_ms),
        ahead=rule.ahead,
        bots=rule.bots,
        bots_most=rule.bots_most,
        bots_after_seconds=rule.bots_after_seconds,
        bots_alone=rule.bots_alone,
        feeds=RecurringTournament.objects.filter(name=rule.feeds).first(),
    )
    if name in FOLLOWED:
        series.follows.add(started)


def _terms(preset: str, *, robot_ms: int) -> MatchTerms:
    offer = TableOffer(preset=preset, format="ring", rounds=1, turn_seconds=30)
    return replace(agree_terms(offer), pause_ms=8_000, robot_ms=robot_ms)


RULES = {
    # Two tables, then a final: the shortest tournament that moves people.
    "Gin à quatre": Rule(
        WHEN_FULL,
        "gin_palast",
        Plan(
            seats=2,
            stack_chips=100,
            schedule=TURBO,
            buy_in_chips=20,
            entries=EntryRules(least=4, most=4, starts_when_full=True),
            prizes=PrizePlan(PrizeForm.TOP, places=2),
            max_rounds=30,
        ),
        bots_most=3,
        bots_after_seconds=6,
    ),
    # One table, first to the target (PLAY-12).
    "Rommé à trois": Rule(
        WHEN_FULL,
        "romme_500",
        Plan(
            format="single_table",
            seats=3,
            target_points=150,
            buy_in_chips=30,
            entries=EntryRules(least=3, most=3, starts_when_full=True),
            prizes=PrizePlan(PrizeForm.WINNER),
            max_rounds=40,
        ),
        bots_most=2,
        bots_after_seconds=6,
    ),
    "Quart d’heure": Rule(
        Recurrence(Kind.EVERY, minutes=QUARTER_HOUR),
        "gin_classic",
        Plan(
            seats=2,
            stack_chips=200,
            schedule=TURBO,
            buy_in_chips=50,
            entries=EntryRules(least=4, most=32, late_until_level=0),
            max_rounds=40,
        ),
        bots_most=7,
        bots_after_seconds=60,
    ),
    "Soirée": Rule(
        daily(hour=20, zone=settings.TIME_ZONE),
        "gin_palast",
        Plan(
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
        ahead=3,
        bots_most=8,
        bots_after_seconds=300,
    ),
    "Grand Samedi": Rule(
        weekly(SATURDAY, hour=20, zone=settings.TIME_ZONE),
        "german_romme",
        Plan(
            seats=4,
            stack_chips=2_000,
            schedule=replace(DEEP, break_every=6, break_ms=5 * 60_000),
            buy_in_chips=400,
            fee_chips=40,
            entries=EntryRules(least=8, most=200, late_until_level=3),
            prizes=PrizePlan(guarantee_chips=5_000),
        ),
        ahead=4,
        bots=(),
    ),
    "Petit Samedi": Rule(
        weekly(SATURDAY, hour=17, zone=settings.TIME_ZONE),
        "german_romme",
        Plan(
            format="satellite",
            seats=4,
            schedule=TURBO,
            buy_in_chips=110,
            entries=EntryRules(least=4, most=40),
            prizes=PrizePlan(PrizeForm.TICKETS, ticket_chips=440),
        ),
        ahead=4,
        bots=(),
        feeds="Grand Samedi",
    ),
    # For visitors to watch: there is always one being played.
    "Automates": Rule(
        WHEN_FULL,
        "gin_palast",
        Plan(
            seats=2,
            stack_chips=400,
            schedule=TURBO,
            entries=EntryRules(least=8, most=8, starts_when_full=True),
            max_rounds=60,
        ),
        bots=("solid", "casual", "greedy"),
        bots_most=8,
        bots_after_seconds=0,
        bots_alone=True,
        robot_ms=SHOW_THINK_MS,
    ),
}
