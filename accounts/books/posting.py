"""The only module that moves chips: it posts transfer plans through the SQL function `ledger_post`.

A refusal raises and leaves the surrounding transaction broken, as any database error does: let it
end the request. Who posts several times in one transaction uses `post_transfers`, which takes all
its locks in one order; two separate calls in opposite order can deadlock.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from django.db import DatabaseError
from psycopg.types.json import Jsonb

from accounts.ledger import AMOUNT_MAX, AccountKind, LedgerRefusal, TransferKind, TransferPlan
from accounts.ledger.errors import refusal
from accounts.models import ChipAccount, Player
from web.database import sql

REFUSED_SQLSTATE = "JETON"

POST_SQL = (
    "SELECT transfer_id, replayed"
    " FROM ledger_post(%s::text, %s::text, %s::bigint[], %s::bigint[], %s::bigint, %s::jsonb)"
)
POST_MANY_SQL = (
    "SELECT transfer_id, replayed FROM ledger_post_many(%s::text[], %s::text[], %s::int[],"
    " %s::bigint[], %s::bigint[], %s::bigint[], %s::jsonb[])"
)
POST_SET_SQL = POST_MANY_SQL.replace("ledger_post_many", "ledger_post_set")
# Transfers that a query names: their columns never leave the database.
POST_NAMED_SQL = """
{named}, named_heads AS (
  SELECT array_agg(key ORDER BY place) AS keys, array_agg(kind ORDER BY place) AS kinds,
         array_agg(cardinality(accounts) ORDER BY place) AS sizes,
         array_agg(NULL::bigint) AS actors, array_agg(memo ORDER BY place) AS memos
  FROM named
), named_lines AS (
  SELECT array_agg(account ORDER BY place, line) AS accounts,
         array_agg(amount ORDER BY place, line) AS amounts
  FROM named, unnest(accounts, amounts) WITH ORDINALITY AS posting (account, amount, line)
), named_set AS (SELECT * FROM named_heads, named_lines WHERE keys IS NOT NULL)
SELECT count(*) FROM named_set,
       ledger_post_set(keys, kinds, sizes, accounts, amounts, actors, memos)
"""
# From so many on, a few statements over all transfers are faster than a loop over each.
SET_LEAST = 32
ACCOUNT_SQL = "SELECT ledger_account(%s::text, %s::bigint, %s::text)"


@dataclass(frozen=True, slots=True)
class Posted:
    """A transfer in the books; `replayed` when its key had been posted before."""

    transfer_id: int
    replayed: bool


def post_transfer(
    *,
    key: str,
    kind: str,
    postings: Sequence[tuple[int, int]],
    actor_id: int | None = None,
    memo: Mapping[str, Any] | None = None,
) -> Posted:
    """Move chips once: `postings` are pairs of chip account id and amount that sum to zero.

    Raises `InvalidTransfer`, `InsufficientChips` or `TransferKeyReused`.
    """
    plan = TransferPlan.of(key=key, kind=kind, postings=postings, actor_id=actor_id, memo=memo)
    with naming_refusals():
        posted = sql.row(POST_SQL, post_parameters(plan))
    return Posted(*posted)


def post_transfers(plans: Sequence[TransferPlan]) -> list[Posted]:
    """Post many transfers in one statement, all or none, later ones seeing the earlier ones.

    Raises what `post_transfer` raises; the facts name the key of the transfer at fault.
    """
    if not plans:
        return []
    post = POST_SET_SQL if len(plans) >= SET_LEAST else POST_MANY_SQL
    with naming_refusals():
        return [Posted(*row) for row in sql.rows(post, post_many_parameters(plans))]


def post_named(named: str, params: Mapping[str, Any]) -> int:
    """Post the transfers that a query names; returns how many.

    `named` is a WITH list whose last member is called so, with a row per transfer: `place` (their
    order), `key`, `kind`, `memo`, `accounts` and `amounts`. For sets of thousands whose plans
    would be built only to be taken apart again; the ledger's functions refuse what a plan would
    have. Raises what `post_transfer` raises.
    """
    with naming_refusals():
        (posted,) = sql.row(POST_NAMED_SQL.format(named=named), params)
    return int(posted)


def open_account(*, kind: str, ref: str = "", player_id: int | None = None) -> ChipAccount:
    """The account of that kind and owner, opened at its first use."""
    return ChipAccount.objects.get(pk=account_id_of(kind=kind, ref=ref, player_id=player_id))


def account_id_of(*, kind: str, ref: str = "", player_id: int | None = None) -> int:
    """The id of `open_account`, for callers that need no more."""
    (account_id,) = sql.row(ACCOUNT_SQL, [AccountKind(kind).value, player_id, ref])
    return int(account_id)


def wallet_of(player: Player) -> ChipAccount:
    """The player's wallet, opened at its first use."""
    return open_account(kind=AccountKind.WALLET, player_id=player.pk)


def collect(player: Player, *, key: str, reason: str, most: int = AMOUNT_MAX) -> None:
    """The mint takes the chips of an account that is closed, at most so many; once per key."""
    wallet = wallet_of(player)
    chips = min(wallet.balance, most)
    if chips:
        post_transfer(
            key=key,
            kind=TransferKind.CLOSURE,
            postings=[(wallet.pk, -chips), (account_id_of(kind=AccountKind.MINT), chips)],
            memo={"reason": reason},
        )


def post_parameters(plan: TransferPlan) -> list[Any]:
    """The arguments of `POST_SQL`, for whoever holds a connection of their own."""
    return [
        plan.key,
        plan.kind.value,
        [posting.account_id for posting in plan.postings],
        [posting.amount for posting in plan.postings],
        plan.actor_id,
        Jsonb(dict(plan.memo)),
    ]


def post_many_parameters(plans: Sequence[TransferPlan]) -> list[Any]:
    """The arguments of `POST_MANY_SQL`: one element per transfer, and the postings end to end."""
    postings = [posting for plan in plans for posting in plan.postings]
    return [
        [plan.key for plan in plans],
        [plan.kind.value for plan in plans],
        [len(plan.postings) for plan in plans],
        [posting.account_id for posting in postings],
        [posting.amount for posting in postings],
        [plan.actor_id for plan in plans],
        [Jsonb(dict(plan.memo)) for plan in plans],
    ]


def refusal_in(error: BaseException) -> LedgerRefusal | None:
    """The ledger's refusal behind a database error, if it is one; psycopg's or Django's."""
    cause = error if isinstance(error, psycopg.Error) else error.__cause__
    if not isinstance(cause, psycopg.Error) or cause.sqlstate != REFUSED_SQLSTATE:
        return None
    facts = json.loads(cause.diag.message_detail or "{}")
    return refusal(cause.diag.message_primary or "", facts)


@contextmanager
def naming_refusals() -> Iterator[None]:
    """Turn the ledger's refusals among database errors into `LedgerRefusal`s."""
    try:
        yield
    except (DatabaseError, psycopg.Error) as error:
        named = refusal_in(error)
        if named is None:
            raise
        raise named from error
