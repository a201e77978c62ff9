"""What the house does by itself, and the dispatcher that tells the workers (PLAY-3, PLAY-10)."""

import datetime as dt
import itertools
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from accounts.joining.players import create_guest
from accounts.models import ApiReceipt, ChipAccount, Player, Session
from accounts.signing_in.sessions import SessionStore
from games import tasks
from games.models import ActionReceipt, OutboxMessage, Table, TableStatus
from games.running import house, waking
from games.running.dispatcher import ATTEMPTS_MAX, Dispatcher, _connect
from games.running.waking import overdue_tables, wake_table
from games.tables import opening
from games.tables.opening import create_table, join_table, seat_bot
from games.tables.reading import table_reading
from games.tables.terms import TableOffer
from tests.play.players import ready, take_turn

RING = TableOffer(format="ring", rounds=1, stake_chips=20)


@pytest.fixture
def players() -> list[Player]:
    return [create_guest(), create_guest()]


def standing_table() -> Table:
    return create_table(player=None, offer=RING, name="Ring", is_standing=True)


@pytest.mark.django_db(databases=["default", "owner"])
class TestHouse:
    def test_two_tables_that_hit_on_the_same_name_for_a_new_bot_both_get_one(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = standing_table()
        seat_bot(table_id=table.pk, bot="casual")
        taken = Player.objects.get(is_bot=True).username
        names = iter([taken, taken, "Zita"])
        monkeypatch.setattr(opening, "_free_bot_name", lambda: next(names))
        seat_bot(table_id=standing_table().pk, bot="casual")
        assert set(Player.objects.values_list("username", flat=True)) == {taken, "Zita"}

    def test_when_a_ring_table_of_the_house_fills_another_opens_play_10(
        self, players: list[Player]
    ) -> None:
        table = standing_table()
        join_table(table_id=table.pk, player=players[0])
        assert not OutboxMessage.objects.exists()
        join_table(table_id=table.pk, player=players[1])
        message = OutboxMessage.objects.get()
        assert (message.topic, message.payload) == ("standing_table_filled", {"table": table.pk})
        successor = house.open_successor(table_id=table.pk)
        assert successor is not None
        assert successor.status == TableStatus.OPEN
        assert successor.terms == table.terms
        assert house.open_successor(table_id=table.pk) is None

    def test_a_ring_table_of_the_house_goes_on_though_the_message_is_lost_play_10(
        self, players: list[Player]
    ) -> None:
        """A broker that forgets, a worker whose database was away: nobody tells of it again."""
        table = standing_table()
        for player in players:
            join_table(table_id=table.pk, player=player)
        OutboxMessage.objects.all().delete()
        for _turn in range(2):
            tasks.look_after_house()
        standing = Table.objects.filter(is_standing=True, status=TableStatus.OPEN)
        assert standing.get().successor_of == table

    def test_a_ring_table_that_was_closed_is_not_opened_again(self, players: list[Player]) -> None:
        table = standing_table()
        for player in players:
            join_table(table_id=table.pk, player=player)
        following = house.open_successor(table_id=table.pk)
        assert following is not None
        opening.cancel_table(table_id=following.pk)
        tasks.look_after_house()
        assert not Table.objects.filter(is_standing=True, status=TableStatus.OPEN).exists()

    def test_the_last_player_may_leave_a_standing_table_without_closing_it(
        self, players: list[Player]
    ) -> None:
        from games.tables.opening import leave_table

        table = standing_table()
        join_table(table_id=table.pk, player=players[0])
        leave_table(table_id=table.pk, player=players[0])
        table.refresh_from_db()
        assert table.status == TableStatus.OPEN

    def test_bots_play_at_as_many_tables_as_the_house_shows(self) -> None:
        assert house.is_anything_to_do(show_tables=2)
        assert house.keep_show_tables(tables=2) == 2
        assert not house.is_anything_to_do(show_tables=2)
        assert house.keep_show_tables(tables=2) == 0
        running = Table.objects.filter(status=TableStatus.PLAYING)
        assert running.count() == 2
        for table in running:
            assert table_reading(table.pk).state.robots == (True, True)

    def test_a_show_table_stands_with_its_bots_or_not_at_all(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Whoever is killed between its bots leaves nobody a table to sit down at alone."""

        def killed(**_: Any) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(house, "seat_bot", killed)
        with pytest.raises(KeyboardInterrupt):
            house.keep_show_tables(tables=1)
        assert not Table.objects.exists()

    def test_tables_that_nobody_fills_are_closed_and_stakes_returned_play_3(
        self, players: list[Player]
    ) -> None:
        table = create_table(player=players[0], offer=RING)
        kept = standing_table()
        join_table(table_id=table.pk, player=players[0])
        assert house.close_idle_tables() == 0
        assert not house.is_anything_to_do(show_tables=0)
        hour_ago = timezone.now() - house.IDLE_TABLE_AGE - dt.timedelta(minutes=1)
        Table.objects.update(created_at=hour_ago)
        assert house.is_anything_to_do(show_tables=0)
        assert house.close_idle_tables() == 1
        table.refresh_from_db()
        kept.refresh_from_db()
        assert (table.status, kept.status) == (TableStatus.CANCELLED, TableStatus.OPEN)
        assert ChipAccount.objects.get(kind="wallet", player=players[0]).balance == 1_000

    def test_one_table_that_cannot_be_read_keeps_the_sweep_from_no_other(
        self, players: list[Player], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Without the dispatcher the sweep is all there is, and it comes to the oldest first."""
        tables = [create_table(player=players[0], offer=RING) for _table in range(2)]
        for table in tables:
            for player in players:
                join_table(table_id=table.pk, player=player)
        late = timezone.now() - dt.timedelta(minutes=3)
        for number, table in enumerate(tables):
            due = late + dt.timedelta(seconds=number)
            Table.objects.filter(pk=table.pk).update(wake_at=due)
        Table.objects.filter(pk=tables[0].pk).update(state="{}")
        looked_at: list[int] = []

        def look(table_id: int) -> Any:
            looked_at.append(table_id)
            return table_reading(table_id)

        monkeypatch.setattr(waking, "table_reading", look)
        tasks.sweep_tables()
        assert looked_at == [table.pk for table in tables]

    def test_receipts_are_kept_as_long_as_a_retry_may_come(self, players: list[Player]) -> None:
        table = create_table(player=players[0], offer=RING)
        for player in players:
            join_table(table_id=table.pk, player=player)
        ready(table, players[0])
        assert house.forget_old_receipts() == 0
        assert house.forget_old_receipts(now=timezone.now() + dt.timedelta(days=8)) == 1
        assert not ActionReceipt.objects.exists()

    def test_of_one_players_answers_the_newest_are_kept(
        self, players: list[Player], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(house, "ANSWERS_KEPT_MAX", 2)
        now = timezone.now()
        for player, sent in zip(players, (4, 2), strict=False):
            ApiReceipt.objects.bulk_create(
                ApiReceipt(
                    player_id=player.pk,
                    key=str(number),
                    status=200,
                    body="{}",
                    created_at=now + dt.timedelta(seconds=number),
                )
                for number in range(sent)
            )
        assert house.forget_old_receipts() == 2
        kept = ApiReceipt.objects.values_list("player_id", "key")
        one, other = players[:2]
        assert set(kept) == {(one.pk, "2"), (one.pk, "3"), (other.pk, "0"), (other.pk, "1")}

    def test_sessions_that_have_run_out_are_forgotten(self) -> None:
        for days in (-1, 1):
            session = SessionStore()
            session.set_expiry(timezone.now() + dt.timedelta(days=days))
            session.create()
        house.forget_old_receipts()
        assert Session.objects.get().expire_date > timezone.now()

    def test_a_bot_acts_once_however_often_it_is_woken(self, players: list[Player]) -> None:
        table = create_table(player=players[0], offer=RING)
        join_table(table_id=table.pk, player=players[0])
        seat_bot(table_id=table.pk, bot="greedy")
        ready(table, players[0])
        while table_reading(table.pk).state.clock.turn == 0:
            take_turn(table, players)
        assert not wake_table(table_id=table.pk)
        Table.objects.filter(pk=table.pk).update(wake_at="2020-01-01T00:00Z")
        assert wake_table(table_id=table.pk)
        assert not wake_table(table_id=table.pk)

    def test_the_sweep_finds_tables_that_no_message_reached(self, players: list[Player]) -> None:
        table = create_table(player=players[0], offer=RING)
        for player in players:
            join_table(table_id=table.pk, player=player)
        assert overdue_tables(seconds=2, most=10) == []
        Table.objects.filter(pk=table.pk).update(wake_at="2020-01-01T00:00Z")
        assert overdue_tables(seconds=2, most=10) == [table.pk]


def _age_messages() -> None:
    OutboxMessage.objects.update(created_at="2020-01-01T00:00Z")


class _Heard:
    """What the dispatcher handed to the workers."""

    def __init__(self, *, broken: bool = False, unknown: tuple[str, ...] = ()) -> None:
        self.rung: list[int] = []
        self.worth_seconds: list[float] = []
        self.carried: list[tuple[str, dict[str, Any]]] = []
        self.broken = broken
        self.unknown = unknown

    def ring(self, table_id: int, seconds: float) -> None:
        if self.broken:
            raise ConnectionError("no broker")
        self.rung.append(table_id)
        self.worth_seconds.append(seconds)

    def carry(self, topic: str, payload: dict[str, Any]) -> None:
        if self.broken:
            raise ConnectionError("no broker")
        if topic in self.unknown:
            raise KeyError(topic)
        self.carried.append((topic, payload))

    def dispatcher(self) -> Dispatcher:
        return Dispatcher(ring=self.ring, carry=self.carry)


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
class TestDispatcher:
    @pytest.fixture
    def own(self) -> psycopg.Connection[Any]:
        connection.ensure_connection()
        return _connect()

    def due_table(self) -> Table:
        players = [create_guest(), create_guest()]
        table = standing_table()
        for player in players:
            join_table(table_id=table.pk, player=player)
        Table.objects.filter(pk=table.pk).update(wake_at="2020-01-01T00:00Z")
        return table

    def test_it_rings_once_for_a_due_table_and_carries_each_message_once(
        self, own: psycopg.Connection[Any]
    ) -> None:
        table, heard = self.due_table(), _Heard()
        dispatcher = heard.dispatcher()
        with own:
            dispatcher.once(own)
            dispatcher.once(own)
        assert heard.rung == [table.pk]
        assert heard.carried == [("standing_table_filled", {"table": table.pk})]
        assert OutboxMessage.objects.get().done_at is not None

    def test_while_workers_are_behind_no_more_tables_are_rung_for(
        self, own: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("games.running.dispatcher.WAITING_MAX", 1)
        first, second = self.due_table(), self.due_table()
        heard = _Heard()
        dispatcher = heard.dispatcher()
        with own:
            dispatcher.once(own)
            dispatcher.once(own)
            assert heard.rung == [first.pk]
            Table.objects.filter(pk=first.pk).update(wake_at="2100-01-01T00:00Z")
            dispatcher.once(own)
        assert heard.rung == [first.pk, second.pk]

    def test_a_table_that_nobody_looks_after_is_rung_for_less_and_less_often(
        self, own: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """However far workers are behind, their queue does not grow without end, nor is it empty:
        a message is still good when the next one is sent."""
        self.due_table()
        heard, clock = _Heard(), itertools.count(1_000, 5)
        dispatcher = heard.dispatcher()
        ticks = SimpleNamespace(monotonic=lambda: next(clock))
        monkeypatch.setattr("games.running.dispatcher.time", ticks)
        with own:
            for _ in range(60):
                dispatcher.once(own)
        assert heard.worth_seconds == [10, 20, 40, 80, 120, 120, 120, 120]

    def test_without_a_broker_nothing_is_lost(
        self, own: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nor is any try counted, however long the broker is away."""
        monkeypatch.setattr("games.running.dispatcher.BROKER_REST_SECONDS", 0)
        table, heard = self.due_table(), _Heard(broken=True)
        dispatcher = heard.dispatcher()
        with own:
            for _ in range(ATTEMPTS_MAX + 3):
                _age_messages()
                dispatcher.once(own)
            assert OutboxMessage.objects.get().done_at is None
            heard.broken = False
            dispatcher.once(own)
        assert heard.rung == [table.pk]
        assert len(heard.carried) == 1

    def test_a_broker_that_is_away_is_not_asked_again_at_once(
        self, own: psycopg.Connection[Any]
    ) -> None:
        """Asking may take seconds, and meanwhile nobody looks for outages."""
        self.due_table()
        heard = _Heard(broken=True)
        dispatcher = heard.dispatcher()
        with own:
            dispatcher.once(own)
            heard.broken = False
            dispatcher.once(own)
        assert (heard.rung, heard.carried) == ([], [])

    def test_a_message_that_nobody_can_carry_is_parked(self, own: psycopg.Connection[Any]) -> None:
        self.due_table()
        heard = _Heard(unknown=("standing_table_filled",))
        dispatcher = heard.dispatcher()
        with own:
            for _ in range(ATTEMPTS_MAX + 3):
                _age_messages()
                dispatcher.once(own)
        message = OutboxMessage.objects.get()
        assert (message.attempts, message.done_at) == (ATTEMPTS_MAX, None)
