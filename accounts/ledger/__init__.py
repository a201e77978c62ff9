"""Chips as pure values: kinds of accounts, transfers that sum to zero by construction, division."""

from accounts.ledger.division import Remainder, split_by_weight, split_evenly
from accounts.ledger.errors import (
    InsufficientChips,
    InvalidTransfer,
    LedgerRefusal,
    TransferKeyReused,
)
from accounts.ledger.kinds import PLAY_CHIPS, AccountKind, TransferKind, currency_of
from accounts.ledger.transfers import AMOUNT_MAX, Posting, TransferPlan

__all__ = [
    "AMOUNT_MAX",
    "PLAY_CHIPS",
    "AccountKind",
    "InsufficientChips",
    "InvalidTransfer",
    "LedgerRefusal",
    "Posting",
    "Remainder",
    "TransferKeyReused",
    "TransferKind",
    "TransferPlan",
    "currency_of",
    "split_by_weight",
    "split_evenly",
]
