"""A house with a long history against an empty one: what a move, the lobby and a profile cost.

Two databases of one server, each with a web process of its own, measured in turns. One of them has
`JETON_ROWS` events (3 million unless told) of matches that are over, with their receipts, rounds,
seats, players and transfers, made by the database itself after the pattern of a match that bots
have played. The ratio is grown by empty: 1 is a history that costs nothing.
"""

import http.client
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

import psycopg
import uvloop

from benchmarks.place import DATABASE, Place, place, set_up_django
from benchmarks.playing import seat_players, web
from benchmarks.report import Result, paired
from benchmarks.sizes import sized
from benchmarks.stubborn import p99, play_paced
from config.embedded.roles import WEB, create_database

EVENTS = int(os.environ.get("JETON_ROWS", sized("3_000_000", "3_000")))
GROWN = "jeton_grown"
TABLES = sized(20, 2)
ROUNDS = sized(5, 1)
LOOKS = sized(40, 2)
BOT_ROUNDS = 8
WAKES_MAX = 5_000

# After `tests.backoffice.many`, whose tables have one event each: the rest of the pattern's.
HISTORY = """
INSERT INTO games_tableevent (table_id, seq, kind, payload, at_ms)
SELECT t.id, e.seq, e.kind, e.payload, e.at_ms FROM games_table t
JOIN games_tableevent e ON e.table_id = %(pattern)s AND e.seq <> 2 WHERE t.name LIKE 'many %%'
"""
RECEIPTS = """
INSERT INTO games_actionreceipt
       (player_id, key, table_id, fingerprint, first_event, last_event, created_at)
SELECT s.player_id, gen_random_uuid()::text, t.id, md5(t.id::text || e.seq) || md5(e.seq::text),
       e.seq, e.seq, t.finished_at
FROM games_table t JOIN games_tableevent e ON e.table_id = %(pattern)s AND e.seq %% 2 = 0
JOIN games_seat s ON s.table_id = t.id AND s.number = e.seq / 2 %% 2
WHERE t.name LIKE 'many %%'
"""
# How many events, and the bytes of an event and of a receipt with their indexes.
SIZES = """
SELECT events, pg_total_relation_size('games_tableevent')::float / events,
       pg_total_relation_size('games_actionreceipt')::float / receipts
FROM (SELECT count(*) AS events FROM games_tableevent) e,
     (SELECT count(*) AS receipts FROM games_actionreceipt) r
"""


def measure() -> list[Result]:
    with place() as here:
        set_up_django(here.environ)
        grown = _grown(here)
        with pointed(GROWN):
            sizes = _grow(here)
        with web(here) as (empty_port, _), web(grown) as (grown_port, _):
            return [*_compared({DATABASE: empty_port, GROWN: grown_port}), *sizes]


def _grown(here: Place) -> Place:
    """The second database beside the first, with tables and no rows."""
    with psycopg.connect(here.server.dsn(), autocommit=True) as admin:
        create_database(admin, GROWN, {WEB})
    environ = {
        name: value.removesuffix(DATABASE) + GROWN if name.endswith("_URL") else value
        for name, value in here.environ.items()
    }
    before = dict(os.environ)
    set_up_django(environ)
    os.environ.update(before)
    return Place(here.server, environ)


@contextmanager
def pointed(database: str) -> Iterator[None]:
    """What this process asks of Django goes to that database."""
    from django.db import connections

    def point(name: str) -> None:
        connections.close_all()
        for alias in connections:
            connections[alias].settings_dict["NAME"] = name

    point(database)
    yield
    point(DATABASE)


def _grow(here: Place) -> list[Result]:
    """Fill the database; what a row of it takes."""
    from django.db import connections

    from accounts.joining.players import create_player
    from tests.backoffice.many import fill

    pattern = _a_match()
    actor = create_player(name="Olga", password="rummy-evening")  # noqa: S106
    with connections["owner"].cursor() as owner:
        owner.execute("SELECT count(*) FROM games_tableevent WHERE table_id = %s", [pattern])
        events = owner.fetchone()[0]
        fill(owner, rows=max(100, EVENTS // events), actor=actor.pk)
    with psycopg.connect(here.server.dsn(database=GROWN), autocommit=True) as admin:
        # It follows a match that was played: looking each row's table up would take most of it.
        admin.execute("SET session_replication_role = replica")
        for step in (HISTORY, RECEIPTS):
            admin.execute(step, {"pattern": pattern})
        admin.execute("VACUUM ANALYZE")
        ((rows, event, receipt),) = admin.execute(SIZES).fetchall()
    return [
        Result("growth.rows", rows, f"events, {events} to a match"),
        Result("growth.bytes.event", round(event, 1), "bytes, with its index"),
        Result("growth.bytes.receipt", round(receipt, 1), "bytes, with its indexes"),
        Result("growth.bytes.match", round(events * (event + receipt / 2)), "bytes"),
    ]


def _a_match() -> int:
    """A match of two bots to its end; the number of its table."""
    from games.models import Table, TableStatus
    from games.running.waking import wake_table
    from games.tables.opening import create_table, seat_bot
    from games.tables.terms import TableOffer

    offer = TableOffer(format="ring", rounds=BOT_ROUNDS)
    table = create_table(player=None, offer=offer, name="Pattern")
    Table.objects.filter(pk=table.pk).update(terms=table.terms | {"robot_ms": 0, "pause_ms": 0})
    for _ in range(2):
        seat_bot(table_id=table.pk, bot="casual")
    for _ in range(WAKES_MAX):
        table.refresh_from_db()
        if table.status == TableStatus.FINISHED:
            return table.pk
        wake_table(table_id=table.pk)
    raise RuntimeError("the match does not end")


def _compared(ports: dict[str, int]) -> list[Result]:
    """Both databases in turns."""
    found: dict[tuple[str, str], list[float]] = {}
    for _ in range(ROUNDS):
        for database, port in ports.items():
            with pointed(database):
                pairs = seat_players(TABLES)
            moves = uvloop.run(play_paced(port, pairs))
            player = _player_of(database, pairs[0][0].table)
            told = {
                "move.p50": median(moves),
                "move.p99": p99(moves),
                "lobby": _looked(port, "/"),
                "tables": _looked(port, "/api/v1/tables/"),
                "career": _looked(port, f"/api/v1/players/{player}/career/"),
                "profile": _looked(port, f"/players/{player}/"),
                "tournaments": _looked(port, "/tournaments/"),
            }
            for name, ms in told.items():
                found.setdefault((name, database), []).append(ms)
    names = dict.fromkeys(name for name, _ in found)
    return [
        result
        for name in names
        for result in paired(
            f"growth.{name}", "ms", "an empty house", found[name, GROWN], found[name, DATABASE]
        )
    ]


def _player_of(database: str, table: int) -> Any:
    """Who has played most in a house with a past; in an empty one whoever sits at the table."""
    from games.models import Seat

    with pointed(database):
        veteran = Seat.objects.filter(player__username="many 1").first()
        return (veteran or Seat.objects.filter(table=table)[0]).player_id


def _looked(port: int, path: str) -> float:
    """The median of some answers, in milliseconds."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    took = []
    for _ in range(LOOKS):
        asked = time.perf_counter()
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        took.append(1000 * (time.perf_counter() - asked))
        if answer.status != 200:
            raise RuntimeError(f"{path} answers {answer.status}")
    connection.close()
    return median(took)
