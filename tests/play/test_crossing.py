"""Transactions that want the same things in another order wait; none of them ends in a deadlock.

Each test lets one transaction wait for another, and then has that one do what crossed with it.
"""

import datetime as dt
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connection, connections, transaction
from django.utils import timezone

from accounts.joining.players import create_bot, create_player
from accounts.models import Player
from games.models import Seat, Table, WaitingPlace
from games.tables.lobby.quick_seat import Wish, quick_seat
from games.tables.opening import create_table, join_table
from games.tables.terms import TableOffer
from games.waitlist.reading import kind_of
from games.waitlist.waiting import serve_waitlist
from tests.running.waiting import until
from web.database.trouble import again, state_of

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


class Other:
    """A transaction in a thread and a connection of its own."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.pid = 0
        self.result: Any = None
        self.error: Exception | None = None
        self._work = work
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            with transaction.atomic():
                with connection.cursor() as cursor:
                    cursor.execute("select pg_backend_pid()")
                    self.pid = cursor.fetchone()[0]
                self.result = self._work()
        except Exception as error:
            self.error = error
        finally:
            connections.close_all()

    def waits(self) -> bool:
        """Whether it waits for somebody's lock, or has ended."""
        with connection.cursor() as cursor:
            cursor.execute("select cardinality(pg_blocking_pids(%s)) > 0", [self.pid])
            return bool(cursor.fetchone()[0]) or not self._thread.is_alive()

    def join(self) -> None:
        self._thread.join(30)
        assert not self._thread.is_alive()


def person(name: str) -> Player:
    return create_player(name=name, password="rummy-evening")


def test_two_who_make_the_same_bots_do_not_wait_for_each_other() -> None:
    """The second has the name that the first wants next, and wants the mint that the first has."""
    create_bot(name="Clara", bot_key="casual")
    with transaction.atomic():
        create_bot(name="Ada", bot_key="casual")
        other = Other(lambda: create_bot(name="Bruno", bot_key="casual"))
        until(other.waits)
        create_bot(name="Bruno", bot_key="casual")
    other.join()
    assert isinstance(other.error, IntegrityError)
    assert Player.objects.filter(username="Bruno").count() == 1


def test_who_is_seated_from_the_line_may_sit_down_elsewhere_at_that_moment() -> None:
    """Whoever serves the line holds the place and counts the seats; who sits down does both too."""
    anna, bert, carl = (person(name) for name in ("Anna", "Bert", "Carl"))
    offer = TableOffer(preset="gin_palast", seats=2)
    first, second = (create_table(player=None, offer=offer, is_standing=True) for _ in range(2))
    join_table(table_id=first.pk, player=bert)
    join_table(table_id=second.pk, player=carl)
    now = timezone.now()
    place = WaitingPlace.objects.create(
        player=anna,
        kind=kind_of(first),
        asked_at=first,
        created_at=now,
        lapses_at=now + dt.timedelta(minutes=5),
    )
    with transaction.atomic():
        # As `serve_waitlist` does before it seats anybody.
        Table.objects.select_for_update(no_key=True).get(pk=first.pk)
        WaitingPlace.objects.select_for_update(no_key=True).get(pk=place.pk)
        other = Other(lambda: join_table(table_id=second.pk, player=anna))
        until(other.waits)
        assert serve_waitlist(table_id=first.pk) == 1
    other.join()
    assert not isinstance(other.error, OperationalError), other.error
    assert Seat.objects.filter(table=first, player=anna).exists()


def test_bots_are_found_before_anybodys_chips_are_held() -> None:
    """A tournament that begins holds the mint, then pays people; a quick seat holds their chips."""
    anna = person("Anna")
    mint, wallet = "kind = 'mint' and ref = ''", f"player_id = {anna.pk} and kind = 'wallet'"
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        cursor.execute(f"select id from chip_account where {mint} for no key update")
        other = Other(
            lambda: quick_seat(player=anna, wish=Wish(preset="gin_palast", stake_chips_max=100))
        )
        until(other.waits)
        cursor.execute(f"select id from chip_account where {wallet} for no key update")
    other.join()
    assert other.error is None
    assert Seat.objects.filter(player=anna).count() == 1


def test_what_crossed_is_done_once_more_as_a_whole() -> None:
    """Two rows in opposite order: PostgreSQL ends one of the two, and it begins again."""
    anna, bert = person("Anna"), person("Bert")
    met = threading.Barrier(2, timeout=30)
    one_has_ended = threading.Event()  # or whoever begins again may cross with the other once more
    tries: list[int] = []

    def both(first: Player, second: Player) -> None:
        def work() -> None:
            with transaction.atomic():
                tries.append(first.pk)
                if len(tries) > 2:
                    one_has_ended.wait(30)
                Player.objects.select_for_update().get(pk=first.pk)
                if len(tries) <= 2:
                    met.wait()
                Player.objects.select_for_update().get(pk=second.pk)

        try:
            again(work)
        finally:
            one_has_ended.set()
            connections.close_all()

    threads = [threading.Thread(target=both, args=pair) for pair in ((anna, bert), (bert, anna))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(tries) == 3


def test_within_somebody_elses_transaction_nothing_is_tried_again() -> None:
    tries: list[int] = []

    def crossed() -> None:
        tries.append(1)
        with connection.cursor() as cursor:
            cursor.execute("do $$ begin raise exception 'crossed' using errcode = '40P01'; end $$")

    with pytest.raises(OperationalError) as error, transaction.atomic():
        again(crossed)
    assert (len(tries), state_of(error.value)) == (1, "40P01")
