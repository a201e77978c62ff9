"""A round that is over, played on from one of its moments by somebody who wants to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """The cards that a table is dealt once more, and up to where they were played before.

    `table` and `round` are where; what happened there up to `step`, a place in the round's events
    from 0, the deal, has happened already. `drawn_for` is what the seed of the cards was drawn for
    (`rummy.fairness.RoundSeeds.bound_to`), `client_seeds` are those that its players gave.
    """

    table: int
    round: int
    step: int
    drawn_for: tuple[int, int]
    client_seeds: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "round": self.round,
            "step": self.step,
            "drawn_for": list(self.drawn_for),
            "client_seeds": list(self.client_seeds),
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any] | None) -> PlayedOn | None:
        if stored is None:
            return None
        table, round_number = stored["drawn_for"]
        return cls(
            table=stored["table"],
            round=stored["round"],
            step=stored["step"],
            drawn_for=(table, round_number),
            client_seeds=tuple(stored["client_seeds"]),
        )
