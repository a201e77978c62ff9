"""The standing of a series, from the places of its tournaments. Pure: no database, no clock."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from tournaments.series.rules import POINTS, SeriesRules, points_of
from tournaments.series.ties import TIES, EventResult


@dataclass(frozen=True, slots=True)
class Event:
    """A finished tournament of the series, with what its points are multiplied by.

    `ranks` are its final ranks by player, only of those who count; `marks` say who was
    disqualified, and so has taken part and has no points, or withdrew. `teams` names theirs by
    player: who plays in one has its place, and one place is one team.
    """

    tournament: int
    weight: int
    ranks: Mapping[int, int]
    marks: Mapping[int, str] = field(default_factory=dict)
    teams: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line. `place` is None for who has played too few tournaments.

    `decided_by` is the tie rule that put them behind the one above, with as many points; "" where
    the points did, or nothing does and both share the place.
    """

    player: int
    place: int | None
    points: int
    results: tuple[EventResult, ...]
    decided_by: str = ""

    @property
    def played(self) -> int:
        return len(self.results)


def standing_of(rules: SeriesRules, events: Sequence[Event]) -> list[Line]:
    """Everybody who played, the best first; `events` in the order in which they were played."""
    played: dict[int, list[EventResult]] = {}
    for number, event in enumerate(events, 1):
        for player, result in _results(rules, number, event):
            played.setdefault(player, []).append(result)
    lines = [_line(rules, player, results) for player, results in played.items()]
    enough = [line for line in lines if line.played >= rules.least]
    too_few = [replace(line, place=None) for line in lines if line.played < rules.least]
    return [*_placed(rules, enough), *sorted(too_few, key=lambda one: (-one.points, one.player))]


def _results(rules: SeriesRules, number: int, event: Event) -> Iterator[tuple[int, EventResult]]:
    """Places are counted anew among those who count, so that nobody else leaves a gap."""
    way = POINTS[rules.points]
    team = {player: event.teams.get(player) or player for player in event.ranks}
    entries = len(set(team.values()))
    ordered = sorted(event.ranks, key=lambda player: event.ranks[player])
    place = 1
    for _rank, group in groupby(ordered, key=lambda player: event.ranks[player]):
        players = list(group)
        sharing = len({team[player] for player in players})
        points = rules.taking_part + points_of(
            way, place=place, sharing=sharing, entries=entries, table=rules.per_place
        )
        for player in players:
            mark = event.marks.get(player, "")
            given = 0 if mark == "disqualified" else points * event.weight
            result = EventResult(number, event.tournament, place, given, mark=mark)
            yield player, result
        place += sharing


def _line(rules: SeriesRules, player: int, results: Sequence[EventResult]) -> Line:
    """Of equal results the earlier ones count."""
    best_first = sorted(results, key=lambda one: (-one.points, one.event))
    counted = {one.event for one in best_first[: rules.best or len(best_first)]}
    told = tuple(replace(one, counts=one.event in counted) for one in results)
    return Line(player, 0, sum(one.points for one in told if one.counts), told)


def _placed(rules: SeriesRules, lines: Sequence[Line]) -> Iterator[Line]:
    """Places from the first down; those who stay level share one."""
    place = 1
    by_points = sorted(lines, key=lambda line: (-line.points, line.player))
    for _points, level in groupby(by_points, key=lambda line: line.points):
        for sharing, decided_by in _parted(list(level), rules.ties):
            for line in sharing:
                yield replace(line, place=place, decided_by=decided_by)
            place += len(sharing)


def _parted(
    level: Sequence[Line], ties: Sequence[str], decided_by: str = ""
) -> Iterator[tuple[Sequence[Line], str]]:
    """Groups that share a place, the best first, each with the rule that put it behind the one
    before; what was decided before this rule is told of the first."""
    if len(level) == 1 or not ties:
        yield level, decided_by
        return
    first, *others = ties
    of, everybody = TIES[first].of, [line.results for line in level]
    keys = {line.player: of(line.results, everybody) for line in level}
    ordered = sorted(level, key=lambda line: keys[line.player], reverse=True)
    for _key, group in groupby(ordered, key=lambda line: keys[line.player]):
        yield from _parted(list(group), others, decided_by)
        decided_by = first
