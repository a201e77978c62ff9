"""The platform on a PostgreSQL server of the machine's own."""

import secrets
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from config.broker.queue import conninfo
from tests.running.legal import filled_in
from tests.running.real_server import PASSWORD, a_real_server, address
from tests.running.test_settings import manage

pytestmark = [pytest.mark.process]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with a_real_server() as chosen:
        yield chosen


CHECKED = ["check", "--deploy", "--fail-level=WARNING", "--database=default"]


def test_the_platform_finds_its_way_to_it(port: int, tmp_path: Path) -> None:
    carry_out(port, tmp_path, CHECKED)


@pytest.mark.soak
def test_the_platform_sets_itself_up_on_it(port: int, tmp_path: Path) -> None:
    carry_out(port, tmp_path, ["migrate", "--database=owner", "--verbosity=0"], CHECKED, ["audit"])


def carry_out(port: int, folder: Path, *commands: list[str]) -> None:
    """After the database was made; each must go well."""
    environ = {
        "DATABASE_URL": address(port, "jeton_web", "jeton"),
        "DATABASE_WORKER_URL": address(port, "jeton_worker", "jeton"),
        "DATABASE_OWNER_URL": address(port, "jeton_owner", "jeton"),
        "SECRET_KEY": secrets.token_urlsafe(48),
        "SEED_KEY": secrets.token_urlsafe(48),
        "PUBLIC_URL": "https://play.example.org",
        "LEGAL_DIR": filled_in(folder),
    }
    for command in (["setup_database", address(port, "postgres", "postgres")], *commands):
        done = manage(*command, **environ)
        assert done.returncode == 0, (command, done.stdout, done.stderr)


def test_the_queue_finds_it_with_a_password_full_of_punctuation(port: int) -> None:
    database = {
        "HOST": "127.0.0.1",
        "PORT": port,
        "NAME": "postgres",
        "USER": "postgres",
        "PASSWORD": PASSWORD,
    }
    psycopg.connect(conninfo(database)).close()
