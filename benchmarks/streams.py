"""Thousands of streams open on one process while tables play: nothing lost, nothing twice.

50 tables play; each seat follows its table, and everybody else watches one of them. Connections
break at random and come back with the id of their last event. At the end every stream that belongs
to a seat must have had every event of its table once and in order.

Printed are how many streams were open, the memory of the web process per stream, the time from an
moment the database gave an event until each receiver has it, and how many reconnected.
"""

import asyncio
import multiprocessing
import os
import random
import re
import resource
import time
from dataclasses import dataclass, field
from pathlib import Path

import uvloop

from benchmarks.client import Connection
from benchmarks.place import place, set_up_django
from benchmarks.playing import Chair, Match, cpu_seconds, seat_players, web
from benchmarks.report import Result
from benchmarks.sizes import sized

STREAMS = int(os.environ.get("STREAMS", "10000"))
TABLES = sized(50, 3)
SECONDS = sized(20.0, 2.0)
MOVES_PER_SECOND_AND_TABLE = 1.0
BREAKS_PER_SECOND = 0.002  # of all streams
OPEN_AT_ONCE = 200
SPARE_FILES = 500
EVENT = re.compile(rb'"seq":([0-9]+)')
AT = re.compile(rb'"at":([0-9]+)')
ID = re.compile(rb"^id: ([0-9]+)$", re.M)


def raise_file_limit() -> int:
    """As many open files as this machine allows a process; how many that is."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


def measure() -> list[Result]:
    files = raise_file_limit()
    wanted = min(STREAMS, files - SPARE_FILES)
    if wanted < STREAMS:
        print(f"only {wanted} streams: this machine allows {files} open files per process")
    with place() as here:
        set_up_django(here.environ)
        with web(here, STREAMS_PER_CALLER_MAX="1000000") as (port, pid):
            return run(port, pid, streams=wanted, tables=TABLES, seconds=SECONDS).results()


@dataclass(slots=True)
class Outcome:
    """What one run has shown."""

    streams: int
    kb_per_stream: float
    opened_seconds: float
    opening_cpu_ms: float
    cpu_us: float
    busy: int
    moves: int
    breaks: int
    delays_ms: list[float]
    faults: list[str]

    def delay(self, share: float) -> float:
        ordered = sorted(self.delays_ms)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0

    def results(self) -> list[Result]:
        if self.faults:
            raise AssertionError(self.faults[:5])
        return [
            Result("streams.open", self.streams, "streams on one process"),
            Result("streams.memory", round(self.kb_per_stream, 1), "kB of the process per stream"),
            Result("streams.opened", round(self.opened_seconds, 1), "seconds until all stood"),
            Result("streams.opening", round(self.opening_cpu_ms, 2), "ms of processor per stream"),
            Result("streams.busy", self.busy, "times told to come back (503)"),
            Result("streams.message", round(self.cpu_us, 1), "µs of processor per message"),
            Result("streams.moves", self.moves, "moves played meanwhile"),
            Result("streams.delay.p50", round(self.delay(0.5), 1), "ms from publish to receive"),
            Result("streams.delay.p99", round(self.delay(0.99), 1), "ms from publish to receive"),
            Result("streams.received", len(self.delays_ms), "messages received and in order"),
            Result("streams.reconnected", self.breaks, "broken connections taken up again"),
        ]


def run(port: int, web_pid: int, *, streams: int, tables: int, seconds: float) -> Outcome:
    """Open the streams in a process of their own, play, and see what arrives."""
    pairs = seat_players(tables)
    context = multiprocessing.get_context("fork")
    with context.Pool(1, initializer=raise_file_limit) as pool:
        return pool.apply(_load, (port, web_pid, pairs, streams, seconds))


def _load(
    port: int, web_pid: int, pairs: list[tuple[Chair, Chair]], streams: int, seconds: float
) -> Outcome:
    return uvloop.run(_follow_all(port, web_pid, pairs, streams, seconds))


async def _follow_all(
    port: int, web_pid: int, pairs: list[tuple[Chair, Chair]], streams: int, seconds: float
) -> Outcome:
    matches = [FollowedMatch(port, pair, pause=1 / MOVES_PER_SECOND_AND_TABLE) for pair in pairs]
    by_table = {match.table: match for match in matches}
    followers = [Follower(port, match, chair.token) for match in matches for chair in match.chairs]
    watching = max(0, streams - len(followers))
    followers += [Follower(port, matches[n % len(matches)], "") for n in range(watching)]
    before = _rss_kb(web_pid)
    begun, opening = time.monotonic(), cpu_seconds(web_pid)
    for first in range(0, len(followers), OPEN_AT_ONCE):
        await asyncio.gather(*(one.open() for one in followers[first : first + OPEN_AT_ONCE]))
    memory = (_rss_kb(web_pid) - before) / len(followers)
    opened, working = time.monotonic() - begun, cpu_seconds(web_pid)
    ends_at = time.monotonic() + seconds
    breaking = asyncio.create_task(_break_some(followers, ends_at))
    await asyncio.gather(*(match.open() for match in matches))
    await asyncio.gather(*(match.play(ends_at) for match in matches))
    breaks = await breaking
    await _until_all_have_it(followers, seconds=30)
    worked = cpu_seconds(web_pid) - working
    await _hang_up(followers)
    memory = max(memory, (_rss_kb(web_pid) - before) / len(followers))
    return Outcome(
        streams=len(followers),
        kb_per_stream=memory,
        opened_seconds=opened,
        opening_cpu_ms=1000 * (working - opening) / len(followers),
        cpu_us=1e6 * worked / max(1, sum(len(one.delays_ms) for one in followers)),
        busy=sum(one.busy for one in followers),
        moves=sum(match.moves for match in by_table.values()),
        breaks=breaks,
        delays_ms=[delay for one in followers for delay in one.delays_ms],
        faults=[fault for one in followers for fault in one.faults()],
    )


class FollowedMatch(Match):
    """A match that followers watch, and not its players' own streams."""

    async def open(self) -> None:
        self.connections = [await Connection.open(port) for port in self.ports]
        self.streams = []


@dataclass(slots=True)
class Follower:
    """One stream: what it has received, and where it goes on."""

    port: int
    match: FollowedMatch
    token: str
    last: int | None = None
    began_at: int = 0
    seen: int = 0
    twice: int = 0
    missed: int = 0
    delays_ms: list[float] = field(default_factory=list)
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None
    listening: asyncio.Task[None] | None = None
    busy: int = 0

    async def connect(self) -> None:
        table = self.match.chairs[0].table
        head = f"GET /api/v1/tables/{table}/events/ HTTP/1.1\r\nHost: localhost\r\n"
        head += f"Authorization: Token {self.token}\r\n" if self.token else ""
        head += f"Last-Event-ID: {self.last}\r\n" if self.last is not None else ""
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", self.port, limit=2**20
        )
        self.writer.write(f"{head}\r\n".encode())
        answer = await self.reader.readuntil(b"\r\n\r\n")
        if b" 503 " in answer[:20]:  # busy: it says so, and every client comes back
            self.busy += 1
            self.writer.close()
            raise ConnectionError("busy")
        if b" 200 " not in answer[:20]:
            raise AssertionError(answer[:200])
        while self.last is None:
            self._take(await self.reader.readuntil(b"\n\n"))

    async def open(self) -> None:
        """Until it stands, and is listened to."""
        while True:
            try:
                await self.connect()
                break
            except (asyncio.IncompleteReadError, OSError):
                await asyncio.sleep(random.uniform(0.5, 1.5))
        self.listening = asyncio.create_task(self.listen())

    async def listen(self) -> None:
        while True:
            try:
                if self.reader is None:
                    await self.connect()
                if self.reader is not None:
                    self._take(await self.reader.readuntil(b"\n\n"))
            except (asyncio.IncompleteReadError, OSError):
                self.reader = None
                await asyncio.sleep(random.uniform(0.05, 0.5))

    def _take(self, message: bytes) -> None:
        found = ID.search(message)
        if found is None:
            return
        version = int(found[1])
        if self.last is None:
            self.last = self.began_at = self.seen = version
            return
        for seq in map(int, EVENT.findall(message)):
            self.twice += seq <= self.seen
            self.missed += seq > self.seen + 1
            self.seen = max(self.seen, seq)
        self.last = version
        published = AT.findall(message)
        if published:  # the database's clock, which is this machine's
            self.delays_ms.append(time.time() * 1000 - int(published[-1]))

    def cut(self) -> None:
        if self.writer is not None:
            self.writer.transport.abort()

    def faults(self) -> list[str]:
        """What this stream got wrong, in words."""
        found = []
        if self.twice or self.missed:
            found.append(f"{self.twice} twice, {self.missed} missed")
        if self.seen != self.match.version:
            found.append(f"at {self.seen}, the table is at {self.match.version}")
        return found


async def _break_some(followers: list[Follower], ends_at: float) -> int:
    breaks = 0
    while time.monotonic() < ends_at:
        await asyncio.sleep(0.5)
        for one in random.sample(followers, max(1, int(len(followers) * BREAKS_PER_SECOND / 2))):
            one.cut()
            breaks += 1
    return breaks


async def _until_all_have_it(followers: list[Follower], *, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if all(one.seen == one.match.version for one in followers):
            return
        await asyncio.sleep(0.1)


async def _hang_up(followers: list[Follower]) -> None:
    tasks = [one.listening for one in followers if one.listening is not None]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _rss_kb(pid: int) -> int:
    found = re.search(r"^VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(), re.M)
    return int(found[1]) if found else 0
