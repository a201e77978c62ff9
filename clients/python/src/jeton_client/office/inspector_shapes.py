"""What the office answers about why chips moved, one type for each schema of the document."""

from typing import Literal, TypedDict

from jeton_client.office.chip_shapes import OfficeAccount
from jeton_client.shapes import Player, TableStatus, Terms

TournamentPhase = Literal["entering", "running", "break", "finished", "cancelled"]
EntryStatus = Literal["in", "out", "withdrawn"]
DecidedBy = Literal["score", "melded", "hand_value", "hand_cards", "shared"]


class OfficeSeatStory(TypedDict):
    seat: int
    player: Player
    points: int
    stake_chips: int
    payout_chips: int
    change_chips: int
    is_winner: bool
    why: str


class OfficeScoredLine(TypedDict):
    seat: int
    reason: str
    words: str
    points: int


class OfficeSheetLine(TypedDict):
    number: int
    ended: bool
    points: list[int]
    lines: list[OfficeScoredLine]


class OfficeTableStory(TypedDict):
    id: int
    name: str
    status: TableStatus
    terms: Terms
    reason: str
    account: int | None
    pot_chips: int
    paid_chips: int
    fee_chips: int | None
    seats: list[OfficeSeatStory]
    rounds: list[OfficeSheetLine]


class OfficeRoundSeat(TypedDict):
    seat: int
    player: Player


class OfficeToldEvent(TypedDict):
    seq: int
    at: str
    type: str
    seat: int | None
    words: str
    told: str
    cards: list[str]


class OfficeRound(TypedDict):
    table: int
    name: str
    is_private: bool
    number: int
    seats: list[OfficeRoundSeat]
    points: list[int]
    lines: list[OfficeScoredLine]
    events: list[OfficeToldEvent]
    commitment: str
    server_seed: str


class OfficeEntry(TypedDict):
    id: int
    number: int
    tournament: int
    player: Player
    status: EntryStatus
    rank: int | None
    stack_chips: int
    paid_chips: int
    fee_chips: int
    won_chips: int


class OfficeEntrySums(TypedDict):
    entries: int
    paid_chips: int
    fee_chips: int
    won_chips: int
    stack_chips: int
    forfeited_chips: int


class OfficeTournamentChips(TypedDict):
    id: int
    name: str
    phase: TournamentPhase
    accounts: list[OfficeAccount]
    sums: OfficeEntrySums
    results: list[OfficeEntry]
    next_before: int | None


class OfficeSettledLine(TypedDict):
    entry: int
    name: str
    score: int
    stack_chips: int
    change_chips: int
    due_chips: int
    is_winner: bool
    gave_up: bool


class OfficeSettledRound(TypedDict):
    id: int
    round: int
    table_number: int
    game_table: int | None
    chips_per_point: int
    decided_by: DecidedBy
    voided: bool
    settled_at: str
    change_chips: int
    why: str
    lines: list[OfficeSettledLine]


class OfficeEntryRounds(OfficeEntry):
    results: list[OfficeSettledRound]
    next_before: int | None
