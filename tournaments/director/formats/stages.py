"""What tournaments of stages share: everybody plays a match per stage, and all end before the next.

Nobody enters late, comes back or is moved, there are no heads to win, and the clock brings nothing.
"""

from abc import abstractmethod
from dataclasses import dataclass

from tournaments.director.commands import Command
from tournaments.director.errors import InvalidPlan
from tournaments.director.formats.base import Format
from tournaments.director.plan import Absent, Plan
from tournaments.director.prizes import PrizeForm
from tournaments.director.snapshot import Clock, Dice, Field, Reach, Record, Snapshot
from tournaments.director.starting import open_play, reach_of_start, start, start_is_due


@dataclass(frozen=True, slots=True)
class StageFormat(Format):
    """A format says how a stage is scored and what the next one is, or the end."""

    @abstractmethod
    def scored(self, snapshot: Snapshot, dice: Dice) -> tuple[Command, ...]:
        """All tables of the stage are over."""

    @abstractmethod
    def next_stage(self, snapshot: Snapshot, dice: Dice) -> tuple[Command, ...]:
        """Nobody sits at a table: the first stage, the one that follows, or ranks and prizes."""

    def check(self, plan: Plan) -> None:
        if plan.entries.open_until_level >= 0:
            raise InvalidPlan("no_late_entries_in_format", rule="PLAY-40", format=self.key)
        if plan.bounty_chips:
            raise InvalidPlan("no_bounty_in_format", rule="PLAY-44", format=self.key)
        if plan.absent is Absent.REMOVED:
            raise InvalidPlan("no_removal_in_format", rule="PLAY-45", format=self.key)
        if self.in_teams and plan.prizes.form is PrizeForm.TICKETS:
            raise InvalidPlan("no_tickets_for_teams", rule="PLAY-44", format=self.key)

    def reach(self, plan: Plan, clock: Clock, field: Field) -> Reach:
        if start_is_due(plan, clock, field):
            return reach_of_start(plan, field, records=True)
        return Reach(records=_stage_is_over(clock, field))

    def direct(self, snapshot: Snapshot, dice: Dice) -> tuple[Command, ...]:
        plan, clock, field = snapshot.plan, snapshot.clock, snapshot.field
        if start_is_due(plan, clock, field):
            if field.entries < plan.entries.least:
                return start(snapshot, dice)
            return (*open_play(snapshot), *self.next_stage(snapshot, dice))
        if not _stage_is_over(clock, field):
            return ()
        return self.scored(snapshot, dice) if field.tables else self.next_stage(snapshot, dice)


def _stage_is_over(clock: Clock, field: Field) -> bool:
    return clock.may_deal and field.finished == field.tables


def contenders_of(snapshot: Snapshot) -> list[Record]:
    """Who has neither lost a bracket nor been taken out."""
    return [r for r in snapshot.records if r.lost_stage is None and not r.withdrawn]
