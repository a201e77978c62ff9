"""The terms of a match: what PLAY-1 fixes before the first card and nothing changes after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.engine import RuleSet

TROPHY_CHARS_MAX = 200


class MatchFormat(StrEnum):
    """How a match is decided."""

    MATCH = "match"  # GIN-13: first to reach the point limit; GER-13: deals, or a penalty limit
    RING = "ring"  # PLAY-10, PLAY-11: a fixed number of rounds, the highest total wins


class InvalidTerms(Exception):
    """Terms that contradict themselves or leave the allowed range."""

    def __init__(self, code: str, rule: str = "PLAY-1", **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.facts = facts


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """What the players of a table agree on.

    Times are milliseconds. `robot_ms` is how long a bot pretends to think and
    `automatic_ms` how long an absent player's seat waits before the safe move. `trophy` is what
    the winner of most rounds gets, in the players' own words (GER-V5).
    """

    rules: RuleSet
    seats: int
    format: MatchFormat = MatchFormat.MATCH
    rounds: int | None = None
    stake_chips: int = 0
    settlement: str = "stakes"
    turn_ms: int = 30_000
    bank_ms: int = 60_000
    pause_ms: int = 20_000
    robot_ms: int = 900
    automatic_ms: int = 1_500
    misses_max: int = 2
    rounds_max: int = 200
    training: bool = False
    trophy: str = ""

    def __post_init__(self) -> None:
        if self.format is MatchFormat.MATCH and not self._ends():
            raise InvalidTerms("point_limit_missing", "GIN-13")
        if self.format is MatchFormat.RING and not self.rounds:
            raise InvalidTerms("rounds_missing", "PLAY-10")
        _require_range("stake_chips", self.stake_chips, 0, 10**12)
        _require_range("turn_ms", self.turn_ms, 200, 10 * 86_400_000)
        _require_range("bank_ms", self.bank_ms, 0, 10 * 86_400_000)
        _require_range("pause_ms", self.pause_ms, 0, 600_000)
        if self.rounds is not None:
            _require_range("rounds", self.rounds, 1, 50)
        if len(self.trophy) > TROPHY_CHARS_MAX or not self.trophy.isprintable():
            raise InvalidTerms("trophy_unreadable", "GER-V5", most=TROPHY_CHARS_MAX)
        if self.seats not in self.rules.seats:
            raise InvalidTerms("seats_not_allowed", seats=self.seats, allowed=self.rules.seats)

    def _ends(self) -> bool:
        """Whether something decides the match: points, penalties, or a number of deals."""
        return bool(self.point_limit or self.rules.penalty_limit or self.rounds_due)

    @property
    def point_limit(self) -> int | None:
        return self.rules.point_limit

    @property
    def rounds_due(self) -> int | None:
        """After how many rounds the match is over: in a ring game, or where no limit is set and
        everybody deals equally often (GER-13); None where points decide."""
        if self.format is MatchFormat.RING or self.rounds:
            return self.rounds
        if self.rules.point_limit or self.rules.penalty_limit:
            return None
        return self.rules.deals_per_player * self.seats or None

    @property
    def rated(self) -> bool:
        """Whether the match counts for league and rating: not at a training table (GIN-S9)."""
        return self.rules.rated and not self.training

    def to_json(self) -> dict[str, Any]:
        return {
            "v": 1,
            "rules": self.rules.to_json(),
            "seats": self.seats,
            "format": self.format.value,
            "rounds": self.rounds,
            "stake_chips": self.stake_chips,
            "settlement": self.settlement,
            "turn_ms": self.turn_ms,
            "bank_ms": self.bank_ms,
            "pause_ms": self.pause_ms,
            "robot_ms": self.robot_ms,
            "automatic_ms": self.automatic_ms,
            "misses_max": self.misses_max,
            "rounds_max": self.rounds_max,
            "training": self.training,
            "trophy": self.trophy,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> MatchTerms:
        fields = {key: value for key, value in data.items() if key not in ("v", "rules", "format")}
        return cls(
            rules=RuleSet.from_json(data["rules"]), format=MatchFormat(data["format"]), **fields
        )


def _require_range(field: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise InvalidTerms("out_of_range", field=field, value=value, least=least, most=most)
