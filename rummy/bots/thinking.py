"""The expert that is given steps to think: no bot of a table, but one for programs and research."""

from typing import Final

from .families import Level
from .knock.pondering.learning import NOBODY_KNOWN, learned
from .knock.pondering.thinker import STEPS, Thinker
from .levels import EXPERT
from .player import Player

__all__ = ["NOBODY_KNOWN", "STEPS", "STEPS_HIGHEST", "learned", "thinking"]

STEPS_HIGHEST: Final = 1_000_000


def thinking(steps: int = STEPS, expected: tuple[float, ...] = NOBODY_KNOWN) -> Level:
    """The expert, which at gin thinks for so many steps of a decision; elsewhere it is the same.
    `expected` is what earlier rounds taught of the opponent: what `learned` gave after the last."""
    player = Thinker(steps=steps, expected=expected)
    players: dict[str, Player] = {**EXPERT.players, "knock": player}
    return Level("thinking", "", players, is_offered=False, remembers=True)
