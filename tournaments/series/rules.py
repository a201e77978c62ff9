"""The rules of a series, as its organiser lays them down and everybody reads them; and what a place
is worth in one: one way is one entry here.

Whoever shares a place shares the points of all the places that they take up together (PLAY-43),
rounded down to whole points, so that a tie is worth the same to all of them and never more than
what lies there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import isqrt

from rummy.engine.registry import Registry
from rummy.words import gettext_noop as _
from tournaments.director import InvalidPlan
from tournaments.director.errors import require_within
from tournaments.series.ties import TIES

PER_PLACE = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)


@dataclass(frozen=True, slots=True)
class Points:
    """A way to give points: `at(place, entries, table)` is what a place is worth, counted from 1.

    `table` are the points of the first places as the series lays them down; only where
    `asks_for_table` do they matter.
    """

    key: str
    title: str
    summary: str
    at: Callable[[int, int, tuple[int, ...]], int]
    asks_for_table: bool = False


def _root(place: int, entries: int, _table: tuple[int, ...]) -> int:
    """10 × √(entries ÷ place), rounded down, in whole numbers all the way."""
    return isqrt(100 * entries // place)


POINTS: Registry[Points] = Registry("way to give points")
for _points in (
    Points(
        "table",
        _("Points by a table"),
        _("The first places have fixed points, however many take part."),
        lambda place, _entries, table: table[place - 1] if place <= len(table) else 0,
        asks_for_table=True,
    ),
    Points(
        "field",
        _("One point for each one beaten"),
        _("The last has one point, the next one more, and so on: a large evening is worth more."),
        lambda place, entries, _table: entries - place + 1,
    ),
    Points(
        "root",
        _("By the size of the field, the first places far ahead"),
        _("Ten times the root of the number of players divided by the place, rounded down."),
        _root,
    ),
):
    POINTS.register(_points)


def points_of(
    way: Points, *, place: int, sharing: int, entries: int, table: tuple[int, ...]
) -> int:
    """What `sharing` players at one place among `entries` have, each."""
    total = sum(way.at(one, entries, table) for one in range(place, place + sharing))
    return total // sharing


RULE = "PLAY-43"
PLACES_MAX = 100
POINTS_MAX = 10_000
EVENTS_MAX = 200
WEIGHT_MAX = 5


@dataclass(frozen=True, slots=True)
class SeriesRules:
    """`points` is a way to give them; `per_place` those of the first places, from the best down,
    where that way asks for them; `taking_part` is added for everybody who plays.

    Of each player's results the `best` count, 0 for all; who played fewer than `least` tournaments
    has no place. `ties` decide between equals, in this order. Programs take no place and no points
    from people unless `bots` count, too.
    """

    points: str = "table"
    per_place: tuple[int, ...] = PER_PLACE
    taking_part: int = 0
    best: int = 0
    least: int = 0
    ties: tuple[str, ...] = ("places", "all")
    bots: bool = False

    def __post_init__(self) -> None:
        if self.points not in POINTS:
            raise InvalidPlan("series_points_unknown", rule=RULE, given=self.points[:40])
        unknown = [key for key in self.ties if key not in TIES]
        if unknown or len(set(self.ties)) != len(self.ties):
            given = unknown[0] if unknown else next(k for k in self.ties if self.ties.count(k) > 1)
            raise InvalidPlan("series_tie_unknown", rule=RULE, given=given[:40])
        require_within(
            RULE,
            {
                "taking_part": (self.taking_part, 0, POINTS_MAX),
                "best": (self.best, 0, EVENTS_MAX),
                "least": (self.least, 0, EVENTS_MAX),
                "places_with_points": (len(self.per_place), 0, PLACES_MAX),
                **{
                    f"points_of_place_{place}": (points, 0, POINTS_MAX)
                    for place, points in enumerate(self.per_place, 1)
                },
            },
        )
        if POINTS[self.points].asks_for_table and not any(self.per_place):
            raise InvalidPlan("series_without_points", rule=RULE)
        falls = zip(self.per_place, self.per_place[1:], strict=False)
        for place, (better, worse) in enumerate(falls, 1):
            if worse > better:
                raise InvalidPlan(
                    "series_points_rise", rule=RULE, place=place + 1, points=worse, better=better
                )
