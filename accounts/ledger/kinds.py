"""The kinds of chip accounts and of transfers, and what each of them may do."""

from enum import StrEnum


class AccountKind(StrEnum):
    """What a chip account is for.

    Only the mint may be negative: it is minus everything ever issued.
    """

    WALLET = "wallet"
    HOLD = "hold"
    TOURNAMENT_STACK = "tournament_stack"
    PRIZE_POOL = "prize_pool"
    FEE = "fee"
    HOUSE = "house"
    BONUS = "bonus"
    MINT = "mint"


class TransferKind(StrEnum):
    """Why chips moved. The statement's words for each live in `accounts.books.reasons`."""

    GRANT = "grant"
    REFILL = "refill"
    HOLD = "hold"
    RELEASE = "release"
    SETTLE = "settle"
    ENTRY = "entry"
    REFUND = "refund"
    PRIZE = "prize"
    BONUS = "bonus"
    ISSUE = "issue"
    ROUND = "round"
    CLOSURE = "closure"
    CORRECTION = "correction"


# Everything else moves chips that exist already; `ledger_flows` in the database says the same.
MINTING = frozenset(
    {
        TransferKind.GRANT,
        TransferKind.REFILL,
        TransferKind.BONUS,
        TransferKind.ISSUE,
        TransferKind.CLOSURE,
        TransferKind.CORRECTION,
    }
)

PLAY_CHIPS = "chips"
