"""Two bots by duplicate deals: each deck is played twice, with the seats exchanged.

Chance in the cards falls on both alike, so far fewer rounds show who is stronger.
"""

from math import sqrt
from typing import NamedTuple

from rummy import engine
from rummy.bots import Bot
from rummy.bots.serving.dice import SeededDice

from .environment import RummyEnv


class Duel(NamedTuple):
    """Points per round that the first is ahead, one number for each deal."""

    ahead: tuple[float, ...]

    @property
    def mean(self) -> float:
        return sum(self.ahead) / len(self.ahead)

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 for a single deal."""
        spread = sum((one - self.mean) ** 2 for one in self.ahead)
        return sqrt(spread / max(1, len(self.ahead) - 1) / len(self.ahead))


def duel(env: RummyEnv, first: Bot, second: Bot, *, deals: int, seed: int = 0) -> Duel:
    """So many deals for two at this table, each played twice. ValueError for more players."""
    if len(env.possible_agents) != 2:
        raise ValueError("a duel is for two")
    ahead = []
    for deal in range(seed, seed + deals):
        env.reset(seed=deal)
        there = play_out(env, (first, second), deal)
        env.reset(seed=deal)
        back = play_out(env, (second, first), deal)
        ahead.append((there[0] - there[1] + back[1] - back[0]) / 2)
    return Duel(tuple(ahead))


def play_out(env: RummyEnv, bots: tuple[Bot, ...], seed: int) -> tuple[int, ...]:
    """The points of this round, by seat. Chance of a bot follows from the seed and its seat."""
    dice = [SeededDice(f"{seed} {seat}") for seat in range(len(bots))]
    while env.legal:
        cards, recalled = env.position
        seat = cards.turn or 0
        seen, legal = engine.view(cards, seat), list(env.legal.values())
        action = bots[seat].choose(seen, legal, dice[seat], recalled)
        env.step(env.space.number_of(action))
    return env.points
