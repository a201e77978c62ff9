"""Where there is a delay spectators see the table as it was, by every way; players see it now."""

import asyncio
import datetime as dt
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.db.models import F

from accounts.models import Player
from games.live.database import reader_pool
from games.live.http import Request
from games.live.identity import Identity
from games.live.streaming import late, streams
from games.live.streaming.hub import Hub
from games.live.streaming.readers import Readers
from games.models import ChatMessage, Round, Table, TableAdmission, TableEvent, TableStatus
from games.moves.acting import drive
from games.tables.opening import join_table
from games.tables.reading import TableReading, read_late, reading_for, table_reading
from games.talk import chat
from tests.api.client import Caller
from tests.by_hand import by_hand
from tests.play.players import finish, ready
from tests.social.tables import in_play, open_table, play_round

DELAY = 60
DATABASE = pytest.mark.django_db(databases=["default", "owner"])


def let_pass(table: Table, seconds: int) -> None:
    """As if everything at the table had happened so much earlier."""
    with by_hand():
        for event in TableEvent.objects.filter(table=table):
            moved = TableEvent.objects.filter(table=table, seq=event.seq)
            moved.update(at_ms=event.at_ms - seconds * 1000)
        back = dt.timedelta(seconds=seconds)
        Round.objects.filter(table=table).update(ended_at=F("ended_at") - back)


@pytest.fixture
def table(anna: Player, bert: Player) -> Table:
    """The first round is dealt, and spectators have not heard of it."""
    table = in_play(anna, bert)
    TableAdmission.objects.create(table=table, delay_seconds=DELAY)
    return table


def view(table: Table, player: Player | None) -> Any:
    return Caller(player).get(f"/tables/{table.pk}/view/").json()


def log(table: Table, player: Player | None) -> list[int]:
    events = Caller(player).get(f"/tables/{table.pk}/log/").json()["events"]
    return [event["seq"] for event in events]


@DATABASE
def test_spectators_see_by_every_way_what_the_players_saw_a_minute_ago(
    table: Table, anna: Player, bert: Player, carla: Player
) -> None:
    let_pass(table, DELAY + 5)
    then = table_reading(table.pk)
    play_round(table, (anna, bert))
    now = table_reading(table.pk).version
    assert now > then.version
    for spectator in (carla, None):
        seen = view(table, spectator)
        expected = then.view(None)
        # The test has moved the log's times, not those in the stored state.
        for moment in ("server_time", "deadline_at", "turn_started_at"):
            seen.pop(moment)
            expected.pop(moment)
        assert seen == json.loads(json.dumps(expected))
        assert log(table, spectator) == list(range(1, then.version + 1))
        stream = Caller(spectator).get(f"/tables/{table.pk}/events/?include=view").content.decode()
        assert f"id: {then.version}\n" in stream
        page = Caller(spectator)._client.get(f"/tables/{table.pk}/")
        assert f'data-version="{then.version}"' in page.content.decode()
        assert Caller(spectator).get(f"/tables/{table.pk}/rounds/1/").status_code == 404
    assert view(table, anna)["version"] == now
    assert log(table, bert)[-1] == now
    assert Caller(anna).get(f"/tables/{table.pk}/rounds/1/").status_code == 200
    let_pass(table, DELAY + 5)
    assert view(table, carla)["version"] == now
    assert Caller(carla).get(f"/tables/{table.pk}/rounds/1/").status_code == 200


@DATABASE
def test_the_late_view_goes_on_from_an_earlier_one_as_from_the_start(
    table: Table, anna: Player, bert: Player
) -> None:
    def late_reading(known: TableReading | None = None) -> TableReading:
        with connection.cursor() as cursor:
            return drive(read_late(replace(table_reading(table.pk), delay_ms=0), known), cursor)

    known = late_reading()
    play_round(table, (anna, bert))
    on, anew, now = late_reading(known), late_reading(), table_reading(table.pk)
    assert on.state == anew.state == now.state
    assert on.version == anew.version == now.version > known.version


@DATABASE
def test_the_end_comes_late_too_with_what_was_paid(
    table: Table, anna: Player, bert: Player, carla: Player
) -> None:
    finish(table, (anna, bert))
    table.refresh_from_db()
    assert table.status == TableStatus.FINISHED
    seen = view(table, carla)
    assert (seen["status"], seen["phase"], seen["result"]) == ("playing", "between", None)
    assert [seat["payout"] for seat in seen["seats"]] == [None, None]
    let_pass(table, DELAY + 5)
    seen = view(table, carla)
    assert (seen["status"], seen["phase"]) == ("finished", "finished")
    assert None not in [seat["payout"] for seat in seen["seats"]]


@DATABASE
def test_before_the_first_card_there_is_nothing_to_delay(
    anna: Player, bert: Player, carla: Player
) -> None:
    table = open_table(anna)
    TableAdmission.objects.create(table=table, delay_seconds=DELAY)
    assert view(table, carla)["version"] == table_reading(table.pk).version
    join_table(table_id=table.pk, player=bert)
    ready(table, anna)
    assert view(table, carla)["version"] == table_reading(table.pk).version
    last = table_reading(table.pk).version
    ready(table, bert)  # the cards are dealt
    seen = view(table, carla)
    assert (seen["phase"], seen["version"]) == ("between", last + 1)
    table = open_table(anna)
    TableAdmission.objects.create(table=table, delay_seconds=DELAY)
    assert not reading_for(table.pk, carla.pk).is_late_for(carla.pk)


@DATABASE
def test_players_words_come_late_to_spectators(
    table: Table, anna: Player, bert: Player, carla: Player
) -> None:
    said = chat.say(table_id=table.pk, player=anna, words="I have a good hand")
    path = f"/tables/{table.pk}/chat/"

    def heard(player: Player, after: str = "") -> tuple[list[str], str]:
        page = Caller(player).get(path + (f"?after={after}" if after else "")).json()
        return [line["text"] for line in page["results"]], page["cursor"]

    assert heard(bert)[0] == ["I have a good hand"]
    nothing, cursor = heard(carla)
    assert nothing == []
    ChatMessage.objects.filter(table_id=table.pk).update(
        created_at=said.created_at - dt.timedelta(seconds=DELAY + 1)
    )
    assert heard(carla, cursor)[0] == ["I have a good hand"]


class TestStream:
    """The stream of the play process, against the same database."""

    pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

    def test_a_spectators_stream_brings_the_past_and_a_players_the_present(
        self,
        table: Table,
        anna: Player,
        bert: Player,
        carla: Player,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(late, "LOOK_SECONDS", 0.05)
        monkeypatch.setattr(streams, "LOOK_SECONDS", 0.05)
        let_pass(table, DELAY + 5)
        then = table_reading(table.pk).version
        play_round(table, (anna, bert))
        now = table_reading(table.pk).version
        for player, expected in ((carla, then), (anna, now)):
            said = asyncio.run(listen(table, player, seconds=0.4))
            assert ids(said) == [expected]
        resumed = asyncio.run(listen(table, carla, seconds=0.4, after=then - 2))
        assert ids(resumed) == [then]
        assert [event["seq"] for event in events(resumed)] == [then - 1, then]
        ahead = asyncio.run(listen(table, carla, seconds=0.4, after=now))
        assert ids(ahead) == [then]

    def test_time_passes_on_an_open_stream(
        self, table: Table, carla: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One second of delay: what has happened arrives by itself, each event once."""
        monkeypatch.setattr(late, "LOOK_SECONDS", 0.05)
        monkeypatch.setattr(streams, "LOOK_SECONDS", 0.05)
        TableAdmission.objects.update(delay_seconds=1)
        now = table_reading(table.pk).version
        last = TableEvent.objects.get(table=table, seq=now)
        with by_hand():
            TableEvent.objects.filter(table=table, seq__lt=now).update(at_ms=last.at_ms - 5_000)
            TableEvent.objects.filter(table=table, seq=now).update(at_ms=last.at_ms + 1_000)
        said = asyncio.run(listen(table, carla, seconds=4.0, after=1))
        assert [event["seq"] for event in events(said)] == list(range(2, now + 1))
        assert ids(said) == [now - 1, now]


async def listen(
    table: Table, player: Player, *, seconds: float, after: int | None = None
) -> list[bytes]:
    """What a stream of this player says in so many seconds."""
    said: list[bytes] = []
    gone = asyncio.Event()

    async def send(message: Any) -> None:
        said.append(message.get("body", b""))

    async def receive() -> Any:
        await gone.wait()
        return {"type": "http.disconnect"}

    identity = Identity(player.pk, frozenset({"read"}))

    async def identify(_: Request) -> Identity:
        return identity

    headers = {} if after is None else {b"last-event-id": str(after).encode()}
    request = Request("GET", headers, b"include=view", "127.0.0.1")
    async for pool in a_pool():
        readers, hub = Readers(pool), Hub(pool, own_pid=lambda: 0)
        stream = streams.Stream(
            hub, readers, identity, request, identify, late=late.LateTables(pool)
        )
        reading = await readers.table(table.pk)
        task = asyncio.create_task(stream.run(reading, receive, send))
        await asyncio.sleep(seconds)
        gone.set()
        await asyncio.wait_for(task, 5)
    return said


async def a_pool() -> AsyncIterator[Any]:
    pool = reader_pool()
    await pool.open()
    try:
        yield pool
    finally:
        await pool.close()


def messages(said: list[bytes]) -> list[tuple[int, Any]]:
    found = []
    for text in said:
        if text.startswith(b"id: "):
            number, _, data = text.decode().split("\n")[:3]
            found.append((int(number[4:]), json.loads(data[6:])))
    return found


def ids(said: list[bytes]) -> list[int]:
    return [number for number, _ in messages(said)]


def events(said: list[bytes]) -> list[dict[str, Any]]:
    return [event for _, data in messages(said) for event in data["events"]]


@DATABASE
def test_a_clock_that_was_set_back_shows_spectators_nothing_out_of_its_order(
    table: Table, anna: Player, bert: Player, carla: Player
) -> None:
    """What happened before seems to be to come: they wait, and are told nothing that followed."""
    let_pass(table, DELAY + 5)
    then = table_reading(table.pk)
    let_pass(table, -3_600)
    play_round(table, (anna, bert))
    with by_hand():
        TableEvent.objects.filter(table=table, seq__gt=then.version).update(
            at_ms=F("at_ms") - (DELAY + 5) * 1000
        )
    for reader in (None, carla):
        seen = Caller(reader).get(f"/tables/{table.pk}/view/")
        assert seen.status_code == 200
        assert seen.json()["version"] <= then.version
        assert max(log(table, reader), default=0) <= then.version
