"""Achievements: each one entry in a registry, earned once a count has come far enough.

A new one is one entry here and its words in `accounts.career.wording`; no migration.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

NOTHING: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class CareerFacts:
    """What is counted of a player. `feats` are rounds won by the reason they ended for."""

    rounds_played: int = 0
    rounds_won: int = 0
    matches_played: int = 0
    matches_won: int = 0
    best_streak: int = 0
    level: int = 1
    promotions: int = 0
    seasons_won: int = 0
    rating_settled: bool = False
    feats: Mapping[str, int] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True)
class Achievement:
    """Earned when `count` reaches `needed`."""

    key: str
    needed: int
    count: Callable[[CareerFacts], int]

    def progress(self, facts: CareerFacts) -> int:
        return min(self.needed, self.count(facts))


def _feat(reason: str) -> Callable[[CareerFacts], int]:
    return lambda facts: facts.feats.get(reason, 0)


ACHIEVEMENTS: dict[str, Achievement] = {
    one.key: one
    for one in (
        Achievement("first_round", 1, lambda facts: facts.rounds_played),
        Achievement("hundred_rounds", 100, lambda facts: facts.rounds_played),
        Achievement("thousand_rounds", 1000, lambda facts: facts.rounds_played),
        Achievement("first_win", 1, lambda facts: facts.matches_won),
        Achievement("ten_wins", 10, lambda facts: facts.matches_won),
        Achievement("hundred_wins", 100, lambda facts: facts.matches_won),
        Achievement("three_in_a_row", 3, lambda facts: facts.best_streak),
        Achievement("seven_in_a_row", 7, lambda facts: facts.best_streak),
        Achievement("first_gin", 1, _feat("gin")),
        Achievement("gin_master", 25, _feat("gin")),
        Achievement("first_undercut", 1, _feat("undercut")),
        Achievement("undercut_master", 25, _feat("undercut")),
        Achievement("first_hand_romme", 1, _feat("hand_romme")),
        Achievement("level_ten", 10, lambda facts: facts.level),
        Achievement("level_twenty_five", 25, lambda facts: facts.level),
        Achievement("rating_settled", 1, lambda facts: int(facts.rating_settled)),
        Achievement("promoted", 1, lambda facts: facts.promotions),
        Achievement("champion", 1, lambda facts: facts.seasons_won),
    )
}


def earned(facts: CareerFacts, known: Collection[str] = ()) -> tuple[str, ...]:
    """Keys of what has been earned by now and is not yet known."""
    return tuple(
        key
        for key, one in ACHIEVEMENTS.items()
        if key not in known and one.count(facts) >= one.needed
    )
