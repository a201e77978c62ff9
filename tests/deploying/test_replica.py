"""Pages that may be a second old, read from a streaming replica of the tests' own server."""

import datetime as dt
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse
from django.utils import timezone

from accounts.career.seasons import running_season
from accounts.models import Player
from config.embedded.binaries import find_installation
from config.embedded.processes import start_child
from config.embedded.server import THROWAWAY, Server
from config.postgresql.addresses import elsewhere
from tests.running.test_settings import manage
from tests.running.waiting import until
from tests.tournaments.test_desk_pages import with_right
from tournaments.director import Plan
from tournaments.planner.publishing import open_tournament
from tournaments.series.keeping import SeriesWishes, open_series
from tournaments.series.rules import SeriesRules
from web.database import replica
from web.database.replica import REPLICA

pytestmark = [pytest.mark.django_db(transaction=True, databases=["default", "owner"])]

LISTS = ("/tournaments/", "/api/v1/tournaments/")


@pytest.fixture(scope="module")
def server(django_db_setup: None) -> Iterator[Server]:
    """A standby of the whole cluster."""
    home = Path(tempfile.mkdtemp(prefix="jr-"))
    home.chmod(0o711)
    found = Server(
        find_installation(), home / "data", home / "socket", home / "log", options=THROWAWAY
    )
    found.private(found.cluster)
    with found.log.open("wb") as log:
        where = ("-h", connections["owner"].settings_dict["HOST"], "-U", "postgres")
        how = ("-D", found.cluster, "-R", "--checkpoint=fast", "--no-sync", "--no-manifest")
        copied = start_child(
            [found.installation.program("pg_basebackup"), *where, *how],
            output=log,
            user=found.installation.user,
        )
    assert copied.wait(120) == 0, found.log.read_text()
    found.start()
    yield found
    found.end()
    shutil.rmtree(home, ignore_errors=True)


@pytest.fixture
def standby(server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """It has come as far as the primary, and is known to the platform."""
    monkeypatch.setattr(replica, "_known", replica._Known())
    told = connections["default"].settings_dict | {"HOST": str(server.socket_dir)}
    monkeypatch.setitem(connections.settings, REPLICA, told)
    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", connected)
    until(lambda: replica.behind_bytes() == 0, what="the replica")
    yield server
    connections[REPLICA].close()
    del connections[REPLICA]


def connected(wrapper: BaseDatabaseWrapper) -> None:
    """A test of Django's knows before it begins which databases there are."""
    if wrapper.connection is None:
        with wrapper.wrap_database_errors:
            wrapper.connect()


def told(server: Server, act: str) -> None:
    with psycopg.connect(server.dsn(), autocommit=True) as admin:
        admin.execute(f"SELECT pg_wal_replay_{act}()")


def publish(name: str) -> int:
    hour = timezone.now() + dt.timedelta(hours=1)
    return open_tournament(name=name, plan=Plan(), starts_at=hour, is_trial=True).pk


def seen(client: Client, name: str) -> list[bool]:
    return [name in client.get(page).content.decode() for page in LISTS]


def test_visitors_see_what_was_a_moment_ago_and_writers_what_they_wrote(
    standby: Server, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The replica is held back, so what is new cannot come from it."""
    visitor, writer = Client(), Client()
    writer.force_login(anna)
    publish("Before")
    until(lambda: replica.behind_bytes() == 0, what="the replica")
    monkeypatch.setattr(replica, "OLD_SECONDS", 600.0)
    assert seen(visitor, "Before") == [True, True]
    told(standby, "pause")
    try:
        publish("Afterwards")
        assert seen(visitor, "Afterwards") == [False, False], "read from the primary"
        assert seen(writer, "Afterwards") == [True, True]
        number = publish("Told of")
        assert visitor.get(reverse("tournament", args=[number])).status_code == 200
        monkeypatch.setattr(replica, "OLD_SECONDS", 0.0)
        assert seen(visitor, "Afterwards") == [True, True], "older than may be"
        writer.session.flush()
        assert writer.get("/api/v1/me/career/").status_code == 401
        assert writer.get(reverse("profile")).status_code == 302
    finally:
        told(standby, "resume")


def test_another_houses_replica_is_none(standby: Server) -> None:
    """Whose log may well be longer: as after a backup was restored beside the old server."""
    cluster, _ = replica._needed(is_somebody=True)
    assert replica._has_come((cluster, "0/0"))
    assert not replica._has_come((cluster + 1, "0/0"))


def test_no_page_that_may_be_old_writes(
    standby: Server, anna: Player, bert: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is asked while the primary takes no writing."""
    running_season()
    wishes = SeriesWishes("Summer", "", SeriesRules(points="field"))
    series = open_series(wishes=wishes, by=with_right("Planer", "plan_tournament"))
    numbers = {"tournament_id": publish("Read"), "series_id": series.pk, "player_id": bert.pk}
    reader = Client()
    reader.force_login(anna)
    until(lambda: replica.behind_bytes() == 0, what="the replica")
    monkeypatch.setattr(replica, "_serves", lambda **_who: True)
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
    answered = {path: reader.get(path).status_code for path in marked(get_resolver(), "/", numbers)}
    connection.close()
    assert len(answered) > 25, answered
    not_found = {path for path, status in answered.items() if status != 200}
    assert all("/boards/" in path for path in not_found), answered


def marked(resolver: URLResolver, prefix: str, numbers: dict[str, int]) -> Iterator[str]:
    """The addresses of what may be old, as of these things."""
    for one in resolver.url_patterns:
        path = prefix + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from marked(one, path, numbers)
            continue
        view = getattr(getattr(one.callback, "cls", None), "get", one.callback)
        if hasattr(view, "may_be_old"):
            yield re.sub(r"<\w+:(\w+)>", lambda found: str(numbers.get(found[1], 1)), path)


def test_a_dead_replica_loses_nothing(
    standby: Server, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither when it dies beneath a page, nor for who comes then."""
    publish("Here")
    visitor = Client()
    until(lambda: replica.behind_bytes() == 0, what="the replica")
    standby.end()
    with monkeypatch.context() as patch:
        patch.setattr(replica, "_serves", lambda **_who: True)
        assert seen(visitor, "Here") == [True, True]
    assert seen(visitor, "Here") == [True, True]
    assert replica._known.away_until > 0
    with pytest.raises(OperationalError):
        replica.behind_bytes()
    while_one_knocks: list[bool] = []

    def nobody_opens(_needed: str) -> bool:
        while_one_knocks.append(replica._serves(is_somebody=False))
        raise OperationalError("timeout")

    with monkeypatch.context() as patch:
        patch.setattr(replica, "_has_come", nobody_opens)
        replica._known.away_until = 0.001
        assert not replica._serves(is_somebody=False)
    assert while_one_knocks == [False], "the others do not wait at the door"
    standby.start()

    def is_back() -> bool:
        replica._known.away_until = 0.001
        return replica._serves(is_somebody=False)

    until(is_back, what="the replica")
    assert replica._known.away_until == 0.0


def test_its_address_names_nobody(migrated_database_url: dict[str, str]) -> None:
    address = migrated_database_url["DATABASE_URL"]
    done = manage("check", **migrated_database_url | {"DATABASE_REPLICA_URL": address})
    assert done.returncode == 1
    assert "DATABASE_REPLICA_URL names no user" in done.stderr
    with pytest.raises(ImproperlyConfigured, match="names no database"):
        elsewhere({}, "postgresql://10.0.0.2:5432")
