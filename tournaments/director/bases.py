"""What commands share: a reason, and what they do to the clock and to the numbers of the field."""

from dataclasses import dataclass

from tournaments.director.reasons import Reason
from tournaments.director.snapshot import Clock, Field


@dataclass(frozen=True, slots=True)
class Command:
    """Base of all commands."""

    reason: Reason

    def on(self, clock: Clock) -> Clock:
        """The clock after it."""
        return clock

    def counted(self, field: Field) -> Field:
        """The numbers of the field after it."""
        return field


@dataclass(frozen=True, slots=True)
class OfTable(Command):
    """What concerns one table and needs no more than its number."""

    table: int


@dataclass(frozen=True, slots=True)
class Leave(Command):
    """Somebody leaves a table for good; `chips` are what the ranking of the wave compares.

    Table 0 stands for none: in a tournament of stages also who rests may have to go.
    """

    entry: int
    table: int
    wave: int
    chips: int

    def on(self, clock: Clock) -> Clock:
        return clock.without(self.entry)

    def counted(self, field: Field) -> Field:
        seat = {"seated": -1} if self.table else {"unseated": -1}
        return field.plus(eliminations=1, fallen=1, **seat)


@dataclass(frozen=True, slots=True)
class GiveBack(Command):
    """Real chips return to an entry, the fee apart."""

    entry: int
    chips: int
    fee_chips: int


@dataclass(frozen=True, slots=True)
class Purchase(Command):
    """An entry pays real chips, the fee apart, for tournament chips."""

    entry: int
    chips: int
    fee_chips: int
    stack_chips: int
