"""A backup made while everybody plays restores to books in order, and to tables that go on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from tests.architecture.sources import ROOT

pytestmark = [pytest.mark.process, pytest.mark.database]

# Two people play match after match in each process, until a file appears.
PLAYING = """
import pathlib, sys, django; django.setup()
from games.models import Table
from games.selectors.tables import table_reading
from games.services import lobby
from games.services.terms import TableOffer
from tests.play.players import take_turn
from accounts.services.players import create_player
name, enough = sys.argv[1], pathlib.Path(sys.argv[2])
people = [create_player(name=f"{name} {n}", password="rummy-evening") for n in range(2)]
def opened():
    table = lobby.create_table(player=people[0], offer=TableOffer(stake_chips=20))
    for person in people:
        lobby.join_table(table_id=table.pk, player=person)
    return table
table = opened()
for turn in range(100_000):
    if enough.exists():
        break
    if table_reading(table.pk).status != "playing":
        table = opened()
    take_turn(table, people, dice=turn)
    if turn == 5:
        print("playing", flush=True)
"""
GOING_ON = """
import sys, django; django.setup()
from accounts.models import Player
from games.models import Table
from games.selectors.tables import table_reading
from tests.play.players import take_turn
moved = 0
for table in Table.objects.filter(status="playing"):
    people = [seat.player for seat in table.seats.select_related("player").order_by("number")]
    for turn in range(400):
        if table_reading(table.pk).status != "playing":
            break
        take_turn(table, people, dice=turn)
        moved += 1
print(Table.objects.filter(status="playing").count(), "still playing after", moved)
"""


AFTERWARDS = "INSERT INTO run_setting (name, value) VALUES ('made after the backup', 'true')"


def written_since(admin: str, database: str) -> list[str]:
    """What `AFTERWARDS` has left in a database."""
    with psycopg.connect(admin.rpartition("/")[0] + f"/{database}") as superuser:
        return [name for (name,) in superuser.execute("SELECT name FROM run_setting")]


def manage(environ: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=dict(os.environ) | environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def script(environ: dict[str, str], text: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", text, *arguments],
        cwd=ROOT,
        env=dict(os.environ) | environ | {"DJANGO_SETTINGS_MODULE": "config.settings"},
        stdout=subprocess.PIPE,
        text=True,
    )


def administrator(environ: dict[str, str]) -> str:
    address = environ["DATABASE_OWNER_URL"]
    return address.replace("jeton_owner@", "postgres@").rpartition("/")[0] + "/postgres"


@pytest.mark.soak
def test_a_backup_made_under_load_restores_audits_and_plays_on(
    database_url: dict[str, str], tmp_path: Path
) -> None:
    manage(database_url, "migrate", "--database", "owner", "-v", "0")
    enough = tmp_path / "enough"
    players = [script(database_url, PLAYING, f"P{n}", str(enough)) for n in range(2)]
    assert [p.stdout.readline().strip() for p in players if p.stdout] == ["playing"] * 2
    file = tmp_path / "under-load.dump"
    manage(database_url, "backup", str(file))
    assert [player.poll() for player in players] == [None, None]
    assert file.stat().st_mode & 0o077 == 0
    enough.touch()
    assert [player.wait() for player in players] == [0, 0]

    name = f"restored_{os.getpid()}"
    admin = administrator(database_url)
    try:
        told = manage(
            database_url, "restore", str(file), "--database", name, "--administrator", admin
        )
        assert "The books are in order" in told
        restored = dict(database_url) | {
            key: database_url[key].rpartition("/")[0] + f"/{name}"
            for key in ("DATABASE_URL", "DATABASE_OWNER_URL")
        }
        going_on = script(restored, GOING_ON)
        said, _ = going_on.communicate()
        assert going_on.returncode == 0
        assert said.startswith("0 still playing after")
        assert not said.strip().endswith("after 0"), "no table was open in the backup"
        assert "The books are in order" in manage(restored, "audit")
        with (
            psycopg.connect(restored["DATABASE_URL"], autocommit=True) as application,
            pytest.raises(psycopg.errors.InsufficientPrivilege),
        ):
            application.execute("UPDATE chip_account SET balance = 0")
    finally:
        with psycopg.connect(admin, autocommit=True) as superuser:
            superuser.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())


@pytest.mark.soak
def test_a_backup_takes_the_place_of_the_database_which_is_kept(
    database_url: dict[str, str], tmp_path: Path
) -> None:
    admin = administrator(database_url)
    manage(database_url, "migrate", "--database", "owner", "-v", "0")
    manage(database_url, "backup", str(tmp_path / "whole.dump"))
    taken = database_url["DATABASE_URL"].rpartition("/")[2]
    with psycopg.connect(database_url["DATABASE_OWNER_URL"]) as owner:
        owner.execute(AFTERWARDS)
    told = manage(
        database_url,
        *("restore", str(tmp_path / "whole.dump"), "--database", f"whole_{os.getpid()}"),
        *("--replace", "--administrator", admin),
    )
    assert "The books are in order" in told
    kept = told.strip().rpartition("before it: ")[2]
    try:
        assert written_since(admin, taken) == []
        assert written_since(admin, kept) == ["made after the backup"]
        assert "The books are in order" in manage(database_url, "audit")
    finally:
        with psycopg.connect(admin, autocommit=True) as superuser:
            superuser.execute(f'DROP DATABASE IF EXISTS "{kept}" WITH (FORCE)'.encode())


def test_what_cannot_be_restored_is_refused_in_a_sentence(
    database_url: dict[str, str], tmp_path: Path
) -> None:
    admin = administrator(database_url)
    taken = database_url["DATABASE_URL"].rpartition("/")[2]
    for arguments, sentence in (
        ((str(tmp_path / "nothing"), "--database", taken), "there is a database"),
        ((str(tmp_path / "nothing"), "--database", f"new_{os.getpid()}"), "is not there"),
    ):
        done = subprocess.run(
            [sys.executable, "manage.py", "restore", *arguments, "--administrator", admin],
            cwd=ROOT,
            env=dict(os.environ) | database_url,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        assert sentence in done.stderr
    with psycopg.connect(admin, autocommit=True) as superuser:
        superuser.execute(f'DROP DATABASE IF EXISTS "new_{os.getpid()}" WITH (FORCE)'.encode())
