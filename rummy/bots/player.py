"""What a bot is: a choice among legal actions by someone who sees what one seat may see."""

from collections.abc import Callable, Generator, Sequence
from typing import NamedTuple, Protocol

from rummy.engine.family import RoundView
from rummy.engine.records import Action, Event

from .memory import NOTHING, Recollection


class Dice(Protocol):
    """Chance from outside, as `random.Random` offers it."""

    def randrange(self, stop: int, /) -> int: ...


Legal = Sequence[Action]
# One of the actions, of which there is at least one, by what a seat sees and remembers.
Player = Callable[[RoundView, Legal, Dice, Recollection], Action]


class Bot(Protocol):
    """A player made of code. It keeps no memory: the same arguments give the same choice."""

    @property
    def key(self) -> str: ...

    def choose(
        self, view: RoundView, legal: Legal, dice: Dice, recalled: Recollection = NOTHING
    ) -> Action:
        """One of the `legal` actions, of which there is at least one.

        `recalled` is what the round's events have shown so far; without it the bot plays on what
        lies on the table.
        """


# What ends an absent player's turn: an action, the view it leads to, the next action …
SafeTurn = Generator[Action, RoundView, None]


class FamilyBots(NamedTuple):
    """What holds for a family: the absent player's turn, memory, interjections.

    `remember` gives the recollection after one more event, and leaves it alone after an event of
    another family. `interjects` is what a player wants to do while another is on turn, or None.
    """

    family: str
    safe_turn: Callable[[RoundView], SafeTurn]
    remember: Callable[[Recollection, Event], Recollection]
    interjects: Callable[[RoundView, Sequence[Action]], Action | None]
