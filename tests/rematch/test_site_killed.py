"""A whole platform whose web process and database are killed while everybody taps.

In every run of tests one kill happens to the platform of tests/play/test_killed_processes, which is
hurt anyway; here three do.
"""

import os
import subprocess
import sys
import threading
from pathlib import Path

import psycopg
import pytest

from config.embedded.places import Places
from config.embedded.roles import WEB
from tests.architecture.sources import ROOT
from tests.play.site import WebPlayer, seat_two
from tests.running.demo import Demo, a_demo
from tests.running.waiting import until

pytestmark = [pytest.mark.process, pytest.mark.soak]
VICTIMS = ("config.serve", "postgres -D", "config.serve")
STAKE = 100

Pair = tuple[int, list[WebPlayer]]


def finished_table(port: int) -> Pair:
    """Two newcomers whose match is over because one of them has resigned."""
    table, players = seat_two(port, stake_chips=STAKE)
    assert players[1].act(table, {"type": "resign"}, 0) == 200
    return table, players


def tap(table: int, player: WebPlayer, over: threading.Event, seated: list[int]) -> None:
    """Tap until one hears of the new table."""
    while not over.is_set():
        status, told = player.request("POST", f"/tables/{table}/rematch/offer/")
        assert status == 200, told
        if told["state"] == "seated":
            seated.append(told["new_table"])
            return


def kill_and_wait(site: Demo, victim: str) -> None:
    killed = site.kill(victim)
    until(lambda: site.child(victim) not in (0, killed), seconds=60)


def test_every_pair_ends_at_one_table_with_each_stake_held_once(tmp_path: Path) -> None:
    with a_demo(tmp_path / "data") as site:
        for victim in VICTIMS:
            assert_pairs_are_seated_though(site, victim, pairs=4)
        assert_audited(site)


def assert_pairs_are_seated_though(site: Demo, victim: str, *, pairs: int) -> None:
    """One process is killed in the middle of the taps of so many pairs."""
    tables = [finished_table(site.port) for _ in range(pairs)]
    over = threading.Event()
    seated: dict[int, list[int]] = {table: [] for table, _ in tables}
    threads = [
        threading.Thread(target=tap, args=(table, player, over, seated[table]))
        for table, players in tables
        for player in players
    ]
    for number, thread in enumerate(threads):
        thread.start()
        if number == len(threads) // 2:
            kill_and_wait(site, victim)
    for thread in threads:
        thread.join(timeout=90)
    over.set()
    assert not any(thread.is_alive() for thread in threads)
    for table, new in seated.items():
        assert len(new) == 2
        assert new[0] == new[1] != table
        assert stakes_held(site, new[0]) == 2 * STAKE
    assert open_elsewhere(site, tables) == 0


def stakes_held(site: Demo, table: int) -> int:
    with psycopg.connect(Places(site.data_dir).dsn(WEB)) as connection:
        row = connection.execute(
            "SELECT balance FROM chip_account WHERE kind = 'hold' AND ref = %s",
            (f"table:{table}",),
        ).fetchone()
    assert row is not None
    return int(row[0])


def open_elsewhere(site: Demo, pairs: list[Pair]) -> int:
    """Seats of these players at live tables beyond the one each."""
    ids = [player.player_id for _, players in pairs for player in players]
    with psycopg.connect(Places(site.data_dir).dsn(WEB)) as connection:
        row = connection.execute(
            "SELECT count(*) FROM games_seat s JOIN games_table t ON t.id = s.table_id"
            " WHERE s.player_id = ANY(%s) AND t.status IN ('open', 'playing')",
            (ids,),
        ).fetchone()
    assert row is not None
    return int(row[0]) - len(ids)


def assert_audited(site: Demo) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "audit"],
        cwd=ROOT,
        env={key: value for key, value in os.environ.items() if not key.endswith("_URL")}
        | {"DATA_DIR": str(site.data_dir)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
