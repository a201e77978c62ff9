"""The ledger as staff read it: from a balance to its transfers, from a transfer to the cards."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.urls import reverse

from accounts.books.reasons import describe
from accounts.models import ChipAccount, Posting, Transfer
from backoffice.models import AuditRun
from web.database import sql
from web.numbers import whole

PAGE = 50
LINES_MAX = 200
_REF = re.compile(r"(table|tournament):([0-9]{1,18})")
_BALANCES = """
SELECT CASE WHEN currency = 'chips' THEN 'chips' ELSE 'tournament' END AS chips, kind,
       sum(balance)::bigint, count(*)
FROM chip_account GROUP BY 1, 2 ORDER BY 1, 2
"""
_UNBALANCED = """
SELECT currency, sum(balance)::bigint FROM chip_account
GROUP BY currency HAVING sum(balance) <> 0 ORDER BY currency LIMIT 20
"""


_OF_BOTS = """
SELECT coalesce(sum(a.balance), 0)::bigint FROM accounts_player p
JOIN chip_account a ON a.player_id = p.id
WHERE (p.is_bot OR p.owner_id IS NOT NULL) AND a.kind = 'wallet' AND a.currency = 'chips'
"""


@dataclass(frozen=True, slots=True)
class Balance:
    """All accounts of a kind together; `currency` is `chips`, or `tournament` for all of those."""

    currency: str
    kind: str
    chips: int
    accounts: int


class Unbalanced(NamedTuple):
    """A currency that does not sum to zero, and what it sums to."""

    currency: str
    chips: int


@dataclass(frozen=True, slots=True)
class Books:
    """Whether the books balance: by kind, what does not sum to zero, what the last audit found."""

    balances: tuple[Balance, ...]
    unbalanced: tuple[Unbalanced, ...]
    audit: AuditRun | None
    bots_chips: int

    @property
    def issued_chips(self) -> int:
        """Everything ever issued and not taken back."""
        return -sum(b.chips for b in self.balances if (b.currency, b.kind) == ("chips", "mint"))

    @property
    def sum_chips(self) -> int:
        return sum(balance.chips for balance in self.balances if balance.currency == "chips")

    @property
    def in_order(self) -> bool:
        return not self.unbalanced and (self.audit is None or self.audit.faults == 0)


def books() -> Books:
    """The books at this moment, summed over every account."""
    balances = tuple(Balance(*row) for row in sql.rows(_BALANCES))
    unbalanced = tuple(Unbalanced(*row) for row in sql.rows(_UNBALANCED))
    (bots_chips,) = sql.row(_OF_BOTS)
    return Books(balances, unbalanced, AuditRun.objects.first(), bots_chips)


def accounts(*, kind: str = "", name: str = "", before: int | None = None) -> list[ChipAccount]:
    """Chip accounts, newest first: of a kind, of a player or a ref that begins so; a page of them.

    Without anything wished, every account with its id below `before`.
    """
    found = ChipAccount.objects.select_related("player").order_by("-id")
    if kind:
        found = found.filter(kind=kind)
    if name:
        found = _named(found, name)
    if before is not None:
        found = found.filter(pk__lt=before)
    return list(found[: PAGE + 1])


def _named(found: QuerySet[ChipAccount], name: str) -> QuerySet[ChipAccount]:
    if _REF.fullmatch(name):
        return found.filter(ref=name)
    number = whole(name)
    if number is not None:
        return found.filter(pk=number)
    return found.filter(player__username__iexact=name)


@dataclass(frozen=True, slots=True)
class Trace:
    """A transfer with its lines, why it was made, and where it leads."""

    transfer: Transfer
    reason: str
    postings: tuple[Posting, ...]
    links: tuple[tuple[str, str], ...]

    @property
    def belongs_to(self) -> list[str]:
        return [words for words, _address in self.links]


def trace(transfer_id: int) -> Trace | None:
    """A transfer followed to what it was made for; None when there is none."""
    transfer = Transfer.objects.select_related("actor").filter(pk=transfer_id).first()
    if transfer is None:
        return None
    lines = Posting.objects.filter(transfer=transfer).select_related("account", "account__player")
    postings = tuple(lines.order_by("amount", "account_id")[:LINES_MAX])
    refs = [posting.account.ref for posting in postings if posting.account.ref]
    reason = describe(transfer.kind, refs=refs, memo=transfer.memo)
    return Trace(transfer, reason, postings, links_of(transfer, refs))


def links_of(transfer: Transfer, refs: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """(words, address) of the tables, tournaments and corrections a transfer belongs to."""
    texts = (*refs, transfer.key)
    named = sorted({found.group(0) for text in texts for found in _REF.finditer(text)})
    links = [(ref, _address(ref)) for ref in named]
    correction = transfer.memo.get("correction")
    if isinstance(correction, int):
        links.append((f"correction:{correction}", reverse("office-correction", args=[correction])))
    return tuple((words, address) for words, address in links if address)


def _address(ref: str) -> str:
    what, _colon, number = ref.partition(":")
    if what == "table":
        return reverse("office-table", args=[number])
    return reverse("office-tournament-chips", args=[number])


def memo_lines(memo: dict[str, Any]) -> list[tuple[str, str]]:
    """A memo as pairs of words, without what is nested too deep to read."""
    return [(str(key), str(value)[:200]) for key, value in sorted(memo.items())]
