"""Reading the ledger: what a player owns, and how it came to be."""

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet, Subquery, Sum
from django.utils import timezone

from accounts.books.reasons import Link, Why, short_reasons, whys
from accounts.ledger import AccountKind
from accounts.models import ChipAccount, Player, Posting

STATEMENT_LINES_MAX = 500


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A posting as its owner reads it; `number` counts the account's postings from 1.

    `reason` is a sentence to its player, and `links` lead to where that can be followed.
    """

    number: int
    at: dt.datetime
    kind: str
    reason: str
    amount: int
    balance: int
    key: str
    transfer: int
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class StatementPage:
    """Lines from the newest to the oldest, and the cursor of the next page, if any."""

    lines: tuple[StatementLine, ...]
    next_before: int | None


def wallet_balance(player: Player) -> int:
    """The chips in the player's wallet; stakes held at tables are not among them."""
    return _wallets(player).values_list("balance", flat=True).first() or 0


def own_chips(player: Player) -> int:
    """In the wallet and in pots not yet paid out (stakes at tables, until decided), by one look: a
    stake that comes back is never in neither.
    """
    wallet = _wallets(player).values_list("pk", flat=True).first()
    if wallet is None:
        return 0
    # By its number, which the planner has figures about: who has made many moves has many postings.
    into = Posting.objects.filter(account=wallet, transfer__in=_into_pots())
    moved = Subquery(into.values("account").annotate(moved=Sum("amount")).values("moved"))
    balance, paid_in = ChipAccount.objects.values_list("balance", moved).get(pk=wallet)
    return int(balance) - int(paid_in or 0)


def statement(
    player: Player,
    *,
    before: int | None = None,
    limit: int = 50,
    since: dt.date | None = None,
    until: dt.date | None = None,
) -> StatementPage:
    """The wallet's postings with number below `before`, of the days `since` to `until` inclusive.

    Each says in a sentence why it was made. `limit` is brought between 1 and 500.
    """
    wallet_id = _wallets(player).values_list("pk", flat=True).first()
    if wallet_id is None:
        return StatementPage((), None)
    return _page(wallet_id, whys, before, limit, since, until)


def account_statement(
    account_id: int,
    *,
    before: int | None = None,
    limit: int = 50,
    since: dt.date | None = None,
    until: dt.date | None = None,
) -> StatementPage:
    """The same of any chip account, with reasons in a few words."""
    return _page(account_id, _in_short, before, limit, since, until)


def _page(
    account_id: int,
    explain: Callable[[Sequence[Posting]], Sequence[Why]],
    before: int | None,
    limit: int,
    since: dt.date | None,
    until: dt.date | None,
) -> StatementPage:
    limit = max(1, min(limit, STATEMENT_LINES_MAX))
    postings = Posting.objects.filter(account_id=account_id)
    postings = postings.select_related("transfer", "account")
    if before is not None:
        postings = postings.filter(account_version__lt=before)
    if since is not None:
        postings = postings.filter(transfer__created_at__gte=midnight(since))
    if until is not None:
        postings = postings.filter(transfer__created_at__lt=midnight(until + dt.timedelta(days=1)))
    found = list(postings.order_by("-account_version")[: limit + 1])
    shown = found[:limit]
    next_before = shown[-1].account_version if len(found) > limit else None
    return StatementPage(_lines(shown, explain(shown)), next_before)


def latest_balances(player: Player, *, most: int) -> list[int]:
    """The wallet's balance after each of its latest movements, oldest first."""
    own = Posting.objects.filter(account__in=_wallets(player)).order_by("-account_version")
    return list(own.values_list("balance_after", flat=True)[:most])[::-1]


def whole_statement(
    player: Player, *, since: dt.date | None = None, until: dt.date | None = None
) -> Iterator[StatementLine]:
    """Every line of the wallet, newest first, read page by page."""
    before: int | None = None
    while True:
        page = statement(player, before=before, limit=STATEMENT_LINES_MAX, since=since, until=until)
        yield from page.lines
        if page.next_before is None:
            return
        before = page.next_before


def _wallets(player: Player) -> QuerySet[ChipAccount]:
    return ChipAccount.objects.filter(kind=AccountKind.WALLET.value, player=player)


def _into_pots() -> QuerySet[Posting, int]:
    """Transfers that concern a pot not yet paid out."""
    pots = Posting.objects.filter(account__kind=AccountKind.HOLD.value, account__balance__gt=0)
    return pots.values_list("transfer_id", flat=True)


def midnight(day: dt.date) -> dt.datetime:
    """With which a day begins, in the zone that is active."""
    return timezone.make_aware(dt.datetime.combine(day, dt.time.min))


def _in_short(postings: Sequence[Posting]) -> list[Why]:
    reasons = short_reasons(postings)
    return [Why(reasons[posting.pk]) for posting in postings]


def _lines(postings: Sequence[Posting], reasons: Sequence[Why]) -> tuple[StatementLine, ...]:
    return tuple(
        StatementLine(
            number=posting.account_version,
            at=posting.transfer.created_at,
            kind=posting.transfer.kind,
            reason=why.sentence,
            amount=posting.amount,
            balance=posting.balance_after,
            key=posting.transfer.key,
            transfer=posting.transfer_id,
            links=why.links,
        )
        for posting, why in zip(postings, reasons, strict=True)
    )
