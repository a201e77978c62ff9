"""What decides between players who are level on points in a series: one rule is one entry here.

A rule gives each of the level ones a key; the greatest is the best. Who is level in it too is
handed on to the next rule, and who is level in all shares the place.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rummy.engine.registry import Registry
from rummy.words import gettext_noop as _


@dataclass(frozen=True, slots=True)
class EventResult:
    """What one player made of one tournament of the series, `event` counted from its first.

    `place` is the one among those who count, from 1; `points` are what it gave, its weight with
    them; `counts` is false where it is not among the player's best ones. `mark` is as in the
    tournament's own standing: the disqualified have a place behind the others and no points.
    """

    event: int
    tournament: int
    place: int
    points: int
    counts: bool = True
    mark: str = ""


EventResults = Sequence[EventResult]
Key = Callable[[EventResults, Sequence[EventResults]], Any]


@dataclass(frozen=True, slots=True)
class TieRule:
    """`of(own, level)`: `level` are the results of all who are level, the own ones with them.

    `short` is what stands at the line of who is behind by it.
    """

    key: str
    title: str
    short: str
    of: Key


def _first_places(own: EventResults, level: Sequence[EventResults]) -> Any:
    """More first places, then more second ones, and so on, over everything played."""
    lowest = max((one.place for results in level for one in results), default=0)
    places = Counter(one.place for one in own)
    return tuple(places[place] for place in range(1, lowest + 1))


def _best_results(own: EventResults, level: Sequence[EventResults]) -> Any:
    longest = max(map(len, level))
    points = sorted((one.points for one in own), reverse=True)
    return tuple(points + [0] * (longest - len(points)))


def _against_each_other(own: EventResults, level: Sequence[EventResults]) -> Any:
    """How often one was ahead of another of them where both played, less how often behind."""
    mine = {one.event: one.place for one in own}
    ahead = 0
    for others in level:
        for one in others:
            place = mine.get(one.event)
            if place is not None:
                ahead += (place < one.place) - (place > one.place)
    return ahead


def _latest(own: EventResults, level: Sequence[EventResults]) -> Any:
    """The points of the last tournament, then of the one before."""
    points = {one.event: one.points for one in own}
    events = sorted({one.event for results in level for one in results}, reverse=True)
    return tuple(points.get(event, -1) for event in events)


TIES: Registry[TieRule] = Registry("rule for ties in a series")
for _rule in (
    TieRule(
        "places",
        _("more first places, then more second ones, and so on"),
        _("fewer good places"),
        _first_places,
    ),
    TieRule(
        "best",
        _("the better best result, then the next best"),
        _("best result lower"),
        _best_results,
    ),
    TieRule(
        "all",
        _("more points in all tournaments, those that do not count too"),
        _("fewer points in all"),
        lambda own, _level: sum(one.points for one in own),
    ),
    TieRule(
        "met", _("more often ahead where they met"), _("ahead less often"), _against_each_other
    ),
    TieRule(
        "latest",
        _("the better result in the last tournament, then before"),
        _("last result lower"),
        _latest,
    ),
):
    TIES.register(_rule)
