"""Another version on tables of the one before: all old or all new, never in between."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest

from config.embedded.places import Places
from config.embedded.platform import embedded_database
from config.embedded.roles import OWNER
from tests.chance import dice
from tests.installing.wheels import data_of, environ, installed, said
from tests.promises.tally import sized, tell
from tests.running.demo import copy_prepared, processes_below
from tests.running.real_server import a_real_server, address
from tests.running.small_disk import a_small_disk, fill
from tests.running.waiting import until

pytestmark = pytest.mark.process

MIGRATION = """
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("backoffice", "{before}")]
    operations = [migrations.RunSQL({statements!r})]
"""
NEW = "INSERT INTO run_setting (name, value) VALUES ('of the next version', 'true')"
OLD_ONE, NEW_ONE = (["0001_initial"], False), (["0001_initial", "0002_next"], True)
HARMLESS = "ALTER TABLE run_setting ALTER value SET STATISTICS 100"
MINTED = (
    "ALTER TABLE chip_account DISABLE TRIGGER USER;"
    "UPDATE chip_account SET balance = balance + 1 WHERE kind = 'mint';"
    "ALTER TABLE chip_account ENABLE TRIGGER USER"
)
# What is wrong with a migration, and what is said of it.
WRONG: Mapping[Any, str] = {
    "SELECT 1 / 0": "division by zero",
    ("SELECT",): "its copy could not be upgraded: Expected a 2-tuple",
    MINTED: "the audit of its upgraded copy fails",
    "SELECT pg_terminate_backend(pg_backend_pid())": "terminating connection",
    "SET LOCAL statement_timeout = 1; SELECT pg_sleep(9)": "statement timeout",
}
HALF_WAY = "a migration fails half-way"
Upgrading = subprocess.Popen[str]
FAILURES: Mapping[str, Callable[[Upgrading, Path], object]] = {
    "killed": lambda upgrading, home: upgrading.kill(),
    "database killed": lambda upgrading, home: strike(upgrading, "postgres -D", signal.SIGKILL),
    "connection lost": lambda upgrading, home: strike(upgrading, "[local]", signal.SIGTERM),
    "disk full": lambda upgrading, home: fill(home),
    HALF_WAY: lambda upgrading, home: None,
}
STEPS = ("is copied", "are done", "in order", "is the new one")
# Once the copy has its room, hardly anything more is needed.
MOMENTS = {"disk full": ("",)}


@pytest.fixture(scope="module")
def jeton(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """In an environment of its own: versions come and go there."""
    return installed(wheel, tmp_path_factory.mktemp("environment") / "venv")


@pytest.fixture(scope="module")
def house(home: Path) -> Path:
    """Of somebody who has stopped it, to install another version."""
    data = data_of(home)
    data.parent.mkdir(parents=True)
    copy_prepared(data)
    return data


@pytest.fixture
def versions(jeton: Path) -> Iterator["Versions"]:
    (migrations,) = jeton.parents[1].glob("lib/*/site-packages/jeton/house/backoffice/migrations")
    versions = Versions(migrations)
    yield versions
    versions.go_back()


class Versions:
    """The installed version, which may become another one."""

    def __init__(self, migrations: Path) -> None:
        self.migrations = migrations
        self.files: list[Path] = []

    def next(self, *migrations: str | list[Any]) -> None:
        for number, statements in enumerate(migrations, 2):
            before = self.files[-1].stem if self.files else "0001_initial"
            name = f"{number:04}_{'next' if number == 2 else 'later'}.py"
            self.files.append(self.migrations / name)
            self.files[-1].write_text(MIGRATION.format(before=before, statements=statements))

    def go_back(self) -> None:
        for file in self.files:
            file.unlink()
        self.files.clear()


def tables_of(data: Path) -> tuple[list[str], bool]:
    """Which migrations of the office they have had, and whether the next one's row is there."""
    places = Places(data)
    with embedded_database(places), psycopg.connect(places.dsn(OWNER)) as database:
        had = database.execute(
            "SELECT name FROM django_migrations WHERE app = 'backoffice' ORDER BY name"
        ).fetchall()
        new = database.execute(
            "SELECT 1 FROM run_setting WHERE name = 'of the next version'"
        ).fetchone()
    return [name for (name,) in had], new is not None


def kept_in(told: str) -> str:
    return told.partition("kept as ")[2].partition(":")[0]


def test_the_next_versions_tables_come_by_an_upgrade_and_those_before_can_come_back(
    house: Path, jeton: Path, home: Path, versions: Versions
) -> None:
    versions.next(NEW)
    done = said(jeton, home, "upgrade")
    assert (done.returncode, done.stderr) == (0, "")
    assert "The books are in order" in done.stdout
    assert tables_of(house) == NEW_ONE

    versions.go_back()
    refused = said(jeton, home, "upgrade")
    assert refused.returncode == 1
    assert "of a newer version" in refused.stderr
    assert "backoffice.0002_next" in refused.stderr
    kept = kept_in(done.stdout)
    back = said(jeton, home, "upgrade", "--back", kept)
    assert back.returncode == 0
    assert tables_of(house) == OLD_ONE
    refused = said(jeton, home, "upgrade", "--forget", kept)
    assert refused.returncode == 1
    assert kept_in(back.stdout) in refused.stderr
    assert said(jeton, home, "upgrade", "--forget", kept_in(back.stdout)).returncode == 0


@pytest.mark.drawn(1)
@pytest.mark.parametrize("wrong", WRONG, ids=list(WRONG.values()))
def test_what_fails_half_way_leaves_everything_as_it_was(
    wrong: Any, house: Path, jeton: Path, home: Path, versions: Versions
) -> None:
    versions.next(NEW, [HARMLESS, wrong])
    refused = said(jeton, home, "upgrade")
    assert refused.returncode == 1
    assert "jeton is as it was" in refused.stderr
    assert WRONG[wrong] in refused.stderr
    assert tables_of(house) == OLD_ONE


@pytest.mark.soak
def test_nobody_may_work_in_it_meanwhile(
    house: Path, jeton: Path, home: Path, versions: Versions
) -> None:
    versions.next(NEW)
    places = Places(house)
    with embedded_database(places):
        with psycopg.connect(places.dsn(OWNER)):
            refused = said(jeton, home, "upgrade")
        assert refused.returncode == 1
        assert "somebody works in jeton: stop the platform" in refused.stderr
        upgrading = begin(jeton, home)
        assert "is copied" in read_until(upgrading, "is copied")
        psycopg.connect(places.dsn(OWNER)).close()  # came, and has gone again
        said_last = upgrading.communicate()[1]
    assert upgrading.returncode == 1
    assert "somebody worked in jeton meanwhile" in said_last
    assert tables_of(house) == OLD_ONE


@pytest.mark.soak
def test_a_house_on_a_server_of_its_own_is_upgraded_by_an_administrator(
    jeton: Path, home: Path, versions: Versions
) -> None:
    with a_real_server() as port:
        admin = address(port, "postgres", "postgres")
        told = {
            name: address(port, role, "jeton")
            for name, role in (
                ("DATABASE_URL", "jeton_web"),
                ("DATABASE_WORKER_URL", "jeton_worker"),
                ("DATABASE_OWNER_URL", "jeton_owner"),
            )
        } | {"SECRET_KEY": "s" * 50, "SEED_KEY": "t" * 50}

        def done(*words: str) -> str:
            ran = said(jeton, home, *words, **told)
            assert ran.returncode == 0, ran.stderr
            return ran.stdout

        done("setup_database", admin)
        with psycopg.connect(admin, autocommit=True) as server:
            server.execute("ALTER DATABASE jeton SET log_min_error_statement = 'panic'")
            server.execute("ALTER DATABASE jeton SET search_path = '$user', public")
        done("migrate", "--database", "owner")
        versions.next(NEW)
        assert said(jeton, home, "upgrade", **told).stderr.startswith(
            "CommandError: name a role that may create databases"
        )
        kept = kept_in(done("upgrade", "--administrator", admin))
        assert "The books are in order" in done("audit")
        versions.go_back()
        with psycopg.connect(admin) as server:
            told_both = server.execute(
                "SELECT datname, setconfig FROM pg_db_role_setting"
                "  JOIN pg_database ON pg_database.oid = setdatabase WHERE setrole = 0"
            ).fetchall()
        assert {name for name, _ in told_both} == {"jeton", kept}
        assert {tuple(told) for _, told in told_both} == {
            ("log_min_error_statement=panic", 'search_path="$user", public')
        }
        done("upgrade", "--back", kept, "--administrator", admin)
        assert "The books are in order" in done("audit")


@pytest.mark.drawn(1)
@pytest.mark.parametrize("step", STEPS)
def test_it_may_be_killed_at_any_moment(
    step: str, house: Path, jeton: Path, home: Path, versions: Versions
) -> None:
    killed(step, 0.0, house, jeton, home, versions)


@pytest.mark.soak
def test_the_next_version_does_not_start_before_its_upgrade(
    house: Path, jeton: Path, home: Path, versions: Versions
) -> None:
    versions.next(NEW)
    refused = said(jeton, home, "demo")
    assert refused.returncode == 1
    assert "Run `jeton upgrade` first" in refused.stderr
    assert tables_of(house) == OLD_ONE
    versions.go_back()
    assert said(jeton, home, "upgrade").stdout.startswith("Nothing to do")


@pytest.mark.soak
@pytest.mark.promise
@pytest.mark.timeout(20_000)  # on a full disk PostgreSQL is waited for, two minutes each time
@pytest.mark.parametrize("kind", FAILURES)
def test_whatever_fails_in_between_the_house_is_old_or_new_and_whole(
    kind: str, jeton: Path, tmp_path: Path, versions: Versions
) -> None:
    """The promise of upgrades; at moments that are drawn. Only upgrades that failed count."""
    drawn, tried = dice(f"upgrades: {kind}"), sized(5, small=5, full=20)
    lost: list[str] = []
    failed = 0
    with a_small_disk(
        tmp_path / "disk", megabytes=1500
    ) as home:  # PostgreSQL keeps much of its log
        data = data_of(home)
        data.parent.mkdir(parents=True)
        copy_prepared(data)

        def expect(*words: str) -> None:
            done = said(jeton, home, *words)
            if done.returncode:
                lost.append(f"{words}: {done.stderr[-400:]}")

        for _ in range(10 * tried):
            if failed == tried:
                break
            versions.next(NEW, *(half_way(drawn) if kind == HALF_WAY else ()))
            upgrading = begin(jeton, home)
            if kind != HALF_WAY:
                read_until(upgrading, drawn.choice(MOMENTS.get(kind, ("", *STEPS[:-1]))))
                time.sleep(drawn.uniform(0, 2))
            FAILURES[kind](upgrading, home)
            upgrading.communicate()
            failed += upgrading.returncode != 0
            (home / "filler").unlink(missing_ok=True)
            found = tables_of(data)
            if found == NEW_ONE:
                expect("audit")
                expect("upgrade", "--back", the_one_kept(data))
                expect("upgrade", "--forget", the_one_kept(data))
            elif found != OLD_ONE:
                lost.append(str(found))
            versions.go_back()
            expect("audit")
    tell("upgrades", of=kind, tried=tried, lost=len(lost))
    assert lost == []
    assert failed == tried


def half_way(drawn: Random) -> list[list[Any]]:
    """Some migrations that do no harm, and one that does after some statements."""
    wrong = [HARMLESS] * drawn.randrange(3) + [drawn.choice(list(WRONG))]
    return [[HARMLESS]] * drawn.randrange(3) + [wrong]


def killed(
    step: str, later: float, house: Path, jeton: Path, home: Path, versions: Versions
) -> None:
    """So many seconds after it has said the step; all is old or new then, and goes back to old."""
    versions.next(NEW)
    upgrading = begin(jeton, home)
    read_until(upgrading, step)
    time.sleep(later)
    upgrading.kill()
    upgrading.communicate()
    found = tables_of(house)
    assert found in (OLD_ONE, NEW_ONE), (step, later)
    if found == NEW_ONE:
        assert said(jeton, home, "audit").returncode == 0, (step, later)
        assert said(jeton, home, "upgrade", "--back", the_one_kept(house)).returncode == 0
    versions.go_back()
    assert said(jeton, home, "audit").returncode == 0, (step, later)


def begin(jeton: Path, home: Path) -> Upgrading:
    return subprocess.Popen(
        [jeton, "upgrade"],
        env=environ(home),
        cwd=home,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def read_until(upgrading: Upgrading, words: str) -> str:
    """What it has said up to the line with these words, if it is to be waited for."""
    told = ""
    if not words:
        return told
    assert upgrading.stdout is not None
    for line in upgrading.stdout:
        told += line
        if words in line:
            return told
    raise AssertionError(f"{words}: {told}{upgrading.communicate()[1]}")


def the_one_kept(data: Path) -> str:
    """The name of the database of before, which the killed command had no time to tell."""
    places = Places(data)
    with embedded_database(places), psycopg.connect(places.dsn(OWNER)) as database:
        row = database.execute(
            "SELECT max(datname) FROM pg_database WHERE starts_with(datname, 'jeton_until_')"
        ).fetchone()
    return str(row[0]) if row else ""


def strike(upgrading: Upgrading, words: str, with_signal: signal.Signals) -> None:
    """One of the processes that it has started, as soon as there is one; unless it ends before."""

    def there() -> list[int]:
        below = processes_below(upgrading.pid, generations=2).items()
        return [pid for pid, command in below if words in command]

    until(lambda: upgrading.poll() is not None or there(), what=words)
    for pid in there()[-1:]:
        with suppress(ProcessLookupError):
            os.kill(pid, with_signal)
