"""`kill -9` of web, worker and database in mid-round: the round goes on, nothing told is lost."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator

import psycopg
import pytest

from config.embedded.places import Places
from config.embedded.roles import APP
from tests.architecture.sources import ROOT
from tests.play.site import WebPlayer, seat_two
from tests.running.demo import Demo, a_demo
from tests.running.waiting import until

pytestmark = [pytest.mark.process, pytest.mark.slow, pytest.mark.timeout(600)]
VICTIMS = ("config.serve", "celery .* worker", "postgres -D")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """A platform of its own: this one gets hurt."""
    with a_demo(tmp_path_factory.mktemp("killed") / "data") as demo:
        yield demo


@pytest.fixture(scope="module")
def played(site: Demo) -> tuple[Demo, list[tuple[int, list[WebPlayer]]]]:
    """Three tables play two rounds each while everything is killed three times."""
    tables = [seat_two(site.port, format="ring", rounds=2) for _ in range(3)]
    over = threading.Event()
    threads = [threading.Thread(target=play_out, args=(*table, over)) for table in tables]
    for thread in threads:
        thread.start()
    try:
        for _ in range(3):
            for victim in VICTIMS:
                before = acknowledged(tables)
                killed = site.kill(victim)
                until(lambda: site.child(victim) not in (0, killed), seconds=60)  # noqa: B023
                until(lambda: acknowledged(tables) > before or finished(threads), seconds=60)  # noqa: B023
    finally:
        for thread in threads:
            thread.join(timeout=120)
        over.set()
    return site, tables


def play_out(table: int, players: list[WebPlayer], over: threading.Event) -> None:
    """Both players in turn until the table is finished."""
    while not over.is_set():
        for player in players:
            if player.take_turn(table) == "finished":
                return


def acknowledged(tables: list[tuple[int, list[WebPlayer]]]) -> int:
    return sum(len(player.journal) for _, players in tables for player in players)


def finished(threads: list[threading.Thread]) -> bool:
    return not any(thread.is_alive() for thread in threads)


def test_all_tables_play_on_to_their_end(
    played: tuple[Demo, list[tuple[int, list[WebPlayer]]]],
) -> None:
    _, tables = played
    for table, players in tables:
        view = players[0].view(table)
        assert view["status"] == "finished"
        assert len(view["score_sheet"]) == 2


def test_no_acknowledged_move_is_missing_and_none_counts_twice(
    played: tuple[Demo, list[tuple[int, list[WebPlayer]]]],
) -> None:
    site, tables = played
    entries = 0
    with psycopg.connect(Places(site.data_dir).dsn(APP)) as connection:
        for table, players in tables:
            for player in players:
                for entry in player.journal:
                    rows = connection.execute(
                        "SELECT first_event, last_event FROM games_actionreceipt"
                        " WHERE player_id = %s AND key = %s",
                        (player.player_id, entry.key),
                    ).fetchall()
                    numbers = [event["seq"] for event in entry.answer["events"]]
                    assert rows == [(numbers[0], numbers[-1])]
                    kinds = connection.execute(
                        "SELECT kind FROM games_tableevent WHERE table_id = %s"
                        " AND seq BETWEEN %s AND %s ORDER BY seq",
                        (table, numbers[0], numbers[-1]),
                    ).fetchall()
                    assert [kind for (kind,) in kinds] == [
                        event["type"] for event in entry.answer["events"]
                    ]
                    entries += 1
    assert entries > 60


def test_the_books_are_in_order_afterwards(
    played: tuple[Demo, list[tuple[int, list[WebPlayer]]]],
) -> None:
    site, _ = played
    done = subprocess.run(
        [sys.executable, "manage.py", "audit"],
        cwd=ROOT,
        env={
            **{key: value for key, value in os.environ.items() if not key.endswith("_URL")},
            "DATA_DIR": str(site.data_dir),
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "The books are in order." in done.stdout


def test_a_bot_table_outlives_a_killed_worker(site: Demo) -> None:
    """The bot's next move is due in the row; whoever comes up next makes it."""
    player = WebPlayer.arrive(site.port)
    status, table = player.request("POST", "/tables/", {"format": "ring", "rounds": 1})
    assert status == 201
    number = int(table["id"])
    assert player.request("POST", f"/tables/{number}/join/", {})[0] in (200, 201)
    assert player.request("POST", f"/tables/{number}/add-bot/", {"bot": "greedy"})[0] in (200, 201)
    player.take_turn(number)
    for _ in range(2):
        until(lambda: my_turn(player, number))
        while my_turn(player, number):
            player.take_turn(number)
        killed = site.kill("celery .* worker")
        until(lambda: site.child("celery .* worker") not in (0, killed), seconds=60)  # noqa: B023
    until(lambda: my_turn(player, number), seconds=40)


def my_turn(player: WebPlayer, table: int) -> bool:
    view = player.view(table)
    return bool(view["phase"] == "playing" and view["turn"] == view["seat"])
