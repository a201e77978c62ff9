"""What a bot is: a choice among legal actions by someone who sees what one seat may see."""

from collections.abc import Sequence
from typing import Protocol

from games.engine.family import RoundView
from games.engine.records import Action


class Dice(Protocol):
    """Chance from outside, as `random.Random` offers it."""

    def randrange(self, stop: int, /) -> int: ...


class Bot(Protocol):
    """A player made of code. It keeps no memory: the same view and dice give the same choice."""

    @property
    def key(self) -> str: ...

    def choose(self, view: RoundView, legal: Sequence[Action], dice: Dice) -> Action:
        """One of the `legal` actions, of which there is at least one."""
