"""Do two accounts take turns, as one person does who signs out of one to play with the other?

What is known of a person is when they played, elsewhere than at tables shared. On a day on which
both played, one hand plays them one after another: never at once, and the second begins soon after
the first has stopped. How often habits alone bring that about is counted from the same days, one
account's held against the other's of another day.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import comb
from typing import NamedTuple

from .comparing import SURE

DAYS_LEAST = 8  # on which both played; below it there is nothing to be said
DAY_MINUTES = 24 * 60
DAY_BEGINS = 4 * 60  # minutes after midnight, UTC: evenings go on beyond it
SWITCHES_MOST = 2  # from one to the other on a day; who play at once alternate all the time
SOON_MINUTES = 20  # from the last round of one to the end of the first of the other


class Turns(NamedTuple):
    """On how many days both played, on how many they took turns, and how many were expected.

    `p_value` is the chance of so many turns or more by habits alone, `corrected` for all pairs.
    """

    days: int
    taken: int
    expected: float
    p_value: float
    corrected: float

    @property
    def is_striking(self) -> bool:
        return self.corrected <= SURE


def take_turns(one: Iterable[int], other: Iterable[int], pairs: int) -> Turns | None:
    """Two accounts by the minutes (since any midnight, UTC) at which their rounds ended.

    None where they played on too few common days. `pairs`: how many are looked at in all.
    """
    mine, theirs = _by_day(one), _by_day(other)
    days = sorted(mine.keys() & theirs.keys())
    if len(days) < DAYS_LEAST:
        return None
    taken = sum(_is_turn(mine[day], theirs[day]) for day in days)
    apart = [_is_turn(mine[a], theirs[b]) for a in days for b in days if a != b]
    # One more of either kind: that it was never seen does not make it impossible.
    rate = (sum(apart) + 1) / (len(apart) + 2)
    p_value = _at_least(taken, len(days), rate)
    return Turns(len(days), taken, rate * len(days), p_value, min(1.0, p_value * pairs))


def _by_day(minutes: Iterable[int]) -> dict[int, list[int]]:
    """By day the minutes of that day, in order."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for minute in sorted(minutes):
        day, of_day = divmod(minute - DAY_BEGINS, DAY_MINUTES)
        found[day].append(of_day)
    return found


def _is_turn(mine: Sequence[int], theirs: Sequence[int]) -> bool:
    """One after the other, and somewhere one begins soon after the other has stopped."""
    played = sorted([*((at, 0) for at in mine), *((at, 1) for at in theirs)])
    switches = [after - at for (at, who), (after, next_) in pairwise(played) if who != next_]
    return len(switches) <= SWITCHES_MOST and min(switches) <= SOON_MINUTES


def _at_least(hits: int, tries: int, rate: float) -> float:
    """The chance of so many hits or more."""
    ways = (
        comb(tries, one) * rate**one * (1 - rate) ** (tries - one) for one in range(hits, tries + 1)
    )
    return min(1.0, sum(ways))
