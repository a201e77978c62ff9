"""Matches of two programs over HTTP, with everybody watching: the load of several measurements."""

import asyncio
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.client import Connection, Stream
from benchmarks.place import Place, free_port

ENDLESS = {"preset": "gin_palast", "options": {"point_limit": 500}, "stake_chips": 10}
LAST_EVENTS_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Chair:
    """A player's place at a measured table."""

    table: int
    seat: int
    token: str


class Match:
    """Both players of one table: they know what their seats know and play at random.

    Each acts as soon as the move before is acknowledged, or after a `pause` of so many seconds on
    average. The second player may be at another port, which is another process.
    """

    def __init__(
        self,
        port: int,
        chairs: tuple[Chair, Chair],
        *,
        second_port: int | None = None,
        pause: float = 0.0,
    ) -> None:
        self.ports = (port, second_port or port)
        self.chairs = chairs
        self.pause = pause
        self.rounds = 0
        self.table = chairs[0].table
        self.path = f"/api/v1/tables/{self.table}/"
        self.moves = 0
        self.dice = random.Random(self.table)
        self.version = 0
        self.hands: list[list[str]] = [[], []]
        self.turn: int | None = None

    async def open(self) -> None:
        self.connections = [await Connection.open(port) for port in self.ports]
        self.streams = [
            await Stream.open(port, chair.table, chair.token)
            for port, chair in zip(self.ports, self.chairs, strict=True)
        ]

    async def close(self) -> None:
        """Everything acknowledged must have come to both, in order."""
        async with asyncio.timeout(LAST_EVENTS_SECONDS):
            while any(stream.version < self.version for stream in self.streams):
                await asyncio.sleep(0.01)
        if not all(stream.in_order for stream in self.streams):
            raise AssertionError("a stream went backwards")
        for connection in (*self.connections, *self.streams):
            connection.close()

    async def play(self, ends_at: float) -> None:
        await self._look()
        while time.monotonic() < ends_at:
            await self.go_on()

    async def play_to_round(self, rounds: int) -> None:
        await self._look()
        while self.rounds < rounds:
            await self.go_on()

    async def go_on(self) -> None:
        if self.turn is None:
            await self._get_ready()
        else:
            await self._take_turn(self.turn)

    async def _look(self) -> None:
        """Learn both hands and whose turn it is."""
        for seat, chair in enumerate(self.chairs):
            status, view = await self.connections[seat].request(
                "GET", f"{self.path}view/", chair.token
            )
            if status != 200:
                raise AssertionError(view)
            self.version = view["version"]
            self.turn = view["turn"] if view["phase"] == "playing" else None
            self.hands[seat] = list((view["round"] or {}).get("hand") or [])
            self.phase = (view["round"] or {}).get("phase")

    async def _get_ready(self) -> None:
        for seat in (0, 1):
            await self._act(seat, {"type": "ready"}, refusable=True)
        await self._look()

    async def _take_turn(self, seat: int) -> None:
        if self.phase != "discard":
            answer = await self._act(seat, {"type": "draw_stock"})
            drawn = [event for event in answer["events"] if event["type"] == "stock_drawn"]
            self.hands[seat].append(drawn[0]["card"])
        hand = self.hands[seat]
        card = hand.pop(self.dice.randrange(len(hand)))
        answer = await self._act(seat, {"type": "discard", "card": card})
        self.phase = "draw"
        over = any(event["type"] == "round_scored" for event in answer["events"])
        self.rounds += over
        self.turn = None if over else 1 - seat

    async def _act(
        self, seat: int, action: dict[str, Any], *, refusable: bool = False
    ) -> dict[str, Any]:
        if self.pause:
            await asyncio.sleep(self.pause * self.dice.uniform(0.5, 1.5))
        began = time.monotonic()
        status, answer = await self.connections[seat].request(
            "POST",
            f"{self.path}actions/",
            self.chairs[seat].token,
            {"action": action, "expected_version": self.version},
            key=f"{self.table}-{seat}-{time.monotonic_ns()}",
        )
        if status != 200:
            if refusable:
                return {"events": []}
            raise AssertionError(answer)
        self.moves += 1
        self.version = answer["version"]
        if self.streams:
            self.streams[1 - seat].expect(self.version, began)
        return dict(answer)


def seat_players(tables: int, **terms: Any) -> list[tuple[Chair, Chair]]:
    """Tables with two players each; endless matches, so that no table runs out, or such terms."""
    from django.db import connections

    from accounts.joining.players import create_guest
    from games.tables.opening import create_table, join_table
    from games.tables.terms import TableOffer

    pairs = []
    for _ in range(tables):
        players = [create_guest(), create_guest()]
        offer = TableOffer(**(terms or ENDLESS))
        table = create_table(player=players[0], offer=offer)
        for player in players:
            join_table(table_id=table.pk, player=player)
        first, second = (
            Chair(table.pk, seat, _token(player)) for seat, player in enumerate(players)
        )
        pairs.append((first, second))
    connections.close_all()
    return pairs


def _token(player: Any) -> str:
    from accounts.api_models import ApiToken

    _, token = ApiToken.objects.create(user=player, scopes=["read", "play"], name="bench")
    return str(token)


def wait_for(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("the web process does not answer")


@contextmanager
def web(here: Place, **settings: str) -> Iterator[tuple[int, int]]:
    """A web process: its port and its number."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "config.serve"],
        env={**os.environ, **here.environ, **settings, "PORT": str(port)},
    )
    try:
        wait_for(port)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def background(here: Place) -> Iterator[None]:
    """Worker and dispatcher, as they run beside every house."""
    celery = ("-m", "celery", "-q", "-A", "config.celery", "worker")
    started = [
        subprocess.Popen(
            [sys.executable, *program],
            env={**os.environ, **here.environ},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for program in (celery, ("manage.py", "dispatcher"))
    ]
    try:
        yield
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(60)


def cpu_seconds(pid: int) -> float:
    """Processor time of the web process, all its threads; says more than a clock under load."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
