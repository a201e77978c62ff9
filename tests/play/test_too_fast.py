"""Nobody acts or looks so fast that others wait: too much is refused, and soon allowed again."""

import asyncio
from typing import Any

import orjson
import pytest
from django.conf import settings

from accounts.joining.players import create_player
from accounts.programs.tokens.issuing import issue_token
from games.live.app import PlayDoor
from games.live.database import reader_pool
from games.live.limits import LIMITS_CHANNEL, Buckets
from games.live.streaming.hub import Hub
from games.moves.errors import Refused

AWAY = "/api/v1/tables/1/view/"


def refused(buckets: Buckets, caller: int | str, now: float) -> bool:
    try:
        buckets.spend(caller, now)
    except Refused:
        return True
    return False


def test_for_a_moment_twice_as_many_then_as_many_as_flow_in() -> None:
    buckets = Buckets(per_second=10)
    assert [refused(buckets, 1, 0.0) for _ in range(21)] == [False] * 20 + [True]
    assert [refused(buckets, 1, 1.0) for _ in range(11)] == [False] * 10 + [True]
    assert [refused(buckets, 1, 60.0) for _ in range(21)] == [False] * 20 + [True]


def test_nobody_pays_for_somebody_else() -> None:
    buckets = Buckets(per_second=1)
    assert [refused(buckets, "192.0.2.7", 0.0) for _ in range(3)] == [False, False, True]
    assert not refused(buckets, "192.0.2.8", 0.0)
    assert not refused(buckets, 7, 0.0)


async def _statuses(headers: list[tuple[bytes, bytes]], addresses: list[str]) -> list[int]:
    door, statuses = PlayDoor(), []
    await door.pool.open()
    try:
        for address in addresses:
            sent: list[dict[str, Any]] = []

            async def send(message: Any, sent: list[dict[str, Any]] = sent) -> None:
                sent.append(dict(message))

            scope = {
                "type": "http",
                "method": "GET",
                "path": AWAY,
                "query_string": b"",
                "headers": [(b"host", b"localhost"), *headers],
                "client": (address, 50_000),
            }
            await door.serve(scope, None, send)  # type: ignore[arg-type]
            statuses.append(sent[0]["status"])
            if sent[0]["status"] == 429:
                assert orjson.loads(sent[1]["body"])["code"] == "too_many_requests"
                assert (b"retry-after", b"1") in sent[0]["headers"]
    finally:
        await door.pool.close()
    return statuses


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_looking_has_a_limit_by_player_and_without_one_by_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(settings, "VIEWS_PER_SECOND_MAX", 1)
    _, token = issue_token(player=create_player(name="Anna", password="rummy-evening"), name="test")
    anna = [(b"authorization", f"Token {token}".encode())]
    assert asyncio.run(_statuses([], ["192.0.2.7"] * 3 + ["192.0.2.8"])) == [404, 404, 429, 404]
    assert asyncio.run(_statuses(anna, ["192.0.2.7", "192.0.2.8", "192.0.2.9"])) == [404, 404, 429]


async def _heard(told: list[str]) -> list[str]:
    """What another process tells, as far as it is heard until the last of it."""
    pool, heard, last = reader_pool(), [], asyncio.Event()

    def hear(payload: str, _pid: int) -> None:
        heard.append(orjson.loads(payload)["word"])
        if payload == told[-1]:
            last.set()

    hub = Hub(pool, own_pid=lambda: 0)
    hub.listen_to(LIMITS_CHANNEL, hear, beat=last.set)
    await pool.open()
    await hub.start()
    try:
        await last.wait()  # it is listened from now on
        last.clear()
        for payload in told:
            async with pool.connection() as connection:
                await connection.execute("SELECT pg_notify(%s, %s)", (LIMITS_CHANNEL, payload))
        await asyncio.wait_for(last.wait(), 10)
    finally:
        await hub.stop()
        await pool.close()
    return heard


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_what_nobody_understands_ends_no_listening() -> None:
    assert asyncio.run(_heard(["{", "[]", "{}", '{"word":"a"}'])) == ["a"]
