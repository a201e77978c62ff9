"""What a place in a tournament is worth in a series: one way is one entry here.

Whoever shares a place shares the points of all the places that they take up together (PLAY-43),
rounded down to whole points, so that a tie is worth the same to all of them and never more than
what lies there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import isqrt

from rummy.engine.registry import Registry
from rummy.words import gettext_noop as _

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
