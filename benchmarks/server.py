"""Durable moves over HTTP with everybody watching, against pgbench's five-statement move.

32 tables, two players each, both with their event stream open; worker and dispatcher run beside
them, as they do in a house. A move is one acknowledged action (a draw, a discard, a knock, an
answer, or getting ready): one transaction that survives a crash before its answer is sent. The
reference does for each move what any server must do to keep it: BEGIN; SELECT … FOR UPDATE; INSERT
event; UPDATE table; COMMIT.

Measured in turns, so that whatever else the machine does meets all alike:

- fresh: new tables at one process, as fast as it takes moves
- long: the same at tables that are in their 43rd round and later
- paced: new tables at the pace of people, 190 moves a second in all
- apart: new tables at two processes, the players of each table at different ones
- beside: the same, each table at one of the two

Every sample counts, until the last event has come. At the end the rows must hold every move that
was acknowledged, once.
"""

import asyncio
import multiprocessing
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Any

import uvloop

from benchmarks.place import Place, place, set_up_django
from benchmarks.playing import Chair, Match, background, cpu_seconds, seat_players, web
from benchmarks.report import Result, paired
from benchmarks.sizes import sized

TABLES = sized(32, 4)
CLIENTS = 8
SECONDS = sized(4.0, 0.5)
WARM_UP_SECONDS = sized(2.0, 0.2)
ROUNDS = sized(5, 1)
LONG_ROUNDS = sized(42, 1)
PACED_PER_SECOND = 190

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
KEPT = """
SELECT t.id, t.version, (SELECT count(*) FROM games_actionreceipt r JOIN games_seat s
                          ON s.player_id = r.player_id WHERE s.table_id = t.id)
FROM games_table t WHERE t.id = ANY(%s)
"""

Pairs = list[tuple[Chair, Chair]]
# By the number of a table and the ports there are: where its first and its second player are.
Places = Callable[[int, Sequence[int]], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Played:
    """What the load has seen of one slice: moves of each table, its last version, delays.

    `web_seconds` is what the web processes spent meanwhile, without the opening of streams.
    """

    seconds: float
    web_seconds: float
    moves: dict[int, int]
    versions: dict[int, int]
    seen_ms: list[float]


@dataclass(slots=True)
class Kind:
    """The slices of one kind so far."""

    moves: list[float] = field(default_factory=list)  # a second
    cpu_ms: list[float] = field(default_factory=list)  # of all web processes, a move
    p50_ms: list[float] = field(default_factory=list)
    p99_ms: list[float] = field(default_factory=list)

    def results(self, name: str) -> list[Result]:
        unit = "ms until the other sees it"
        return [
            Result(f"{name}.moves", round(median(self.moves), 1), "moves/s"),
            Result(f"{name}.seen.p50", round(median(self.p50_ms), 2), unit),
            Result(f"{name}.seen.p99", round(median(self.p99_ms), 2), unit),
            Result(f"{name}.cpu", round(median(self.cpu_ms), 3), "ms of web processes for a move"),
        ]


class Sitting:
    """The measurement: its place, the process that makes the load, and what is to be kept."""

    def __init__(self, here: Place, pool: Any) -> None:
        self.here = here
        self.pool = pool
        self.moves: dict[int, int] = {}
        self.versions: dict[int, int] = {}

    def slice_of(
        self, kind: Kind, pairs: Pairs, webs: list[tuple[int, int]], places: Places, **how: float
    ) -> None:
        """Let these tables play for a while, and note under `kind` how that went."""
        ports, pids = zip(*webs, strict=True)
        at = [places(number, ports) for number in range(len(pairs))]
        played = self.play(pairs, at, pids=pids, **how)
        moves = sum(played.moves.values())
        cuts = quantiles(played.seen_ms, n=100)
        kind.moves.append(moves / played.seconds)
        kind.cpu_ms.append(1000 * played.web_seconds / moves)
        kind.p50_ms.append(cuts[49])
        kind.p99_ms.append(cuts[98])

    def play(self, pairs: Pairs, ports: list[tuple[int, int]], **how: Any) -> Played:
        played: Played = self.pool.apply(_load, (pairs, ports), how)
        for table, moves in played.moves.items():
            self.moves[table] = self.moves.get(table, 0) + moves
        self.versions |= played.versions
        return played

    def require_kept(self) -> None:
        """Every move acknowledged is in the rows, and none twice.

        Tables have gone on since: whoever has left them is played for when the clock runs out.
        """
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute(KEPT, [list(self.versions)])
            rows = {table: (version, moves) for table, version, moves in cursor.fetchall()}
        lost = [
            (table, rows[table], version, self.moves[table])
            for table, version in self.versions.items()
            if rows[table][0] < version or rows[table][1] != self.moves[table]
        ]
        if lost:
            raise AssertionError(f"table, (its version, its moves), those told: {lost[:5]}")


def measure() -> list[Result]:
    with place() as here:
        set_up_django(here.environ)
        here.sql(FIVE_STATEMENTS_SCHEMA)
        context = multiprocessing.get_context("fork")
        with context.Pool(1) as pool, background(here), web(here) as first:
            return _rounds(Sitting(here, pool), first)


def _rounds(sitting: Sitting, first: tuple[int, int]) -> list[Result]:
    sitting.play(seat_players(TABLES), [(first[0], first[0])] * TABLES, seconds=WARM_UP_SECONDS)
    old = seat_players(TABLES)
    sitting.play(old, [(first[0], first[0])] * TABLES, rounds=LONG_ROUNDS)
    fresh, long, paced, apart, beside = (Kind() for _ in range(5))
    reference = []
    pause = TABLES / PACED_PER_SECOND
    for _ in range(ROUNDS):
        reference.append(sitting.here.pgbench(FIVE_STATEMENTS, clients=CLIENTS))
        one = [first]
        sitting.slice_of(fresh, seat_players(TABLES), one, _together, seconds=SECONDS)
        sitting.slice_of(long, old, one, _together, seconds=SECONDS)
        sitting.slice_of(
            paced, seat_players(TABLES), one, _together, seconds=2 * SECONDS, pause=pause
        )
        with web(sitting.here) as second:
            two = [first, second]
            sitting.play(seat_players(8), [(second[0], second[0])] * 8, seconds=WARM_UP_SECONDS)
            sitting.slice_of(apart, seat_players(TABLES), two, _apart, seconds=SECONDS)
            sitting.slice_of(beside, seat_players(TABLES), two, _beside, seconds=SECONDS)
    sitting.require_kept()
    versus = f"pgbench's five-statement move, {CLIENTS} clients"
    return [
        *paired("server.moves", "moves/s", versus, fresh.moves, reference),
        *paired("server.long", "moves/s", "fresh matches", long.moves, fresh.moves)[:1],
        *_per_processor("server.apart", apart, fresh),
        *_per_processor("server.beside", beside, fresh),
        *fresh.results("server.fresh"),
        *long.results("server.long"),
        *paced.results("server.paced"),
        *apart.results("server.apart"),
        *beside.results("server.beside"),
    ]


def _per_processor(name: str, kind: Kind, fresh: Kind) -> list[Result]:
    """Moves for a second of the web processes' time, against one process."""
    ours, reference = ([1000 / cpu for cpu in one.cpu_ms] for one in (kind, fresh))
    return paired(f"{name}.per_cpu", "moves/s", "one process", ours, reference)[:1]


def _together(number: int, ports: Sequence[int]) -> tuple[int, int]:
    return ports[0], ports[0]


def _apart(number: int, ports: Sequence[int]) -> tuple[int, int]:
    return ports[number % 2], ports[1 - number % 2]


def _beside(number: int, ports: Sequence[int]) -> tuple[int, int]:
    return ports[number % 2], ports[number % 2]


def _load(pairs: Pairs, ports: list[tuple[int, int]], **how: Any) -> Played:
    return uvloop.run(_play_all(pairs, ports, **how))


async def _play_all(
    pairs: Pairs,
    ports: list[tuple[int, int]],
    *,
    seconds: float = 0.0,
    rounds: float = 0.0,
    pause: float = 0.0,
    pids: Sequence[int] = (),
) -> Played:
    """For so many seconds, or until each table has played so many rounds."""
    matches = [
        Match(port, pair, second_port=second, pause=pause)
        for pair, (port, second) in zip(pairs, ports, strict=True)
    ]
    await asyncio.gather(*(match.open() for match in matches))
    before, began = sum(map(cpu_seconds, pids)), time.monotonic()
    if rounds:
        await asyncio.gather(*(match.play_to_round(int(rounds)) for match in matches))
    else:
        await asyncio.gather(*(match.play(began + seconds) for match in matches))
    took, spent = time.monotonic() - began, sum(map(cpu_seconds, pids)) - before
    await asyncio.gather(*(match.close() for match in matches))
    return Played(
        took,
        spent,
        {match.table: match.moves for match in matches},
        {match.table: match.version for match in matches},
        [delay for match in matches for stream in match.streams for delay in stream.delays_ms],
    )
