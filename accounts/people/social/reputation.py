"""Reputation: of the matches somebody began with other people, how many were played to the end.

The formula is meant to be checked by hand: `clean` matches of the last `RECENT_MATCHES` count, and
everybody starts with `GIVEN` matches of which `GIVEN_CLEAN` went well, so that one bad evening at
the beginning does not decide.

    percent = 100 × (clean + GIVEN_CLEAN) ÷ (all + GIVEN), rounded down
"""

from dataclasses import dataclass

RECENT_MATCHES = 100
GIVEN = 10
GIVEN_CLEAN = 9


@dataclass(frozen=True, slots=True)
class Reputation:
    """`clean` of `matches` recent matches were neither given up nor left to automatic play."""

    percent: int
    clean: int
    matches: int

    @property
    def is_new(self) -> bool:
        """Nothing is known yet: the number is only what everybody starts with."""
        return self.matches == 0


def reputation_of(*, clean: int, matches: int) -> Reputation:
    """The reputation of somebody with so many recent matches, so many of them clean."""
    if not 0 <= clean <= matches:
        raise ValueError("clean matches are some of all matches")
    percent = 100 * (clean + GIVEN_CLEAN) // (matches + GIVEN)
    return Reputation(percent, clean, matches)
