"""What a format of tournament is: its words, what it asks of a plan, and what it orders."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

from tournaments.director.commands import Command
from tournaments.director.plan import Plan
from tournaments.director.snapshot import Clock, Dice, Field, Reach, Snapshot

STAKE_OF_A_TRIAL = 100  # chips: what a format that needs a stake is tried with


@dataclass(frozen=True, slots=True)
class Format(ABC):
    """One kind of tournament; a new one is one file and one registry entry.

    `title` and `summary` are its words. `asks_for` are the numbers of a plan that only some formats
    use, this one among them; a form asks for no others.
    """

    key: str
    title: str = ""
    summary: str = ""
    asks_for: tuple[str, ...] = ()
    plays_for_chips: bool = False  # entries hold stacks of tournament chips
    moves_players: bool = False  # from table to table, to keep them balanced
    knocks_out: bool = False  # who does not win the table is out
    in_teams: bool = False  # ranks and prizes by team
    total_decides: bool = False  # the sum of all rounds ranks, not points for each table
    # Pairs kept apart, tables made by hand, players who rest: with so many seats and more.
    hears_requests_from: int | None = None
    stays_together: bool = False  # the deal goes on from stage to stage among the same players
    pays_tickets: bool = False  # entries for another tournament
    deals_boards: bool = False  # may deal the same cards at all tables of a stage

    @abstractmethod
    def check(self, plan: Plan) -> None:
        """Raise `InvalidPlan` when the plan does not fit the format."""

    @abstractmethod
    def reach(self, plan: Plan, clock: Clock, field: Field) -> Reach:
        """How far the next step has to look."""

    @abstractmethod
    def direct(self, snapshot: Snapshot, dice: Dice) -> tuple[Command, ...]:
        """The next step's commands; none when there is nothing to do until something happens."""

    @abstractmethod
    def final_ranks(self, snapshot: Snapshot) -> tuple[Command, ...]:
        """Ranks and prizes of who plays until the end: by records, or by `unranked` stacks."""

    def hears_requests(self, seats: int) -> bool:
        return self.hears_requests_from is not None and seats >= self.hears_requests_from

    def stages_of(self, plan: Plan, entries: int) -> int:
        """How many stages there will be; 0 where nobody can say, or there are none."""
        return 0

    def tried(self, plan: Plan) -> Plan:
        """The plan with what this format cannot do without, for a trial."""
        return plan

    def without_returns(self, plan: Plan) -> Plan:
        """The plan as it goes where nobody comes back."""
        return plan

    def without_stakes(self, plan: Plan) -> Plan:
        """The plan as it goes where no chips are paid in."""
        return self.without_returns(replace(plan, buy_in_chips=0, fee_chips=0, bounty_chips=0))
