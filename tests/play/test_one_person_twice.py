"""One person in two tabs, and the house busy with the same person: one table, no chip too many."""

import datetime as dt
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.books.reading import wallet_balance
from accounts.joining import guests
from accounts.joining.players import RefillRefused, claim_refill, create_guest
from games.models import Seat
from games.running import house
from games.tables.lobby.quick_seat import Wish, quick_seat
from games.tables.opening import SEATS_PER_PLAYER_MAX, create_table, join_table, leave_table
from games.tables.terms import TableOffer
from tests.play.test_many_at_once import at_once

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
committing = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
RING = TableOffer(format="ring", rounds=1, stake_chips=20)


def waiting_table() -> int:
    """A table that lacks one."""
    host = create_guest()
    table = create_table(player=host, offer=RING)
    join_table(table_id=table.pk, player=host)
    return table.pk


@committing
def test_four_taps_at_once_lead_to_one_table_among_bots() -> None:
    anna = create_guest()
    results = at_once([partial(quick_seat, player=anna, wish=Wish(stake_chips_max=20))] * 4)
    assert {type(one) for one in results} == {int}, results
    assert len(set(results)) == Seat.objects.filter(player=anna).count() == 1
    assert wallet_balance(anna) == 980


@committing
def test_four_taps_at_once_lead_to_one_of_those_who_wait() -> None:
    waiting = [waiting_table() for _ in range(3)]
    anna = create_guest()
    results = at_once([partial(quick_seat, player=anna, wish=Wish(stake_chips_max=20))] * 4)
    assert len(set(results)) == Seat.objects.filter(player=anna).count() == 1, results
    assert results[0] in waiting


@committing
def test_twelve_tables_at_once_are_more_than_anybody_can_look_after() -> None:
    waiting = [waiting_table() for _ in range(SEATS_PER_PLAYER_MAX + 2)]
    anna = create_guest()
    at_once([partial(join_table, table_id=table, player=anna) for table in waiting])
    assert Seat.objects.filter(player=anna).count() == SEATS_PER_PLAYER_MAX


def test_who_leaves_a_table_while_asking_for_a_refill_is_not_broke() -> None:
    """The stake is in the pot when the wallet is looked at, and in the wallet afterwards."""
    anna = create_guest()
    table = create_table(player=anna, offer=TableOffer(format="ring", rounds=1, stake_chips=960))
    join_table(table_id=table.pk, player=anna)
    looked: list[str] = []

    def leave_after_the_first_look(execute: Any, sql: str, *rest: Any) -> Any:
        result = execute(sql, *rest)
        if 'FROM "chip_account"' in sql and not looked:
            looked.append(sql)
            leave_table(table_id=table.pk, player=anna)
        return result

    broke = pytest.raises(RefillRefused, match="not_broke")
    with connection.execute_wrapper(leave_after_the_first_look), broke:
        claim_refill(anna)
    assert looked


def test_a_guest_who_comes_back_in_the_last_moment_stays(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hundred are retired one after the other: the last may have sat down meanwhile."""
    settings.IDLE_GUEST_DAYS = 30
    idle = create_guest()
    retire = guests._retire

    def sit_first(*found: Any) -> bool:
        table = create_table(player=idle, offer=RING)
        join_table(table_id=table.pk, player=idle)
        return retire(*found)

    monkeypatch.setattr(guests, "_retire", sit_first)
    later = timezone.now() + dt.timedelta(days=31)
    assert house.retire_idle_guests(now=later) == 0
    idle.refresh_from_db()
    assert (idle.is_active, wallet_balance(idle)) == (True, 980)
