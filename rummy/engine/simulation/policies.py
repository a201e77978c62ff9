"""Two ways to play a simulated round: by dice alone, and simply but sensibly."""

from typing import Final, Protocol

from rummy.engine.cards import BIT
from rummy.engine.melding.faces import RANKS
from rummy.engine.simulation.options import KNOCK
from rummy.engine.simulation.playing import Playing

NEVER: Final = 10**6  # more points than any hand has


class Dice(Protocol):
    """Where chance comes from: `random.Random`, or anything with its `random`."""

    def random(self) -> float:
        """A number in [0, 1)."""


class Uniform:
    """Any choice of those there are, each as likely as the others."""

    __slots__ = ("_random",)

    def __init__(self, dice: Dice) -> None:
        self._random = dice.random

    def takes_upcard(self, playing: Playing) -> bool:
        return self._random() < 0.5

    def ends_turn(self, playing: Playing, options: list[int]) -> int:
        return options[int(self._random() * len(options))]


# An option's place when the highest ranks come first; with them come the dearest cards.
_FROM_ABOVE: Final = tuple(-(option % KNOCK % RANKS) for option in range(2 * KNOCK))


class Thrifty:
    """Keeps deadwood low and knocks as soon as it may, with the least points.

    Takes an upcard that melds and so lowers the deadwood; of equal discards throws the highest.
    """

    __slots__ = ()

    def takes_upcard(self, playing: Playing) -> bool:
        melder, hand = playing.laws.knocking, playing.hands[playing.turn]
        upcard = BIT[playing.pile[-1]]
        return melder.points(hand | upcard) < melder.points(hand)

    def ends_turn(self, playing: Playing, options: list[int]) -> int:
        """A discard takes off its own points at most: where they are too few, nobody looks on."""
        points, hand = playing.laws.knocking.points, playing.hands[playing.turn]
        choices = [one for one in options if one >= KNOCK] if options[-1] >= KNOCK else options
        before, least, chosen = points(hand), NEVER, -1
        for option in sorted(choices, key=_FROM_ABOVE.__getitem__):
            card = option % KNOCK
            if before - playing.values[card] >= least:
                break
            after = points(hand ^ BIT[card])
            if after < least:
                least, chosen = after, option
        return chosen
