"""What a format of tournament is: how far it looks, and what it orders."""

from typing import Protocol

from tournaments.director.commands import Command
from tournaments.director.plan import Plan
from tournaments.director.snapshot import Clock, Dice, Field, Reach, Snapshot


class Format(Protocol):
    """One kind of tournament; a new one is one file and one registry entry."""

    @property
    def key(self) -> str: ...

    @property
    def plays_for_chips(self) -> bool:
        """Whether entries hold stacks of tournament chips."""
        ...

    def check(self, plan: Plan) -> None:
        """Raise `InvalidPlan` when the plan does not fit the format."""
        ...

    def reach(self, plan: Plan, clock: Clock, field: Field) -> Reach:
        """How far the next step has to look."""
        ...

    def direct(self, snapshot: Snapshot, dice: Dice) -> tuple[Command, ...]:
        """The next step's commands; none when there is nothing to do until something happens."""
        ...
