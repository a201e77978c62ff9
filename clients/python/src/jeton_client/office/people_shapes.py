"""What the office answers about people, one type for each schema of the OpenAPI document."""

from typing import Any, Literal, TypedDict

from jeton_client.office.chip_shapes import OfficeAct
from jeton_client.shapes import Player

PlayerKind = Literal["members", "guests", "bots", "staff", "banned"]
SanctionKind = Literal["warning", "mute", "ban"]
ReportReason = Literal["insult", "spam", "cheating", "other"]
ReportState = Literal["waiting", "decided"]
ReportOutcome = Literal["hidden", "silenced", "nothing"]
RoleKey = Literal["owner", "director", "cashier", "moderator", "support"]


class OfficePlayer(TypedDict):
    id: int
    name: str
    is_bot: bool
    is_guest: bool
    is_staff: bool
    is_active: bool
    since: str


class OfficePlayers(TypedDict):
    results: list[OfficePlayer]
    next_before: int | None


class FileReputation(TypedDict):
    percent: int
    clean: int
    matches: int


class FilePremium(TypedDict):
    starts_at: str
    ends_at: str


class FileAccount(TypedDict):
    id: int
    kind: str
    ref: str
    balance: int


class FileMovement(TypedDict):
    transfer: int
    at: str
    amount: int
    why: str
    table: int | None


class FileChips(TypedDict):
    accounts: list[FileAccount]
    moved: list[FileMovement]


class FileSeat(TypedDict):
    table: int
    name: str
    status: str
    stake_chips: int
    payout_chips: int | None


class FileEntry(TypedDict):
    id: int
    tournament: int
    name: str
    status: str
    rank: int | None


class OfficeSanction(TypedDict):
    id: int
    kind: SanctionKind
    reason: str
    by: str
    at: str
    until: str | None
    lifted_at: str | None


class EndedPremium(TypedDict):
    player: OfficePlayer
    would_have_ended_at: str


class OfficeNote(TypedDict):
    id: int
    words: str
    by: str
    at: str


class FileReport(TypedDict):
    id: int
    at: str
    reason: ReportReason
    reporter: str
    outcome: str


class FilePlace(TypedDict):
    kind: str
    digest: str
    times: int
    last_at: str


class FileAlike(TypedDict):
    player_id: int
    name: str
    places: int
    browser: bool
    is_active: bool


class OfficeFile(TypedDict):
    player: OfficePlayer
    email: str
    language: str
    last_login: str | None
    rating: int
    reputation: FileReputation
    silent_until: str | None
    premium: list[FilePremium]
    chips: FileChips | None
    tables: list[FileSeat]
    entries: list[FileEntry]
    sanctions: list[OfficeSanction]
    notes: list[OfficeNote]
    reports: list[FileReport]
    seen: list[FilePlace]
    alike: list[FileAlike]
    acts: list[OfficeAct] | None


class OfficeSaid(TypedDict):
    number: int
    at: str
    channel: str
    author: int
    name: str
    words: str
    phrase: str
    reported: bool


class OfficeComplaint(TypedDict):
    id: int
    table: int
    message: int
    author: Player
    reporter: Player
    reason: ReportReason
    note: str
    context: list[OfficeSaid]
    at: str
    outcome: ReportOutcome | None
    decided_by: str | None
    decided_at: str | None


class OfficeComplaints(TypedDict):
    results: list[OfficeComplaint]
    next_after: int | None


class OfficeDecided(TypedDict):
    closed: int
    report: OfficeComplaint


class OfficePairRow(TypedDict):
    one: int
    one_name: str
    other: int
    other_name: str
    shared: int
    expected: float
    flow_chips: int
    lost: int
    latest_table: int
    common_places: int


class OfficePairs(TypedDict):
    tables: int
    results: list[OfficePairRow]


class OfficeSharedSeat(TypedDict):
    player: int
    stake_chips: int
    payout_chips: int | None


class OfficeSharedTable(TypedDict):
    id: int
    name: str
    seats: list[OfficeSharedSeat]


class OfficeGift(TypedDict):
    table: int
    round: int
    step: int
    giver: str
    taker: str
    card: str
    cost: float


class OfficePair(TypedDict):
    one: Player
    other: Player
    tables: list[OfficeSharedTable]
    gifts: list[OfficeGift]


class Role(TypedDict):
    key: str
    words: str


class Right(TypedDict):
    code: str
    words: str
    roles: list[RoleKey]


class Rights(TypedDict):
    roles: list[Role]
    rights: list[Right]


class StaffMember(TypedDict):
    player: Player
    is_staff: bool
    roles: list[RoleKey]
    has_second_factor: bool


class Team(TypedDict):
    results: list[StaffMember]
    next_before: int | None


class StaffAct(TypedDict):
    id: int
    at: str
    by: Player
    act: str
    words: str
    on: str
    reason: str
    before: dict[str, Any]
    after: dict[str, Any]


class StaffLog(TypedDict):
    results: list[StaffAct]
    next_before: int | None
