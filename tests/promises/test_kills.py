"""Play behind a balancer while every kind of process is killed: nothing is lost, nothing doubled.

One kill of each kind in `make promises`, two hundred of each in its full size.
"""

import bisect
import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import psycopg
import pytest

from config.embedded.places import Places
from config.embedded.roles import WEB
from tests.chance import dice
from tests.play.site import EventStream, WebPlayer, seat_two
from tests.promises.house import House, a_house
from tests.promises.tally import sized, tell
from tests.rematch.test_site_killed import assert_audited
from tests.running.brokers import RabbitMQ, Redis
from tests.running.waiting import until

pytestmark = [
    pytest.mark.process,
    pytest.mark.soak,
    pytest.mark.promise,
    pytest.mark.timeout(40_000),
]

TABLES = 4
KILLS = int(os.environ.get("JETON_KILLS", sized(2, small=1, full=200)))  # of each kind
RESUMED_WITHIN_SECONDS = 2.0
ALL_RESUMED_WITHIN_SECONDS = 10.0  # after the supervisor, with which everything dies
LOG = "SELECT seq, kind FROM games_tableevent WHERE table_id = %s ORDER BY seq"
RECEIPTS = (
    "SELECT first_event, last_event FROM games_actionreceipt WHERE player_id = %s AND key = %s"
)
SETTLED = """
SELECT count(*) FROM chip_transfer t JOIN chip_posting p ON p.transfer_id = t.id
JOIN chip_account a ON a.id = p.account_id
WHERE a.kind = 'hold' AND a.ref = %s AND p.amount < 0
"""


@dataclass(slots=True)
class Pair:
    """Two people who play match after match, and somebody who watches them."""

    house: House
    over: threading.Event
    tables: list[int] = field(default_factory=list)
    players: list[WebPlayer] = field(default_factory=list)
    acknowledged: list[float] = field(default_factory=list)
    moved_at: list[int] = field(default_factory=list)  # the table of each
    seen: dict[int, list[int]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def play(self) -> None:
        try:
            self._play()
        except Exception as error:
            self.faults.append(repr(error))
            raise

    def _play(self) -> None:
        while not self.over.is_set():
            table, players = seat_two(self.house.port, format="ring", rounds=1)
            self.tables.append(table)
            self.players += players
            watcher = threading.Thread(target=self._watch, args=(table,))
            watcher.start()
            for turn in range(100_000):
                player = players[turn % 2]
                before = len(player.journal)
                phase = player.take_turn(table)
                if len(player.journal) > before:
                    self.acknowledged.append(time.monotonic())
                    self.moved_at.append(table)
                if phase == "finished":
                    break
            watcher.join(60)
            if watcher.is_alive():
                self.faults.append(f"the stream of table {table} does not end")

    def _watch(self, table: int) -> None:
        """Follow the stream by its last event, as often as it breaks, to the end of the match."""
        seen = self.seen.setdefault(table, [])
        while True:
            try:
                stream = EventStream(self.house.port, table, after=seen[-1] if seen else 0)
                while stream.status == 200:
                    events = stream.next()["events"]
                    seen += [event["seq"] for event in events]
                    if any(event["type"] == "match_finished" for event in events):
                        stream.close()
                        return
            except (OSError, AssertionError, LookupError, ValueError):
                time.sleep(0.05)  # a line that broke is taken up again in a moment


@dataclass(slots=True)
class Evening:
    house: House
    pairs: list[Pair]
    blows: list[tuple[str, float, float]]  # who was killed, when, and when all was well again


@pytest.fixture(
    scope="module", params=[None, Redis, RabbitMQ], ids=["database", "redis", "rabbitmq"]
)
def evening(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Evening]:
    """Everybody plays until all kinds have been killed so often; then the matches end."""
    over = threading.Event()
    with a_house(tmp_path_factory.mktemp("kills"), dice("kills"), request.param) as house:
        pairs = [Pair(house, over) for _ in range(TABLES)]
        threads = [threading.Thread(target=pair.play) for pair in pairs]
        for thread in threads:
            thread.start()
        blows: list[tuple[str, float, float]] = []
        try:
            kinds = house.kinds()
            order = list(kinds) * KILLS
            house.dice.shuffle(order)
            for kind in order:
                until(lambda: _all_move(pairs, since=time.monotonic() - 1), what="play")
                at = time.monotonic()
                kinds[kind]()
                until(lambda: _back(house, pairs, at), seconds=120, what=kind)  # noqa: B023
                blows.append((kind, at, time.monotonic()))
        finally:
            over.set()
            for thread in threads:
                thread.join(180)
        yield Evening(house, pairs, blows)


def _all_move(pairs: list[Pair], *, since: float) -> bool:
    return all(pair.acknowledged and pair.acknowledged[-1] > since for pair in pairs)


def _back(house: House, pairs: list[Pair], at: float) -> bool:
    house.watch()
    return _all_move(pairs, since=at) and house.is_whole()


def test_every_acknowledged_move_is_in_the_log_once(evening: Evening) -> None:
    wrong, moves = [], 0
    with psycopg.connect(Places(evening.house.demo.data_dir).dsn(WEB)) as database:
        for pair in evening.pairs:
            for player in pair.players:
                for entry in player.journal:
                    moves += 1
                    numbers = [event["seq"] for event in entry.answer["events"]]
                    rows = database.execute(RECEIPTS, (player.player_id, entry.key)).fetchall()
                    if rows != [(numbers[0], numbers[-1])]:
                        wrong.append((player.player_id, entry.key, rows, numbers))
    tell("moves", tried=moves, lost=len(wrong))
    assert wrong == []
    assert [fault for pair in evening.pairs for fault in pair.faults] == []


def test_every_stream_has_told_every_event_once(evening: Evening) -> None:
    wrong: list[Any] = []
    told = 0
    with psycopg.connect(Places(evening.house.demo.data_dir).dsn(WEB)) as database:
        for pair in evening.pairs:
            for table in pair.tables:
                log = [seq for seq, _ in database.execute(LOG, (table,))]
                assert log == list(range(1, len(log) + 1)), "the log itself has gaps"
                told += len(log)
                if pair.seen[table] != log:
                    wrong.append((table, len(log), pair.seen[table]))
    tell("streams", tried=told, lost=len(wrong))
    assert wrong == []


def test_every_match_is_settled_once_and_the_books_are_in_order(evening: Evening) -> None:
    wrong, matches = [], 0
    with psycopg.connect(Places(evening.house.demo.data_dir).dsn(WEB)) as database:
        for pair in evening.pairs:
            for table in pair.tables:
                matches += 1
                row = database.execute(SETTLED, (f"table:{table}",)).fetchone()
                wrong += [(table, row)] if row != (1,) else []
    tell("settlements", tried=matches, lost=len(wrong))
    assert wrong == []
    assert_audited(evening.house.demo)


def test_play_resumes_soon_after_each_blow(evening: Evening) -> None:
    """The longest that each table waited for a move between the blow and when all was well again.

    How long is said and not asserted: the machine has its say in it. Who is just sitting down at
    another table waits for no move.
    """
    waits: dict[str, list[float]] = {}
    for kind, at, back in evening.blows:
        for pair in evening.pairs:
            moves = list(zip(pair.acknowledged, pair.moved_at, strict=True))
            first = max(0, bisect.bisect(pair.acknowledged, at) - 1)
            last = bisect.bisect(pair.acknowledged, back)
            gaps = [
                after - max(before, at)
                for (before, table), (after, same) in pairwise(moves[first : last + 1])
                if table == same
            ]
            if gaps:
                waits.setdefault(kind, []).append(max(gaps))
    for kind, times in waits.items():
        all_dead = kind == "supervisor"
        most = ALL_RESUMED_WITHIN_SECONDS if all_dead else RESUMED_WITHIN_SECONDS
        late = sum(wait > most for wait in times)
        tell("resume", of=kind, tried=len(times), lost=late, recovered=times)
