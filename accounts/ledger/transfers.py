"""Transfers as values: whatever can be constructed here sums to zero.

The database checks the same again (`ledger_check`, a deferred trigger, the audit); this is the
place where a programmer's mistake is named before it gets that far.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from accounts.ledger.errors import InvalidTransfer
from accounts.ledger.kinds import TransferKind

KEY_LENGTH_MAX = 200
AMOUNT_MAX = 2**53 - 1  # what a browser's number can hold, and 1,000 times below a bigint


@dataclass(frozen=True, slots=True)
class Posting:
    """So many chips into one account; negative takes them out."""

    account_id: int
    amount: int


@dataclass(frozen=True, slots=True)
class TransferPlan:
    """A movement of chips ready to be posted: at least two accounts, zero in sum.

    Build it with `of`, which merges several postings of one account into one and drops those that
    cancel out. `key` makes it happen once: posting the same plan again changes nothing.
    """

    key: str
    kind: TransferKind
    postings: tuple[Posting, ...]
    actor_id: int | None = None
    memo: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if not 0 < len(self.key) <= KEY_LENGTH_MAX or "\x00" in self.key:
            raise InvalidTransfer("malformed_transfer_key", key=self.key[:KEY_LENGTH_MAX])
        for posting in self.postings:
            _require_amount(self.key, posting)
        accounts = [posting.account_id for posting in self.postings]
        if accounts != sorted(set(accounts)):
            raise InvalidTransfer("malformed_transfer", key=self.key)
        total = sum(posting.amount for posting in self.postings)
        if total != 0:
            raise InvalidTransfer("unbalanced_transfer", key=self.key, sum=total)
        if len(self.postings) < 2:
            raise InvalidTransfer("too_few_postings", key=self.key)

    @classmethod
    def of(
        cls,
        *,
        key: str,
        kind: str,
        postings: Iterable[tuple[int, int]],
        actor_id: int | None = None,
        memo: Mapping[str, Any] | None = None,
    ) -> Self:
        """The plan for `postings`, pairs of chip account id and amount, in any order.

        Raises `InvalidTransfer` with code malformed_transfer_key, unknown_transfer_kind,
        amount_not_whole, amount_out_of_range, unbalanced_transfer or too_few_postings.
        """
        if kind not in frozenset(TransferKind):
            raise InvalidTransfer("unknown_transfer_kind", key=key, kind=kind)
        merged = _merge(key, postings)
        return cls(key, TransferKind(kind), merged, actor_id, dict(memo or {}))


def _merge(key: str, postings: Iterable[tuple[int, int]]) -> tuple[Posting, ...]:
    amounts: dict[int, int] = {}
    for account_id, amount in postings:
        if type(amount) is not int or type(account_id) is not int:  # nor a bool
            raise InvalidTransfer("amount_not_whole", key=key, account=account_id)
        amounts[account_id] = amounts.get(account_id, 0) + amount
    return tuple(Posting(account, amount) for account, amount in sorted(amounts.items()) if amount)


def _require_amount(key: str, posting: Posting) -> None:
    if type(posting.amount) is not int or type(posting.account_id) is not int:
        raise InvalidTransfer("amount_not_whole", key=key, account=posting.account_id)
    if not 0 < abs(posting.amount) <= AMOUNT_MAX:
        raise InvalidTransfer("amount_out_of_range", key=key, account=posting.account_id)
