"""Why a transfer is refused: a code, and the facts that go with it."""

from typing import Any

from rummy.refusal import Refusal


class LedgerRefusal(Refusal):
    """A transfer that was not made. `code` is stable, `facts` can be written as JSON."""


class InvalidTransfer(LedgerRefusal):
    """No state of the books would allow it: the caller is at fault."""


class InsufficientChips(LedgerRefusal):
    """An account that may not be negative would be. Facts: account, needed, available."""

    @property
    def account_id(self) -> int:
        return int(self.facts["account"])


class TransferKeyReused(LedgerRefusal):
    """The key belongs to a transfer of another kind or with other postings."""


_CLASSES: dict[str, type[LedgerRefusal]] = {
    "insufficient_chips": InsufficientChips,
    "transfer_key_reused": TransferKeyReused,
}


def refusal(code: str, facts: dict[str, Any]) -> LedgerRefusal:
    """The refusal the database named by `code`."""
    return _CLASSES.get(code, InvalidTransfer)(code, **facts)
