"""The plan of a tournament: everything fixed before the first entry (PLAY-1, PLAY-40…47)."""

from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.director.clock.schedule import DAY_MS, LEVELS_MAX, ROUNDS_MAX, STANDARD, Schedule
from tournaments.director.errors import CHIPS_MAX, InvalidPlan, require_within
from tournaments.director.prizes import PrizePlan

ENTRIES_MAX = 1_000_000


class Pace(StrEnum):
    """Whether tables play at their own speed, or all wait for the slowest (PLAY-42)."""

    INDEPENDENT = "independent"
    TOGETHER = "together"


class Absent(StrEnum):
    """What becomes of a player who is not there (PLAY-45)."""

    PLAYED = "played"  # the table plays for them; the growing ratio takes their chips
    REMOVED = "removed"  # out after `absent_rounds` rounds played by the table


class TooFew(StrEnum):
    CANCEL = "cancel"
    POSTPONE = "postpone"


@dataclass(frozen=True, slots=True)
class EntryRules:
    """Who may enter until when (PLAY-40). Levels count from 0; −1: closed at the start.

    `returns_max` re-entries for players who are out, `rebuys_max` rebuys for players who are in
    and hold no more than the starting stack; each is a full starting stack for another buy-in.
    `bot_accounts` lets other people's programs enter. With `check_in` people say that they are
    here; who has not done so at the start is withdrawn, with everything back.
    """

    least: int = 2
    most: int = ENTRIES_MAX
    starts_when_full: bool = False
    late_until_level: int = -1
    too_few: TooFew = TooFew.CANCEL
    postpone_ms: int = 15 * 60_000
    postpones_max: int = 3
    returns_max: int = 0
    rebuys_max: int = 0
    returns_until_level: int = -1
    add_on_stack_chips: int = 0
    add_on_chips: int = 0
    bot_accounts: bool = False
    check_in: bool = False

    def __post_init__(self) -> None:
        if not 2 <= self.least <= self.most <= ENTRIES_MAX:
            raise InvalidPlan(
                "entries_out_of_range", rule="PLAY-40", least=self.least, most=self.most
            )
        numbers = (self.returns_max, self.rebuys_max, self.add_on_stack_chips, self.add_on_chips)
        if min(numbers) < 0:
            raise InvalidPlan("negative_number", rule="PLAY-40")
        if self.check_in and self.starts_when_full:
            raise InvalidPlan("check_in_needs_an_hour", rule="PLAY-40")
        if (self.returns_max or self.rebuys_max) and self.returns_until_level < 0:
            raise InvalidPlan("returns_without_a_level", rule="PLAY-40")
        require_within(
            "PLAY-40",
            {
                "late_until_level": (self.late_until_level, -1, LEVELS_MAX),
                "returns_until_level": (self.returns_until_level, -1, LEVELS_MAX),
                "returns_max": (self.returns_max, 0, ROUNDS_MAX),
                "rebuys_max": (self.rebuys_max, 0, ROUNDS_MAX),
                "postpone_ms": (self.postpone_ms, 0, 7 * DAY_MS),
                "postpones_max": (self.postpones_max, 0, ROUNDS_MAX),
                "add_on_stack_chips": (self.add_on_stack_chips, 0, CHIPS_MAX),
                "add_on_chips": (self.add_on_chips, 0, CHIPS_MAX),
            },
        )

    @property
    def open_until_level(self) -> int:
        """The last level in which anybody may still buy a stack."""
        return max(self.late_until_level, self.returns_until_level)


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament as published. Chips of `stack_chips` are tournament chips, all others real.

    `bounty_chips` is the part of the buy-in that lies on the player's head. `stages` is the number
    of pairings for Swiss and league nights (0: by field size), `target_points` the goal of a
    single-table tournament (PLAY-12). Where `boards` names a way to score them, every table of a
    stage is dealt the same cards, so many boards as a match has rounds. At `real_tables` people
    play with cards of their own in a room, and what a round came to is reported. With `clubs_apart`
    members of one club do not meet in the first stage.
    """

    format: str = "freezeout"
    seats: int = 4
    stack_chips: int = 1_000
    schedule: Schedule = STANDARD
    entries: EntryRules = field(default_factory=EntryRules)
    prizes: PrizePlan = field(default_factory=PrizePlan)
    buy_in_chips: int = 0
    fee_chips: int = 0
    bounty_chips: int = 0
    pace: Pace = Pace.INDEPENDENT
    absent: Absent = Absent.PLAYED
    absent_rounds: int = 3
    max_rounds: int = 200
    stages: int = 0
    target_points: int = 0
    boards: str | None = None
    real_tables: bool = False
    clubs_apart: bool = False

    def __post_init__(self) -> None:
        if not 2 <= self.seats <= 6:
            raise InvalidPlan("seats_out_of_range", rule="PLAY-1", seats=self.seats)
        if self.stack_chips < 1:
            raise InvalidPlan("stack_missing", rule="PLAY-23", stack=self.stack_chips)
        if min(self.buy_in_chips, self.fee_chips) < 0:
            raise InvalidPlan("negative_number", rule="PLAY-14")
        if not 0 <= self.bounty_chips <= self.buy_in_chips:
            raise InvalidPlan("bounty_above_buy_in", rule="PLAY-44", bounty=self.bounty_chips)
        if not 1 <= self.max_rounds <= ROUNDS_MAX:
            raise InvalidPlan("max_rounds_out_of_range", rule="PLAY-47", rounds=self.max_rounds)
        if self.absent_rounds < 1 or self.stages < 0:
            raise InvalidPlan("negative_number", rule="PLAY-45")
        require_within(
            "PLAY-1",
            {
                "stack_chips": (self.stack_chips, 1, CHIPS_MAX),
                "buy_in_chips": (self.buy_in_chips, 0, CHIPS_MAX),
                "fee_chips": (self.fee_chips, 0, CHIPS_MAX),
                "absent_rounds": (self.absent_rounds, 1, ROUNDS_MAX),
                "stages": (self.stages, 0, ROUNDS_MAX),
                "places": (self.prizes.places, 0, ENTRIES_MAX),
            },
        )

    @property
    def into_pool_chips(self) -> int:
        """What of each buy-in becomes prizes; the rest is the bounty."""
        return self.buy_in_chips - self.bounty_chips

    def tables_for(self, players: int) -> int:
        """The fewest tables that seat so many (PLAY-41)."""
        return -(-players // self.seats)
