"""`kill -9` between consent and seating: no chip held, no second table, and the next tap seats."""

import os
import subprocess
import sys
from typing import Any

import pytest
from django.db import connection

from accounts.books.reading import wallet_balance
from accounts.models import ChipAccount, Posting, Transfer
from games.models import RematchConsent, RematchOffer, Seat, Table
from games.rematch.agreeing import consent_to_rematch, offer_rematch
from tests.architecture.sources import ROOT
from tests.league.tables import member
from tests.rematch.tables import assert_in_order, given_up, premium_member
from tests.running.waiting import until

pytestmark = [
    pytest.mark.process,
    pytest.mark.django_db(transaction=True, databases=["default", "owner"]),
]
# The consent is written; the stakes are held; the first round is prepared; nothing is committed.
PLACES = {
    "consent written": ("games.rematch.agreeing", "_begin_rematch", "before"),
    "stakes held": ("games.tables.whole_tables", "run_batch", "before"),
    "match begun": ("games.tables.whole_tables", "run_batch", "after"),
}


def environment() -> dict[str, str]:
    """Ours, with the database of this test."""
    place: dict[str, Any] = connection.settings_dict
    host = place["HOST"].replace("/", "%2F")
    return os.environ | {
        "DATABASE_URL": f"postgresql://{place['USER']}@{host}/{place['NAME']}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": "a key of the tests alone, never of anything that runs",
        "SEED_KEY": "another key of the tests alone, for the shuffles",
    }


def backends() -> int:
    """Other connections to this database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])


def kill_at(place: str, table: Table, player_id: int) -> None:
    """Let a process consent, and kill it when it is there."""
    command = [sys.executable, "-m", "tests.rematch.killed", str(table.pk), str(player_id)]
    before = backends()
    with subprocess.Popen(
        [*command, *PLACES[place]], cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "here\n"
        finally:
            process.kill()
    until(lambda: backends() <= before, what="the database to notice")


@pytest.mark.drawn(1)
@pytest.mark.parametrize("place", PLACES)
def test_a_process_killed_between_consent_and_seating_leaves_nothing_behind(place: str) -> None:
    assert_nothing_is_left_behind(place, kills=1)


@pytest.mark.soak
@pytest.mark.parametrize("place", PLACES)
def test_nor_does_one_killed_again_and_again(place: str) -> None:
    assert_nothing_is_left_behind(place, kills=3)


def assert_nothing_is_left_behind(place: str, *, kills: int) -> None:
    people = [premium_member("Anna"), member("Bert")]
    table = given_up(people)
    offer_rematch(table_id=table.pk, player=people[0])
    balances = [wallet_balance(player) for player in people]
    counted = (Transfer.objects.count(), Posting.objects.count(), Seat.objects.count())
    for _ in range(kills):
        kill_at(place, table, people[1].pk)
    assert Table.objects.count() == 1
    assert RematchConsent.objects.get().player_id == people[0].pk
    assert RematchOffer.objects.get().status == "open"
    assert [wallet_balance(player) for player in people] == balances
    assert (Transfer.objects.count(), Posting.objects.count(), Seat.objects.count()) == counted
    assert set(ChipAccount.objects.filter(kind="hold").values_list("balance", flat=True)) == {0}
    assert_in_order(people, seated_once=False)

    assert consent_to_rematch(table_id=table.pk, player=people[1]).status == "seated"
    assert Table.objects.count() == 2
    assert_in_order(people, seated_once=True)
