"""Durable moves over HTTP with everybody watching, against pgbench's five-statement move.

32 tables, two players each, both with their event stream open. A move is one acknowledged
action (a draw, a discard, a knock, an answer, or getting ready): it is one transaction that
survives a crash before its answer is sent. The reference does for each move what any server
must do to keep it: BEGIN; SELECT … FOR UPDATE; INSERT event; UPDATE table; COMMIT.
"""

import asyncio
import multiprocessing
import os
import random
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import uvloop

from benchmarks.client import Connection, Stream
from benchmarks.place import Place, free_port, place, set_up_django
from benchmarks.report import Result, paired

TABLES = 32
CLIENTS = 8
SECONDS = 5.0
WARM_UP_SECONDS = 2.0
ROUNDS = 5
ENDLESS = {"preset": "gin_palast", "options": {"point_limit": 500}, "stake_chips": 10}

FIVE_STATEMENTS_SCHEMA = """
CREATE TABLE a5_table (id int PRIMARY KEY, version bigint NOT NULL, state text NOT NULL);
CREATE TABLE a5_event (id bigint, version bigint, payload text NOT NULL, PRIMARY KEY (id, version));
INSERT INTO a5_table SELECT i, 0, repeat('x', 512) FROM generate_series(1, 1000) AS i;
"""
FIVE_STATEMENTS = """
\\set id random(1, 1000)
BEGIN;
SELECT version AS version FROM a5_table WHERE id = :id FOR UPDATE \\gset
INSERT INTO a5_event VALUES (:id, :version + 1, repeat('e', 60));
UPDATE a5_table SET version = version + 1, state = repeat('y', 512) WHERE id = :id;
COMMIT;
"""


@dataclass(frozen=True, slots=True)
class Chair:
    """A player's place at a measured table."""

    table: int
    seat: int
    token: str


def measure() -> list[Result]:
    with place() as here:
        set_up_django(here.environ)
        here.sql(FIVE_STATEMENTS_SCHEMA)
        port = free_port()
        web = subprocess.Popen(
            [sys.executable, "-m", "config.serve"],
            env={**os.environ, **here.environ, "PORT": str(port)},
        )
        try:
            wait_for(port)
            return _rounds(here, port, web.pid)
        finally:
            web.terminate()
            web.wait(20)


def _rounds(here: Place, port: int, web_pid: int) -> list[Result]:
    """Every slice at new tables, whose matches are as long as matches are: some ten rounds."""
    context = multiprocessing.get_context("fork")
    ours, reference, seen, cpu = [], [], [], []
    with context.Pool(1) as pool:  # the load lives in a process of its own
        pool.apply(_load, (port, seat_players(TABLES), WARM_UP_SECONDS))
        for _ in range(ROUNDS):
            reference.append(here.pgbench(FIVE_STATEMENTS, clients=CLIENTS))
            pairs = seat_players(TABLES)
            cpu_before = _cpu_ms(web_pid)
            moves, push_ms = pool.apply(_load, (port, pairs, SECONDS))
            ours.append(moves)
            seen.append(push_ms)
            cpu.append((_cpu_ms(web_pid) - cpu_before) / (moves * SECONDS))
    versus = f"pgbench's five-statement move, {CLIENTS} clients"
    return [
        *paired("server.moves", "moves/s", versus, ours, reference),
        Result("server.moves.seen", round(median(seen), 2), "ms until the other sees it (median)"),
        Result("server.moves.cpu", round(median(cpu), 3), "ms of one core in the web process"),
    ]


def _cpu_ms(pid: int) -> float:
    """User and system time a process has used, in milliseconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def _load(port: int, pairs: list[tuple[Chair, Chair]], seconds: float) -> tuple[float, float]:
    return uvloop.run(_play_all(port, pairs, seconds))


async def _play_all(
    port: int, pairs: list[tuple[Chair, Chair]], seconds: float
) -> tuple[float, float]:
    matches = [Match(port, pair) for pair in pairs]
    await asyncio.gather(*(match.open() for match in matches))
    began = time.monotonic()
    await asyncio.gather(*(match.play(began + seconds) for match in matches))
    elapsed = time.monotonic() - began
    await asyncio.gather(*(match.close() for match in matches))
    delays = [delay for match in matches for stream in match.streams for delay in stream.delays_ms]
    return sum(match.moves for match in matches) / elapsed, median(delays)


class Match:
    """Both players of one table: they know what their seats know and play at random.

    Each acts as soon as the move before is acknowledged.
    """

    def __init__(self, port: int, chairs: tuple[Chair, Chair]) -> None:
        self.port = port
        self.chairs = chairs
        self.path = f"/api/v1/tables/{chairs[0].table}/"
        self.moves = 0
        self.dice = random.Random(chairs[0].table)
        self.version = 0
        self.hands: list[list[str]] = [[], []]
        self.turn: int | None = None

    async def open(self) -> None:
        self.connections = [await Connection.open(self.port) for _ in self.chairs]
        self.streams = [
            await Stream.open(self.port, chair.table, chair.token) for chair in self.chairs
        ]

    async def close(self) -> None:
        """Everything acknowledged must have come to both, in order."""
        async with asyncio.timeout(5):
            while any(stream.version < self.version for stream in self.streams):
                await asyncio.sleep(0.01)
        if not all(stream.in_order for stream in self.streams):
            raise AssertionError("a stream went backwards")
        for connection in (*self.connections, *self.streams):
            connection.close()

    async def play(self, ends_at: float) -> None:
        await self._look()
        while time.monotonic() < ends_at:
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
        self.turn = None if over else 1 - seat

    async def _act(
        self, seat: int, action: dict[str, Any], *, refusable: bool = False
    ) -> dict[str, Any]:
        began = time.monotonic()
        status, answer = await self.connections[seat].request(
            "POST",
            f"{self.path}actions/",
            self.chairs[seat].token,
            {"action": action, "expected_version": self.version},
            key=f"{self.chairs[seat].table}-{seat}-{time.monotonic_ns()}",
        )
        if status != 200:
            if refusable:
                return {"events": []}
            raise AssertionError(answer)
        self.moves += 1
        self.version = answer["version"]
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
