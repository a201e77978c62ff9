"""The expert that is given steps to think: no bot of a table, but one for programs and research."""

from typing import Final

from .families import Level
from .knock.pondering.thinker import STEPS, ThinkingBot
from .levels import EXPERT
from .player import Bot

STEPS_HIGHEST: Final = 1_000_000


def thinking(steps: int = STEPS) -> Level:
    """The expert, which at gin thinks for so many steps of a decision; elsewhere it is the same."""
    players: dict[str, Bot] = {**EXPERT.players, "knock": ThinkingBot(steps=steps)}
    return Level("thinking", "", players, is_offered=False, remembers=True)
