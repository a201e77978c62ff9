"""Two ways to play a simulated round: by dice alone, and simply but sensibly."""

from typing import Protocol

from games.engine.cards import BIT
from games.engine.simulation.rounds import KNOCK, SimulatedRound


class Dice(Protocol):
    """Where chance comes from: `random.Random`, or anything with its `random`."""

    def random(self) -> float:
        """A number in [0, 1)."""


class Uniform:
    """Any choice of those there are, each as likely as the others."""

    __slots__ = ("_random",)

    def __init__(self, dice: Dice) -> None:
        self._random = dice.random

    def takes_upcard(self, playing: SimulatedRound) -> bool:
        return self._random() < 0.5

    def ends_turn(self, playing: SimulatedRound, options: list[int]) -> int:
        return options[int(self._random() * len(options))]


class Thrifty:
    """Keeps deadwood low and knocks as soon as it may, with the least points.

    Takes the upcard where it comes to lie in a meld and lowers the deadwood of the ten cards kept.
    """

    __slots__ = ()

    def takes_upcard(self, playing: SimulatedRound) -> bool:
        melder, hand = playing.laws.knocking, playing.hands[playing.turn]
        upcard = BIT[playing.pile[-1]]
        return melder.points(hand | upcard) < melder.points(hand)

    def ends_turn(self, playing: SimulatedRound, options: list[int]) -> int:
        points, hand = playing.laws.knocking.points, playing.hands[playing.turn]
        choices = options if options[-1] < KNOCK else [one for one in options if one >= KNOCK]
        return min(choices, key=lambda one: (points(hand ^ BIT[one % KNOCK]), -(one % 13)))
