"""Every list of the office takes a fixed number of queries, however much there is."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import ChipAccount, Player
from accounts.services.players import create_player
from backoffice.permissions import Role
from tests.backoffice.many import PAGES, fill
from tests.backoffice.staff import browser, colleague
from tests.pages.tables import open_table

committed = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def house(rows: int) -> Client:
    """A house of that size, and a browser of somebody who may see all of it."""
    owner = colleague(*Role, name="Olga")
    open_table(create_player(name="Anna", password="rummy-evening"))
    with connections["owner"].cursor() as cursor:
        fill(cursor, rows=rows, actor=owner.pk)
        cursor.execute("ANALYZE")
    return browser(owner)


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(address)
    assert answer.status_code == 200, address
    return len(asked)


def some_addresses() -> dict[str, int]:
    player = Player.objects.filter(username__startswith="many").latest("pk")
    wallet = ChipAccount.objects.get(player=player, kind="wallet")
    table = player.seats.latest("pk").table_id
    return {
        f"/office/players/{player.pk}/": 45,
        f"/office/accounts/{wallet.pk}/": 11,
        f"/office/tables/{table}/": 12,
    }


def check(client: Client) -> None:
    for address, most in (PAGES | some_addresses()).items():
        client.get(address)
        asked = queries(client, address)
        assert asked <= most, (address, asked)


@committed
def test_every_list_takes_a_fixed_number_of_queries() -> None:
    """More rows than a page shows, so that whatever asks for each row is caught."""
    check(house(150))


@committed
@pytest.mark.soak
@pytest.mark.timeout(600)
def test_the_same_with_a_hundred_thousand_of_everything() -> None:
    client = house(100_000)
    check(client)
    slow: dict[str, Any] = {}
    for address in PAGES | some_addresses():
        begun = time.perf_counter()
        client.get(address)
        seconds = time.perf_counter() - begun
        if seconds > 2:
            slow[address] = round(seconds, 2)
    assert slow == {}
