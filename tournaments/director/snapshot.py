"""What the director looks at: a few rows and counters, never the whole field without need.

A finished round concerns its own table, the shortest tables that could take a player and the
tallest that could give one. `Reach` says how far a step has to look; whoever loads the snapshot
asks for it first, so that the cost of a round does not grow with the field.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from rummy.settlement import SeatScore
from tournaments.director.plan import Plan


class Phase(StrEnum):
    ENTERING = "entering"
    RUNNING = "running"
    BREAK = "break"
    FINISHED = "finished"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        return self in (Phase.FINISHED, Phase.CANCELLED)


class Dice(Protocol):
    """Lots from a seed that was committed to before the first entry.

    The same purpose always gives the same order, so a step that is run twice decides the same.
    """

    def draw(self, among: Collection[int], purpose: str) -> tuple[int, ...]:
        """The same numbers in random order, whatever order they came in."""
        ...


@dataclass(frozen=True, slots=True)
class Requests:
    """What was asked of the pairings, by entries.

    Pairs `apart` do not meet while anybody else is free. `resting` are (stage, entry): who sits a
    stage out gets half of what winning a table is worth. `by_hand` are (stage, entry, entry, …):
    these meet in it at one table.
    """

    apart: tuple[tuple[int, int], ...] = ()
    resting: tuple[tuple[int, int], ...] = ()
    by_hand: tuple[tuple[int, ...], ...] = ()

    def rest_in(self, stage: int) -> frozenset[int]:
        return frozenset(entry for when, entry in self.resting if when == stage)

    def tables_in(self, stage: int) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(entries) for when, *entries in self.by_hand if when == stage)


@dataclass(frozen=True, slots=True)
class Debt:
    """What a penalty takes of an entry's stack once the round in play is settled.

    `penalty` is its number in the tournament: each that is taken back returns what it took itself.
    """

    entry: int
    chips: int
    penalty: int


# A start so far away is none: the tournament starts when it is full, or never.
NO_HOUR_MS = 2 * 24 * 3_600_000


@dataclass(frozen=True, slots=True)
class Clock:
    """Where the tournament stands in time. Rounds are counted in millionths over all tables.

    A `wave` is what counts as one round for ranking: a round at one table while tables are
    independent, a round at all of them while they play `together` (PLAY-42, PLAY-43).
    """

    now_ms: int
    starts_at_ms: int
    phase: Phase = Phase.ENTERING
    level: int = 0
    level_started_ms: int = 0
    level_micro: int = 0
    total_micro: int = 0
    wave: int = 0
    wave_open: bool = False
    together: bool = False
    entries_open: bool = True
    break_until_ms: int = 0
    paused_at_ms: int | None = None
    postponed: int = 0
    start_ordered: bool = False
    stage: int = 0
    # Entries that take no prize and are last at the end.
    disqualified: tuple[int, ...] = ()
    requests: Requests = Requests()
    # Who leaves, and which chips penalties take, once the round in play at their table is settled.
    leaving: tuple[int, ...] = ()
    owed: tuple[Debt, ...] = ()
    # Who is to be out, and by which order, once the round is settled during which it was given.
    out_later: tuple[tuple[int, str], ...] = ()
    # Rounds at tables, in a row, that no player sat through and in which no chip moved.
    idle: int = 0
    abandoned: bool = False

    def start_after(self, ms: int) -> int:
        """The hour of the start once time stands still, or is given, for so long: whoever has begun
        has begun when they did.
        """
        return self.starts_at_ms + (ms if self.phase is Phase.ENTERING else 0)

    def owed_by(self, entry: int) -> int:
        return sum(debt.chips for debt in self.owed if debt.entry == entry)

    def without(self, entry: int) -> Clock:
        """Neither a wish to go nor a penalty waits for the end of this entry's round any more.

        A disqualification still does: who lost their last chips in it has no prize either.
        """
        if entry not in self.leaving and not self.owed_by(entry):
            return self
        leaving = tuple(other for other in self.leaving if other != entry)
        owed = tuple(debt for debt in self.owed if debt.entry != entry)
        return replace(self, leaving=leaving, owed=owed)

    @property
    def may_deal(self) -> bool:
        return self.phase is Phase.RUNNING and self.paused_at_ms is None


@dataclass(frozen=True, slots=True)
class Field:
    """The field in numbers. `sizes` holds (players at a table, such tables, of these resting).

    `entries` counts people, of whom so many have `checked_in`, `buy_ins` their stacks; `fallen` are
    out and not yet ranked, while `eliminations` also counts those who came back; `ranked` are still
    in and have their rank, which happens at the end only. `teams` are counted where teams play,
    whoever plays for themselves being one.
    """

    entries: int = 0
    checked_in: int = 0
    buy_ins: int = 0
    add_ons: int = 0
    seated: int = 0
    unseated: int = 0
    eliminations: int = 0
    fallen: int = 0
    ranked: int = 0
    finished: int = 0
    unclaimed_heads: int = 0
    tables_opened: int = 0
    teams: int = 0
    sizes: tuple[tuple[int, int, int], ...] = ()

    def plus(self, **changes: int) -> Field:
        """With these counters so much higher."""
        now = {name: getattr(self, name) + change for name, change in changes.items()}
        return replace(self, **now)

    @property
    def contenders(self) -> int:
        """How many may have a place of their own."""
        return self.teams or self.entries

    @property
    def alive(self) -> int:
        return self.seated + self.unseated

    @property
    def tables(self) -> int:
        return sum(tables for _, tables, _ in self.sizes)

    @property
    def tables_with_two(self) -> int:
        """Tables that play on: in a shootout winners wait at theirs for the next stage."""
        return sum(tables for size, tables, _ in self.sizes if size > 1)

    @property
    def playing(self) -> int:
        """Tables with cards on them, or with a finished round that is not settled."""
        return sum(tables - resting for _, tables, resting in self.sizes)

    @property
    def most(self) -> int:
        """Players at the fullest table."""
        return max((size for size, tables, _ in self.sizes if tables), default=0)

    def resting_from(self, size: int) -> int:
        """Resting tables with at least so many players."""
        return sum(resting for players, _, resting in self.sizes if players >= size)

    def issued_chips(self, plan: Plan) -> int:
        """All tournament chips that were given out; those of who was removed stay in the books."""
        return self.buy_ins * plan.stack_chips + self.add_ons * plan.entries.add_on_stack_chips

    def paid_in_chips(self, plan: Plan) -> int:
        add_ons = self.add_ons * plan.entries.add_on_chips
        return self.buy_ins * plan.into_pool_chips + add_ons

    def pool_chips(self, plan: Plan) -> int:
        """What will be paid as prizes, bounties apart."""
        paid_in = self.paid_in_chips(plan)
        return paid_in + plan.prizes.house_adds(paid_in)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player at a table; `absent_rounds` in a row were played without them."""

    entry: int
    seat: int
    stack_chips: int
    moves: int = 0
    absent_rounds: int = 0
    heads: int = 1


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A round all of whose scores are known. `scores` belong to `entries`, in seat order.

    Who was moved here during the round is at the table and not among `entries`. `stacks_chips`
    are those the round was played with: chips bought since then count from the next one.
    """

    number: int
    pcr: int
    dealer: int
    entries: tuple[int, ...]
    stacks_chips: tuple[int, ...]
    scores: tuple[SeatScore, ...]


@dataclass(frozen=True, slots=True)
class TableAtHand:
    """A table the step may decide about; `result` is there when its round waits to be settled."""

    number: int
    sittings: tuple[Sitting, ...]
    resting: bool = True
    held: bool = False
    result: RoundResult | None = None

    @property
    def size(self) -> int:
        return len(self.sittings)

    def free_seats(self, seats: int) -> list[int]:
        taken = {sitting.seat for sitting in self.sittings}
        return [seat for seat in range(seats) if seat not in taken]


@dataclass(frozen=True, slots=True)
class Standing:
    """An entry that has no rank yet: still in with `chips`, or out in `wave` with `chips` before.

    `number` is the order of entry, which decides nothing but who takes an odd chip.
    """

    entry: int
    number: int
    chips: int
    wave: int = 0
    is_in: bool = False
    heads: int = 0
    paid_chips: int = 0
    fee_chips: int = 0


@dataclass(frozen=True, slots=True)
class Placed:
    """An entry that has its rank; `number` decides who of the tied took an odd chip."""

    entry: int
    number: int
    rank: int


RESTED = -1  # in place of a seat: the stage was sat out


@dataclass(frozen=True, slots=True)
class Record:
    """An entry in a tournament of pairings: what it has scored, and against whom.

    `points` count tables (two for each opponent beaten, one for each equal or missing), `score`
    what the cards gave. `lost_stage` is when a bracket ended for it. `places` are its seats stage
    by stage, `RESTED` where it had none, `gained` its points; who joined late has fewer of them.
    `clubs` are those its player belongs to, where they are kept apart.
    """

    entry: int
    number: int
    points: int = 0
    score: int = 0
    met: tuple[int, ...] = ()
    byes: int = 0
    team: str = ""
    lost_stage: int | None = None
    withdrawn: bool = False
    places: tuple[int, ...] = ()
    gained: tuple[int, ...] = ()
    clubs: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TableScore:
    """A finished match of a stage: total scores by entry, with what ties are broken by.

    `boards` are the scores of each deal that was played, of so many `deals` that other tables were
    dealt, too; who `gave_up` has not played the last of them.
    """

    number: int
    entries: tuple[int, ...]
    scores: tuple[SeatScore, ...]
    boards: tuple[tuple[int, ...], ...] = ()
    gave_up: tuple[int, ...] = ()
    deals: int = 0


class Unranked(StrEnum):
    NONE = "none"
    OUT = "out"
    STAYING = "staying"  # the `best` so many who are in, and who has as much as the last of them
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a step looks: so many shortest and tallest tables, which entries without a rank.

    `settling` finished rounds are loaded first; a step that settles looks at nothing else.
    """

    window: int = 0
    settling: int = 0
    unranked: Unranked = Unranked.NONE
    best: int = 0
    staying: bool = False
    records: bool = False
    placed: bool = False
    presence: bool = False
    missing: bool = False


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A tournament as one step sees it.

    `short` are the smallest tables of any kind, smallest first; `tall` the largest resting ones,
    largest first. `staying` are all who are in, in the order of entry, for a start or a new stage;
    `placed` have their ranks, only for the end. `nobody_there`:
    everybody who is in has been absent for `absent_rounds`, where that was asked for. `missing`
    have not checked in, at the start only.
    """

    plan: Plan
    clock: Clock
    field: Field
    nobody_there: bool = False
    finished: tuple[TableAtHand, ...] = ()
    short: tuple[TableAtHand, ...] = ()
    tall: tuple[TableAtHand, ...] = ()
    unseated: tuple[int, ...] = ()
    unranked: tuple[Standing, ...] = ()
    staying: tuple[int, ...] = ()
    records: tuple[Record, ...] = ()
    stage_results: tuple[TableScore, ...] = ()
    placed: tuple[Placed, ...] = ()
    missing: tuple[int, ...] = ()

    @property
    def first_table(self) -> int:
        """The number of a new stage's first table: real ones stand where they stand, and theirs
        begin anew with each stage; others are numbered on."""
        return 1 if self.plan.real_tables else self.field.tables_opened + 1
