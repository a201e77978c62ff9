"""What commands share: a reason, and what they do to the clock and to the numbers of the field."""

from dataclasses import dataclass
from typing import dataclass_transform

from tournaments.director.reasons import Reason
from tournaments.director.snapshot import Clock, Field


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Command:
    """Base of all commands, and what makes each of them a frozen record."""

    reason: Reason

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    def on(self, clock: Clock) -> Clock:
        """The clock after it."""
        return clock

    def counted(self, field: Field) -> Field:
        """The numbers of the field after it."""
        return field


class OfTable(Command):
    """What concerns one table and needs no more than its number."""

    table: int


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


class GiveBack(Command):
    """Real chips return to an entry, the fee apart."""

    entry: int
    chips: int
    fee_chips: int


class Purchase(Command):
    """An entry pays real chips, the fee apart, for tournament chips."""

    entry: int
    chips: int
    fee_chips: int
    stack_chips: int
