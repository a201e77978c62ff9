"""A throw-away PostgreSQL for the whole run, started when the first test asks for a database.

With DATABASE_LISTEN_URL set, whatever it names, tests reach it through PgBouncer.
"""

from __future__ import annotations

import datetime as dt
import gc
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from config.embedded.binaries import find_installation
from config.embedded.roles import OWNER, WEB, WORKER
from config.embedded.server import THROWAWAY, Server
from tests.architecture.sources import ROOT
from tests.roles import STAGE, create_roles
from tests.running.demo import PREFIX, RUN, Site, alone, end_abandoned_runs, end_run, shared_site

pytest_plugins = [
    "tests.chance",
    "tests.keeping",
    "tests.order",
    "tests.sharing",
    "tests.skipping",
]

if TYPE_CHECKING:
    from accounts.models import Player

# Tests open tables of every kind; what premium is needed for is tested in tests/league.
PREMIUM_FOR_NOTHING = "none"
# Hashing slowly is Django's business; half a second for each person of a test would only cost time.
QUICK_PASSWORDS = "django.contrib.auth.hashers.MD5PasswordHasher"
# A test's transaction lasts as long as the test, whatever it works out meanwhile; and how long
# somebody waits for a row shall depend on who holds it, not on the machine.
PATIENT = " -c idle_in_transaction_session_timeout=0 -c lock_timeout=120s"
# A machine that runs everything at once may take its time to let somebody in.
CONNECTED_WITHIN_SECONDS = 60

_SOCKET_DIR = pytest.StashKey[str]()
_SERVER = pytest.StashKey[Server]()


def _socket_dir(config: pytest.Config) -> str:
    """The run's cluster, started at the first call; parallel workers get the controller's."""
    if _SOCKET_DIR not in config.stash:
        home = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
        home.chmod(0o711)
        server = Server(
            find_installation(), home / "data", home / "socket", home / "log", options=THROWAWAY
        )
        server.start()
        config.stash[_SERVER] = server
        with psycopg.connect(server.dsn(), autocommit=True) as admin:
            create_roles(admin)
        config.stash[_SOCKET_DIR] = str(server.socket_dir)
    return config.stash[_SOCKET_DIR]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--hands", type=int, help="how many hands the melding tests ask about per mix of laws"
    )
    parser.addoption(
        "--rounds", type=int, help="how many rounds are played over all sets of special rules"
    )


def pytest_configure(config: pytest.Config) -> None:
    from django.conf import settings

    os.environ["PREMIUM_RIGHTS"] = PREMIUM_FOR_NOTHING  # for the processes that tests start
    settings.PREMIUM_RIGHTS = [PREMIUM_FOR_NOTHING]
    settings.PASSWORD_HASHERS = [QUICK_PASSWORDS]
    if not hasattr(config, "workerinput"):
        os.environ[RUN] = str(os.getpid())
        end_abandoned_runs()
    handed = getattr(config, "workerinput", {}).get("socket_dir")
    if handed:
        config.stash[_SOCKET_DIR] = handed


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput["socket_dir"] = _socket_dir(node.config)


def pytest_unconfigure(config: pytest.Config) -> None:
    server = config.stash.get(_SERVER, None)
    if server is not None:
        server.stop()
    if not hasattr(config, "workerinput"):
        end_run(os.getpid())


_DATABASE_FIXTURES = frozenset(
    {"db", "transactional_db", "live_server", "database_url", "migrated_database_url"}
)


_MARKED_BY_FIXTURE = {"site": "process", "chromium": "browser"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs PostgreSQL, a platform or a browser: the pure tests run without them.

    A committing test must name the owner's alias: only the owner may empty the tables again.
    What takes many minutes by its nature has an hour, unless it says otherwise.
    """
    for item in items:
        if item.get_closest_marker("soak") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(3600))
        marker = item.get_closest_marker("django_db")
        if marker or _DATABASE_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("database")
        for fixture, mark in _MARKED_BY_FIXTURE.items():
            if fixture in getattr(item, "fixturenames", ()):
                item.add_marker(mark)
        if marker and os.environ.get("DATABASE_LISTEN_URL"):
            marker = pytest.mark.django_db(**{**marker.kwargs, "databases": "__all__"}).mark
            item.own_markers.insert(0, marker)
        if marker and marker.kwargs.get("transaction"):
            databases = marker.kwargs.get("databases") or []
            if databases != "__all__" and "owner" not in databases:
                raise pytest.UsageError(
                    f"{item.nodeid}: transaction=True needs databases=['default', 'owner']"
                )


def pytest_collection_finish(session: pytest.Session) -> None:
    """The owner's database is the only one there is: one test asks for it, for all of them.

    And what has been collected stays: no look for what may be let go has to go through it.
    """
    gc.freeze()
    for item in session.items:
        marker = item.get_closest_marker("django_db")
        if marker:
            both = {**marker.kwargs, "databases": ["default", "owner"]}
            item.add_marker(pytest.mark.django_db(**both), append=False)
            return


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """Point all connections at the throw-away cluster, and copy a migrated database."""
    from django.conf import settings
    from django.db import connections

    socket_dir = _socket_dir(request.config)
    connections["owner"].settings_dict["TEST"]["TEMPLATE"] = _migrated(socket_dir)
    connections[settings.SESSIONS].settings_dict["OPTIONS"]["options"] += PATIENT
    for alias in connections:
        role = OWNER if alias == "owner" else STAGE
        connections[alias].settings_dict["OPTIONS"]["connect_timeout"] = CONNECTED_WITHIN_SECONDS
        connections[alias].settings_dict |= {
            "HOST": socket_dir,
            "PORT": "",
            "USER": role,
            "PASSWORD": "",
            "NAME": "jeton",
            "CONN_MAX_AGE": 0,
        }


@pytest.fixture(autouse=True)
def _language() -> Iterator[None]:
    """A page asked for in German leaves German behind in its thread: the next test shall not."""
    from django.conf import settings
    from django.utils import translation

    yield
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture(autouse=True)
def _one_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """What counts how often something is done finds one moment: no window ends within a test."""
    from web.security import limits

    now = f"timestamptz '{dt.datetime.now(dt.UTC).isoformat()}'"
    for name in ("HIT", "COUNT", "GIVE_BACK", "FORGET"):
        statement = getattr(limits, name)
        assert "clock_timestamp()" in statement
        monkeypatch.setattr(limits, name, statement.replace("clock_timestamp()", now))


@pytest.fixture
def anna() -> Player:
    """Somebody with a name and a password; where more is needed, a folder makes its own."""
    return person("Anna")


@pytest.fixture
def bert() -> Player:
    return person("Bert")


def person(name: str) -> Player:
    from accounts.joining.players import create_player

    return create_player(name=name, password="rummy-evening")


def _migrated(socket_dir: str) -> str:
    """The database that one process of the run migrated, for all of them to copy."""
    name = "jeton_migrated"
    with alone(), psycopg.connect(f"host={socket_dir} user=postgres", autocommit=True) as admin:
        if not admin.execute("select 1 from pg_database where datname = %s", [name]).fetchone():
            admin.execute(f"create database migrating owner {OWNER}")
            subprocess.run(
                [sys.executable, "manage.py", "migrate", "--database=owner", "--verbosity=0"],
                env=os.environ | _urls(socket_dir, "migrating"),
                cwd=ROOT,
                check=True,
            )
            admin.execute(f"alter database migrating rename to {name}")
    return name


def _urls(socket_dir: str, name: str) -> dict[str, str]:
    host = socket_dir.replace("/", "%2F")
    return {
        "DATABASE_URL": f"postgresql://{WEB}@{host}/{name}",
        "DATABASE_WORKER_URL": f"postgresql://{WORKER}@{host}/{name}",
        "DATABASE_OWNER_URL": f"postgresql://{OWNER}@{host}/{name}",
        "SECRET_KEY": "a key of the tests alone, never of anything that runs",
        "SEED_KEY": "another key of the tests alone, for the shuffles",
    }


@pytest.fixture
def database_url(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """An empty database for tests that start real processes: the environment to give them."""
    with _own_database(request, template="template1") as environ:
        yield environ


@pytest.fixture
def migrated_database_url(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """The same with all tables in it: a copy, for migrating takes longer than most tests."""
    with _own_database(request, template=_migrated(_socket_dir(request.config))) as environ:
        yield environ


@contextmanager
def _own_database(request: pytest.FixtureRequest, *, template: str) -> Iterator[dict[str, str]]:
    socket_dir = _socket_dir(request.config)
    name = f"own_{os.getpid()}_{abs(hash(request.node.nodeid)) % 10**8}"
    with psycopg.connect(f"host={socket_dir} user=postgres", autocommit=True) as admin:
        admin.execute(f'create database "{name}" template "{template}" owner {OWNER}')
        yield _urls(socket_dir, name)
        admin.execute(f'drop database "{name}" with (force)')


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    django_db_setup: None,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[None]:
    """Before the test database is dropped, nobody of ours may still be in it."""
    from django.conf import settings
    from django.db import connections
    from django.test import TransactionTestCase

    from tests.emptying import Emptier

    empty = Emptier(_socket_dir(request.config))
    thoroughly = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        if settings.DATABASE_LISTEN_URL:
            stack.enter_context(_pooled(_socket_dir(request.config)))
        patch.setattr(
            TransactionTestCase, "_fixture_teardown", lambda case: empty() or thoroughly(case)
        )
        yield
        connections.close_all()


@contextmanager
def _pooled(socket_dir: str) -> Iterator[None]:
    """Lead the platform's connections through PgBouncer, which hands on no options."""
    from django.db import connections

    from tests.deploying.pooler import a_pooler

    with (
        psycopg.connect(f"host={socket_dir} user=postgres", autocommit=True) as admin,
        a_pooler(socket_dir, users=[STAGE]) as pooler,
    ):
        admin.execute(f"ALTER ROLE {STAGE} SET lock_timeout = '120s'")
        connections["default"].settings_dict |= {"HOST": "127.0.0.1", "PORT": pooler.port}
        yield


@pytest.fixture
def short_home() -> Iterator[Path]:
    """A server's user may pass through it, and its sockets' paths are none too long."""
    made = Path(tempfile.mkdtemp(prefix="jt-"))
    made.chmod(0o711)
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture(scope="session")
def site() -> Site:
    """One running platform for all tests that ask it from outside, and leave it as it is."""
    return shared_site()
