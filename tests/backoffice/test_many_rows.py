"""Every list staff look at takes a fixed number of queries, however much there is."""

from statistics import median
from typing import Any

import pytest
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.joining.players import create_player
from backoffice.permissions import Role
from benchmarks.processor import Processor
from tests.backoffice.lists import every_list
from tests.backoffice.many import fill
from tests.backoffice.staff import browser, colleague
from tests.pages.tables import open_table

committed = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
# Of processor time, the database's included: the machine may be busy with something else.
SECONDS_MAX = 0.3


def house(rows: int) -> Client:
    """A house of that size, and a browser of somebody who may see all of it."""
    owner = colleague(*Role, name="Olga")
    owner.is_superuser = True
    owner.save(update_fields=("is_superuser",))
    open_table(create_player(name="Anna", password="rummy-evening"))
    with connections["owner"].cursor() as cursor:
        fill(cursor, rows=rows, actor=owner.pk)
        cursor.execute("ANALYZE")
    client = browser(owner)
    client.get("/office/")
    return client


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return len(asked)


def too_many(client: Client) -> dict[str, int]:
    found = {address: (queries(client, address), most) for address, most in every_list().items()}
    return {address: asked for address, (asked, most) in found.items() if asked > most}


@committed
def test_every_list_takes_a_fixed_number_of_queries() -> None:
    """More rows than a page shows, so that whatever asks for each row is caught."""
    assert too_many(house(60)) == {}


@committed
@pytest.mark.soak
@pytest.mark.timeout(1_200)
def test_the_same_with_a_hundred_thousand_of_everything() -> None:
    client = house(100_000)
    assert too_many(client) == {}
    processor = Processor(connection.connection.info.backend_pid)
    slow: dict[str, Any] = {}
    for address in every_list():
        taken = []
        for _ in range(3):
            with processor.measured() as spent:
                client.get(address)
            taken.append(spent[0])
        if median(taken) > SECONDS_MAX:
            slow[address] = round(median(taken), 2)
    assert slow == {}
