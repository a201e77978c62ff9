"""Chips as pure values: kinds of accounts, transfers that sum to zero by construction, division."""

from accounts.ledger.errors import (
    InsufficientChips,
    InvalidTransfer,
    LedgerRefusal,
    TransferKeyReused,
)
from accounts.ledger.kinds import PLAY_CHIPS, AccountKind, TransferKind
from accounts.ledger.transfers import AMOUNT_MAX, Posting, TransferPlan
