"""Playing a simulated round to its end, each seat by a policy of its own."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final, Protocol

from rummy.engine.cards import BIT
from rummy.engine.families.knock.phases import DISCARD, UPCARD_OFFER, Phase
from rummy.engine.families.knock.rules.laws import KnockLaws
from rummy.engine.melding.faces import RANKS
from rummy.engine.scoring import RoundScore

KNOCK: Final = 128  # added to a card: knock with it as the last discard; alone, a card is discarded


class Playing(ABC):
    """A round that changes in place. A step may be any that is on offer, and is not checked.

    `hands` are masks by seat, `pile` runs bottom to top, `values` are the points of each card as
    deadwood, `score` is None until the round is over. All are only to be read from outside.
    """

    __slots__ = ("hands", "laws", "phase", "pile", "score", "turn", "values")

    laws: KnockLaws
    phase: Phase
    turn: int
    hands: list[int]
    pile: list[int]
    values: tuple[int, ...]
    score: RoundScore | None

    @property
    @abstractmethod
    def may_take_upcard(self) -> bool:
        """Whether the upcard may be taken; in the phase `draw` the alternative is the stock."""

    @abstractmethod
    def pass_upcard(self) -> None:
        """Leave the first upcard to the next seat (GIN-11)."""

    @abstractmethod
    def draw_stock(self) -> None:
        """Draw the top card of the stock."""

    @abstractmethod
    def take_upcard(self) -> None:
        """Take the top card of the discard pile."""

    @abstractmethod
    def options(self) -> list[int]:
        """The cards that may be discarded, then `KNOCK + card` for each that may be knocked with.

        Only to be read: it may be the hand itself.
        """

    @abstractmethod
    def discard(self, card: int) -> None:
        """End the turn with this discard; the stock may have run out with it (GIN-10)."""

    @abstractmethod
    def knock(self, card: int) -> None:
        """Knock with this discard; all hands are shown at their best, and scored (GIN-6 … 9)."""


class Policy(Protocol):
    """How a seat plays. It may look at all of the round, hidden cards too, but not change it."""

    def takes_upcard(self, playing: Playing) -> bool:
        """Whether the seat on turn takes the upcard; asked only when it may."""

    def ends_turn(self, playing: Playing, options: list[int]) -> int:
        """The one of these (`Playing.options`) with which the seat on turn ends it."""


def play_out(playing: Playing, policies: Sequence[Policy]) -> RoundScore:
    """Play on until the round is over; its score."""
    while playing.phase is UPCARD_OFFER:  # to one seat after the other (GIN-11)
        if policies[playing.turn].takes_upcard(playing):
            playing.take_upcard()
        else:
            playing.pass_upcard()
    takes_upcard = [policy.takes_upcard for policy in policies]
    ends_turn = [policy.ends_turn for policy in policies]
    while playing.score is None:
        seat = playing.turn
        if playing.phase is not DISCARD:
            if playing.may_take_upcard and takes_upcard[seat](playing):
                playing.take_upcard()
            else:
                playing.draw_stock()
        chosen = ends_turn[seat](playing, playing.options())
        if chosen < KNOCK:
            playing.discard(chosen)
        else:
            playing.knock(chosen - KNOCK)
    return playing.score


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
