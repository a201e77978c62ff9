"""What the office answers about chips, one type for each schema of the OpenAPI document."""

from typing import Any, Literal, TypedDict

from jeton_client.shapes import Player

AccountKind = Literal[
    "wallet", "hold", "tournament_stack", "prize_pool", "fee", "house", "bonus", "mint"
]
CorrectionState = Literal["waiting", "decided"]
CorrectionStatus = Literal["requested", "posted", "rejected"]
Counter = Literal["house", "mint"]


class OfficeAccount(TypedDict):
    id: int
    kind: AccountKind
    player: Player | None
    ref: str
    currency: str
    balance: int
    postings: int


class OfficeAccounts(TypedDict):
    results: list[OfficeAccount]
    next_before: int | None


class OfficePosting(TypedDict):
    number: int
    at: str
    kind: str
    reason: str
    amount: int
    balance: int
    transfer: int


class OfficePostings(TypedDict):
    results: list[OfficePosting]
    next_before: int | None


class OfficeLine(TypedDict):
    account: OfficeAccount
    amount: int
    balance_after: int


class OfficeTransfer(TypedDict):
    id: int
    key: str
    kind: str
    reason: str
    at: str
    by: str | None
    memo: dict[str, Any]
    belongs_to: list[str]
    postings: list[OfficeLine]


class OfficeBalance(TypedDict):
    currency: str
    kind: str
    chips: int
    accounts: int


class OfficeUnbalanced(TypedDict):
    currency: str
    chips: int


class OfficeAudit(TypedDict):
    at: str
    seconds: int
    faults: int
    first_fault: str
    figures: dict[str, Any]


class OfficeBooks(TypedDict):
    in_order: bool
    issued_chips: int
    sum_chips: int
    balances: list[OfficeBalance]
    unbalanced: list[OfficeUnbalanced]
    audit: OfficeAudit | None


class OfficeAuditAsked(TypedDict):
    last: OfficeAudit | None


class OfficeCorrection(TypedDict):
    id: int
    status: CorrectionStatus
    account: int
    player: Player | None
    amount_chips: int
    counter: str
    reason: str
    needs_second: bool
    requested_by: str
    requested_at: str
    decided_by: str | None
    decided_at: str | None
    decision: str
    transfer: int | None
    reverses: int | None


class OfficeCorrections(TypedDict):
    results: list[OfficeCorrection]
    next_before: int | None


class OfficeAct(TypedDict):
    at: str
    by: str
    act: str
    reason: str
    before: dict[str, Any]
    after: dict[str, Any]


class OfficeCorrectionFile(OfficeCorrection):
    reversed_by: int | None
    acts: list[OfficeAct]
