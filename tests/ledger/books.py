"""Words for ledger tests: wallets with chips, connections by role, the audit's verdict."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import connections

from accounts.audit import faults
from accounts.books.posting import account_id_of, open_account, post_transfer, wallet_of
from accounts.ledger import AccountKind, TransferKind
from accounts.models import ChipAccount, Player
from config.embedded.roles import WEB, WORKER

committed = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

_numbers = count(1)

RING = "tournament:1"
RUNNING = {"web": WEB, "worker": WORKER}


def player(name: str = "") -> Player:
    """A player without chips."""
    return Player.objects.create(username=name or f"player-{next(_numbers)}")


def stack(chips: int = 0, *, owner: Player | None = None) -> int:
    """The id of a stack holding `chips` of one tournament, of a new player unless one is named.

    Between stacks a `round` may move what it likes.
    """
    holder = (owner or player()).pk
    account = account_id_of(kind=AccountKind.TOURNAMENT_STACK, ref=RING, player_id=holder)
    if chips:
        key = f"test-issue:{next(_numbers)}"
        postings = [(mint(RING), -chips), (account, chips)]
        post_transfer(key=key, kind=TransferKind.ISSUE, postings=postings)
    return account


def wallet(chips: int = 0, *, owner: Player | None = None) -> int:
    """The id of a wallet with `chips` welcome chips, of a new player unless an owner is named."""
    holder = owner or player()
    account = wallet_of(holder).pk
    if chips:
        key, postings = f"grant:{holder.pk}", [(mint(), -chips), (account, chips)]
        post_transfer(key=key, kind=TransferKind.GRANT, postings=postings)
    return account


def pot(table: int = 1) -> int:
    return open_account(kind=AccountKind.HOLD, ref=f"table:{table}").pk


def mint(currency: str = "") -> int:
    return account_id_of(kind=AccountKind.MINT, ref=currency)


def balance(account_id: int) -> int:
    return ChipAccount.objects.get(pk=account_id).balance


def balances(*account_ids: int) -> list[int]:
    return [balance(account_id) for account_id in account_ids]


def fault_codes() -> set[str]:
    return {fault.code for fault in faults()}


@contextmanager
def session(role: str = "worker", **options: Any) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
    """A connection of its own: as the `worker`'s role, the `web`'s, the tables' `owner` or beyond.

    The worker posts any kind that is posted here.
    """
    alias = settings.SESSIONS if role in RUNNING else "owner"
    parameters = connections[alias].get_connection_params()
    names = ("dbname", "user", "password", "host", "port")
    given = {name: parameters[name] for name in names if parameters.get(name)}
    if role in RUNNING:
        given |= {"user": RUNNING[role]}
    if role == "superuser":
        given |= {"user": "postgres"}  # of the throw-away cluster the tests run on
    with psycopg.connect(**given, autocommit=True, **options) as connection:
        yield connection
