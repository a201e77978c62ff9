"""Duplicate boards: the same cards at every table, each result held against the field's.

A board is one deal of a stage. Whoever held the same cards (the same seat, at a table of as many)
is compared; what counts at a table is the own score less the others' mean. So it does not matter
what one was dealt, but what one made of it. Ways to score are those of duplicate bridge.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rummy.engine.registry import Registry
from rummy.words import gettext_noop as _
from tournaments.director.snapshot import TableScore

# From how many points of difference on a result is worth one more: the scale of duplicate bridge
# (International Match Points), a tenth of it, as rummy's points are fewer.
IMP_STEPS = (
    *(2, 5, 9, 13, 17, 22, 27, 32, 37, 43, 50, 60),
    *(75, 90, 110, 130, 150, 175, 200, 225, 250, 300, 350, 400),
)
# Of so many results on, the best and the worst do not count for the field's average.
TRIMMED_FROM = 5

Field = Sequence[Fraction]


@dataclass(frozen=True, slots=True)
class Scoring:
    """A way to score a board: `rate(own, field)` gives the points of a result among the `field`,
    which holds the own one, too.

    `sat_out` is what a board is worth to who could not play it through no fault of theirs, or had
    nobody to be compared with, `rested` to who asked to rest, and `given_up` to who gave it up: no
    more than the worst there is, so that nobody gains by it.
    """

    key: str
    title: str
    summary: str
    rate: Callable[[Fraction, Field], int]
    sat_out: int
    rested: int
    given_up: int


def _matchpoints(own: Fraction, field: Field) -> int:
    others = len(field) - 1
    beaten = sum(own > other for other in field)
    level = sum(own == other for other in field) - 1
    # Rounded to whole points, halves up.
    return (200 * beaten + 100 * level + others) // (2 * others)


def _against_the_median(own: Fraction, field: Field) -> int:
    ordered, count = sorted(field), len(field)
    return imps(own - Fraction(ordered[(count - 1) // 2] + ordered[count // 2], 2))


def _butler(own: Fraction, field: Field) -> int:
    counted = sorted(field)[1:-1] if len(field) >= TRIMMED_FROM else field
    return imps(own - Fraction(sum(counted, Fraction()), len(counted)))


def imps(difference: Fraction) -> int:
    """International Match Points of a difference in points, with its sign."""
    steps = sum(abs(difference) >= step for step in IMP_STEPS)
    return steps if difference > 0 else -steps


SCORINGS: Registry[Scoring] = Registry("way to score boards")
for _scoring in (
    Scoring(
        "matchpoints",
        _("Matchpoints"),
        _("A board is worth 100 points to whoever did best with these cards, 0 to whoever did"
          " worst: two for each result beaten, one for each equal one, of all there could be."),
        _matchpoints,
        sat_out=60,
        rested=50,
        given_up=0,
    ),
    Scoring(
        "median",
        _("Against the median"),
        _("How far a result is from the middle one with these cards, on the IMP scale: large"
          " differences count, but not without limit."),
        _against_the_median,
        sat_out=2,
        rested=0,
        given_up=-len(IMP_STEPS),
    ),
    Scoring(
        "butler",
        _("Butler"),
        _("How far a result is from the field's average with these cards, without the best and"
          " the worst, on the IMP scale."),
        _butler,
        sat_out=2,
        rested=0,
        given_up=-len(IMP_STEPS),
    ),
):  # fmt: skip
    SCORINGS.register(_scoring)


@dataclass(frozen=True, slots=True)
class Play:
    """A board as one seat played it: the own score less the others' mean, and what it is worth."""

    margin: Fraction
    points: int


def margins(scores: Sequence[int]) -> list[Fraction]:
    """By seat, the own score less the mean of the others'."""
    total, others = sum(scores), len(scores) - 1
    return [Fraction(len(scores) * score - total, others) for score in scores]


def plays_of_board(scoring: Scoring, results: Sequence[Sequence[int]]) -> list[list[Play]]:
    """What the field made of one board: for each table, by seat. `results` are scores by seat."""
    found = [margins(scores) for scores in results]
    fields: dict[tuple[int, int], list[Fraction]] = {}
    for table in found:
        for seat, margin in enumerate(table):
            fields.setdefault((len(table), seat), []).append(margin)
    return [
        [
            Play(margin, scoring.rate(margin, field) if len(field) > 1 else scoring.sat_out)
            for seat, margin in enumerate(table)
            for field in (fields[len(table), seat],)
        ]
        for table in found
    ]


def boards_in(tables: Sequence[TableScore]) -> int:
    """How many boards a stage had; in a simulation every match is one."""
    return max(table.deals for table in tables) or 1


def points_of_stage(scoring: Scoring, tables: Sequence[TableScore]) -> dict[int, int]:
    """By entry, what its table's boards are worth.

    For a board that was not played whoever gave up has the least, and the others at that table what
    sitting out is worth.
    """
    found = {entry: 0 for table in tables for entry in table.entries}
    for number in range(boards_in(tables)):
        played = [table for table in tables if _result(table, number) is not None]
        plays = plays_of_board(scoring, [_result(table, number) or () for table in played])
        for table, seats in zip(played, plays, strict=True):
            for entry, play in zip(table.entries, seats, strict=True):
                found[entry] += play.points
        for table in tables:
            if _result(table, number) is None:
                for entry in table.entries:
                    gave_up = entry in table.gave_up
                    found[entry] += scoring.given_up if gave_up else scoring.sat_out
    return found


def _result(table: TableScore, number: int) -> Sequence[int] | None:
    """The scores of a board that all of the table played; in a simulation, of the match."""
    results = table.boards if table.deals else ([seat.score for seat in table.scores],)
    return results[number] if number < len(results) else None
