"""A database that crashes, hangs, or cuts single connections, while the platform runs."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from config.embedded.places import Places
from tests.play.site import WebPlayer, seat_two
from tests.promises.tally import tell
from tests.running.demo import Demo, a_demo
from tests.running.hurting import hanging
from tests.running.measuring import Watcher
from tests.running.waiting import until

pytestmark = [pytest.mark.process, pytest.mark.slow]

# Short enough that a test need not wait for long, longer than any pause of a busy machine's.
OUTAGE = {"OUTAGE_SECONDS": "6", "SHOW_TABLES": "3"}
SILENT = """
SELECT 1 FROM games_heartbeat
WHERE service = 'play' AND beat_at < clock_timestamp() - interval '8 seconds'
"""
OPEN = "SELECT count(*) FROM games_outage WHERE service = 'play' AND made_good_at IS NULL"
NOTED = "SELECT count(*) FROM games_outage WHERE service = 'play' AND id > %s"
LATEST = "SELECT coalesce(max(id), 0) FROM games_outage"
WRITER = "SELECT pid FROM pg_stat_activity WHERE starts_with(application_name, 'jeton writer')"
OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = 'jeton' AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """A platform of its own: this one gets hurt."""
    with a_demo(tmp_path_factory.mktemp("away") / "data", extra=OUTAGE) as demo:
        yield demo


@pytest.fixture(scope="module")
def watcher(site: Demo) -> Watcher:
    return Watcher(site)


def test_an_outage_is_made_good_also_after_the_database_has_crashed(
    site: Demo, watcher: Watcher
) -> None:
    """The dispatcher's own connections go down with it, and come up again."""
    until(lambda: watcher.number(OPEN) == 0)
    played = watcher.events()
    killed = site.kill("postgres -D")
    until(lambda: site.child("postgres -D") not in (0, killed), what="the database")
    until(lambda: watcher.events() > played, what="moves after the crash")
    before = watcher.number(LATEST)
    web = until(lambda: site.child("config.serve"))
    with hanging(site.process.pid, web):  # or it would be started again at once
        until(lambda: watcher.ask(SILENT), what="silence")
    back = time.monotonic()
    until(lambda: watcher.number(NOTED, before), what="the outage in the books")
    until(lambda: watcher.number(OPEN) == 0, what="the outage made good")
    tell("outages", tried=1, recovered=[time.monotonic() - back])


def test_a_writer_that_hangs_is_given_up_and_moves_go_on(site: Demo, watcher: Watcher) -> None:
    """What was on its way is repeated with its key, and counts once."""
    table, players = seat_two(site.port, format="ring", rounds=1)
    for player in players:
        player.take_turn(table)
    version = players[0].view(table)["version"]
    writer = until(lambda: watcher.number(WRITER), what="the writer")
    hangs = time.monotonic()
    with hanging(writer):
        until(lambda: play_one(table, players, version), what="a move past the one that hangs")
    tell("hung connections", tried=1, recovered=[time.monotonic() - hangs])
    assert watcher.number(WRITER) != writer
    assert_counted_once(watcher, table, players)


@pytest.mark.soak
def test_a_database_that_hangs_as_a_whole_is_an_outage_and_made_good(
    site: Demo, watcher: Watcher
) -> None:
    until(lambda: watcher.number(LATEST) is not None)
    before = watcher.number(LATEST)
    played = watcher.events()
    began = time.monotonic()
    with the_whole_database_hanging(site):
        until(lambda: time.monotonic() - began > 12, what="longer than an outage is")
    until(lambda: watcher.number(NOTED, before), what="the outage in the books")
    until(lambda: watcher.number(OPEN) == 0, what="the outage made good")
    until(lambda: watcher.events() > played, what="moves")


def test_connections_that_are_cut_are_made_again(site: Demo, watcher: Watcher) -> None:
    """All of them, twice: pages, moves, streams, dispatcher, worker and queue."""
    table, players = seat_two(site.port, format="ring", rounds=1)
    for _ in range(2):
        assert watcher.ask(OTHERS)
        played = watcher.events()
        version = players[0].view(table)["version"]
        until(lambda: play_one(table, players, version), what="a move")  # noqa: B023
        until(lambda: watcher.events() > played + 10, what="bots' moves")  # noqa: B023
        until(watcher.workers_are_heard, what="workers")
    assert_counted_once(watcher, table, players)


def play_one(table: int, players: list[WebPlayer], version: int) -> bool:
    for player in players:
        player.take_turn(table)
    return bool(players[0].view(table)["version"] > version)


def assert_counted_once(watcher: Watcher, table: int, players: list[WebPlayer]) -> None:
    for player in players:
        for entry in player.journal:
            numbers = [event["seq"] for event in entry.answer["events"]]
            assert watcher.ask(
                "SELECT first_event, last_event FROM games_actionreceipt"
                " WHERE player_id = %s AND key = %s AND table_id = %s",
                player.player_id,
                entry.key,
                table,
            ) == [(numbers[0], numbers[-1])]


@contextmanager
def the_whole_database_hanging(site: Demo) -> Iterator[None]:
    """Its first process before the others: from then on none is born, and none goes unseen."""
    first = int((Places(site.data_dir).cluster / "postmaster.pid").read_text().split()[0])
    with hanging(first):
        others = [pid for pid, args in site.processes().items() if "postgres:" in args]
        with hanging(*others):
            yield
