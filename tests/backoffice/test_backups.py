"""A backup made while everybody plays restores to books in order, and to tables that go on."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dj_database_url
import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from psycopg import sql

from config.copies import databases
from config.copies.backups import back_up, restore
from config.copies.programs import connected
from config.copies.shelves import Folder
from config.embedded.places import Places
from config.embedded.roles import OWNER, drop_database
from config.postgresql.addresses import VARIABLES
from tests.architecture.sources import ROOT
from tests.play.site import seat_two
from tests.running.demo import Site
from tests.running.waiting import until

pytestmark = [pytest.mark.process, pytest.mark.database]

# Two people play match after match in each process, until a file appears.
PLAYING = """
import pathlib, sys, django; django.setup()
from games.models import Table
from games.tables.reading import table_reading
from games.tables import opening
from games.tables.terms import TableOffer
from tests.play.players import take_turn
from accounts.joining.players import create_player
name, enough = sys.argv[1], pathlib.Path(sys.argv[2])
people = [create_player(name=f"{name} {n}", password="rummy-evening") for n in range(2)]
def opened():
    table = opening.create_table(player=people[0], offer=TableOffer(stake_chips=20))
    for person in people:
        opening.join_table(table_id=table.pk, player=person)
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
from games.tables.reading import table_reading
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


def commanded(environ: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command of `manage.py` in that environment, however it ends."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=dict(os.environ) | environ,
        capture_output=True,
        text=True,
        check=False,
    )


def manage(environ: dict[str, str], *arguments: str) -> str:
    done = commanded(environ, *arguments)
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
    migrated_database_url: dict[str, str], tmp_path: Path
) -> None:
    database_url = migrated_database_url
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
            for key in ("DATABASE_URL", "DATABASE_WORKER_URL", "DATABASE_OWNER_URL")
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


@pytest.fixture
def pointed(migrated_database_url: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> str:
    """Let commands called in this process work on a database of the test's own; its name."""
    addresses = {role: migrated_database_url[name] for role, name in VARIABLES.items()}
    monkeypatch.setattr(settings, "DATABASE_ADDRESSES", addresses)
    for alias, variable in (("default", "DATABASE_URL"), ("owner", "DATABASE_OWNER_URL")):
        place: dict[str, Any] = dict(dj_database_url.parse(migrated_database_url[variable]))
        monkeypatch.setitem(settings.DATABASES, alias, settings.DATABASES[alias] | place)
    return migrated_database_url["DATABASE_URL"].rpartition("/")[2]


def refused(*arguments: str) -> str:
    """What the command says to it; a process says the same, as those below show."""
    with pytest.raises(CommandError) as error:
        call_command(*arguments)
    return str(error.value)


def test_a_refusal_is_a_sentence_and_a_status(database_url: dict[str, str], tmp_path: Path) -> None:
    options = ("--database", "new", "--administrator", administrator(database_url))
    for arguments, sentence in (
        (("backup", str(tmp_path)), "is a folder"),
        (("restore", str(tmp_path / "nothing"), *options), "is not there"),
    ):
        done = commanded(database_url, *arguments)
        assert (done.returncode, done.stdout) == (1, "")
        assert sentence in done.stderr
        assert "Traceback" not in done.stderr


def test_what_cannot_be_restored_is_refused_in_a_sentence(
    migrated_database_url: dict[str, str], pointed: str, tmp_path: Path
) -> None:
    admin = administrator(migrated_database_url)
    whole = str(tmp_path / "whole.dump")
    call_command("backup", whole)
    for file, name, sentence in (
        (whole, pointed, "there is a database"),
        (str(tmp_path / "nothing"), f"new_{os.getpid()}", "is not there"),
    ):
        said = refused("restore", file, "--database", name, "--administrator", admin)
        assert sentence in said


def test_what_stands_in_a_backup_is_never_a_command_to_this_machine(
    migrated_database_url: dict[str, str],
    pointed: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A line of its own in a name, which looks like a grant to everybody."""
    owned = {**settings.DATABASES["owner"], "NAME": f"named_{os.getpid()}"}
    told = tmp_path / "told"
    monkeypatch.setenv("TOLD", str(told))
    table = sql.Identifier("t\n\\! touch $TOLD # TO PUBLIC;\n")
    with psycopg.connect(administrator(migrated_database_url), autocommit=True) as admin:
        try:
            with databases.made(admin, owned["NAME"]), connected(owned) as owner:
                owner.execute(sql.SQL("CREATE TABLE {} (n int)").format(table))
                owner.execute("CREATE TABLE read_by_all (n int)")
                for one in (table, sql.Identifier("read_by_all")):
                    owner.execute(sql.SQL("GRANT SELECT ON {} TO PUBLIC").format(one))
            back_up(owned, Folder(tmp_path), "named.dump")
            drop_database(admin, owned["NAME"])
            with databases.made(admin, owned["NAME"]):
                restore(owned, tmp_path / "named.dump")
            with connected(owned) as owner:
                read = owner.execute(
                    "SELECT has_table_privilege('jeton_web', 'read_by_all', 'SELECT')"
                )
                assert read.fetchone() == (True,)
        finally:
            drop_database(admin, owned["NAME"])
    assert not told.exists()


def test_a_backup_that_would_not_be_whole_says_what_is_missing_and_whose_it_is(
    migrated_database_url: dict[str, str], pointed: str, tmp_path: Path
) -> None:
    admin = administrator(migrated_database_url).rpartition("/")[0]
    with psycopg.connect(f"{admin}/{pointed}") as superuser:
        superuser.execute("CREATE TABLE q_foreign (n int)")
        superuser.execute("ALTER TABLE q_foreign OWNER TO jeton_web")
    said = refused("backup", str(tmp_path / "never.dump"))
    assert "jeton_owner may not read q_foreign (of jeton_web)" in said
    assert "ALTER TABLE q_foreign OWNER TO jeton_owner" in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("pointed")
def test_a_backup_goes_nowhere_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "is a folder" in refused("backup", str(tmp_path))
    assert "cannot be written" in refused("backup", str(tmp_path / "file" / "below.dump"))
    assert "cannot be written" in refused("backup", "/dev/full/x.dump")


@pytest.mark.usefixtures("pointed")
def test_half_a_backup_leaves_nothing_behind(
    migrated_database_url: dict[str, str], tmp_path: Path
) -> None:
    whole, half = tmp_path / "whole.dump", tmp_path / "half.dump"
    call_command("backup", str(whole))
    half.write_bytes(whole.read_bytes()[: whole.stat().st_size * 2 // 3])
    (tmp_path / "text.dump").write_text("no backup")
    admin, name = administrator(migrated_database_url), f"half_{os.getpid()}"
    options = ("--database", name, "--administrator", admin)
    assert "end of file" in refused("restore", str(half), *options)
    said = refused("restore", str(tmp_path / "text.dump"), *options)
    assert "does not appear to be a valid archive" in said
    with psycopg.connect(admin) as superuser:
        found = superuser.execute("SELECT FROM pg_database WHERE datname = %s", [name])
        assert found.fetchone() is None


def test_an_encrypted_backup_opens_for_whoever_has_the_key_and_is_rehearsed(
    migrated_database_url: dict[str, str],
    pointed: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    key, other = tmp_path / "key.txt", tmp_path / "other.txt"
    for made in (key, other):
        call_command("backup", "--new-key", str(made))
    readers = [line.strip() for line in capsys.readouterr().out.splitlines() if "age1" in line]
    monkeypatch.setattr(settings, "BACKUP_DIR", tmp_path / "backups")
    monkeypatch.setattr(settings, "BACKUP_RECIPIENTS", readers[:1])
    for _ in range(2):
        call_command("backup", "--keep", "1")
    assert "at least 1, not '0'" in refused("backup", "--keep", "0")
    (sealed,) = (tmp_path / "backups").iterdir()
    assert sealed.name.endswith(".dump.age")
    assert (key.stat().st_mode | sealed.stat().st_mode) & 0o077 == 0
    content = sealed.read_bytes()
    assert content.startswith(b"age-encryption.org/v1")
    assert b"PGDMP" not in content

    name = f"sealed_{os.getpid()}"
    options = ("--database", name, "--administrator", administrator(migrated_database_url))
    assert "name the file with the private key" in refused("restore", "--rehearse", *options)
    for wrong in (other, tmp_path / "nothing"):
        said = refused("restore", "--rehearse", "--identity", str(wrong), *options)
        assert "cannot be opened with" in said
    backups = {"BACKUP_DIR": str(tmp_path / "backups")}
    told = manage(
        migrated_database_url | backups, "restore", "--rehearse", "--identity", str(key), *options
    )
    assert "The books are in order" in told
    assert f"{name} is dropped again" in told
    with psycopg.connect(administrator(migrated_database_url)) as superuser:
        found = superuser.execute("SELECT FROM pg_database WHERE datname = %s", [name])
        assert found.fetchone() is None

    assert "name it plain.dump.age" in refused("backup", str(tmp_path / "plain.dump"))
    assert "is there already" in refused("backup", str(sealed))
    assert sealed.read_bytes() == content


NO_ADDRESS = {"DATABASE_URL": "", "DATABASE_WORKER_URL": "", "DATABASE_OWNER_URL": ""}
PLAYED = "SELECT count(*) FROM games_tableevent"


def test_a_platform_that_plays_is_backed_up_and_the_backup_audited_beside_it(
    site: Site, tmp_path: Path
) -> None:
    """The shared one, which is only read; whole platforms move in test_backups_of_played.

    The restored database stays until that platform ends: to drop it would wait for everybody who
    is connected there.
    """
    environ = NO_ADDRESS | {"DATA_DIR": str(site.data_dir)}
    places, file, name = Places(site.data_dir), str(tmp_path / "played.dump"), f"p_{os.getpid()}"
    with (
        two_at_play(site),
        psycopg.connect(places.dsn(OWNER), autocommit=True) as looking,
    ):
        before = events(looking)
        begun = until(lambda: (now := events(looking)) > before and now, what="play")
        manage(environ, "backup", file)
    told = manage(environ, "restore", file, "--database", name)
    assert "The books are in order" in told
    assert "SEED_KEY" not in told
    with psycopg.connect(places.dsn(OWNER), dbname=name) as restored:
        assert events(restored) >= begun
        assert restored.execute("SELECT count(*) FROM pgmq.q_jeton").fetchone() == (0,)


@contextmanager
def two_at_play(site: Site) -> Iterator[None]:
    """Two people take turns for as long as this lasts."""
    table, players = seat_two(site.port, format="ring", rounds=8)
    over = threading.Event()

    def go_on() -> None:
        while not over.wait(0.1):
            for player in players:
                player.take_turn(table)

    playing = threading.Thread(target=go_on)
    playing.start()
    try:
        yield
    finally:
        over.set()
        playing.join()


def events(looking: psycopg.Connection[tuple[int, ...]]) -> int:
    row = looking.execute(PLAYED).fetchone()
    return row[0] if row else 0
