"""The platform through PgBouncer as `deploy/` sets it up: a connection for each transaction."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from tests.deploying.files import DEPLOY
from tests.deploying.pooler import Pooler, a_pooler
from tests.running.demo import Demo, launch, running
from tests.running.test_settings import manage
from tests.running.waiting import until
from tests.tournaments.evening import Evening

pytestmark = pytest.mark.process

ROLES = ["jeton_web", "jeton_worker"]


@dataclass(frozen=True, slots=True)
class Pooled:
    """The environment of a platform that reaches its database through PgBouncer, and that."""

    environ: dict[str, str]
    pooler: Pooler


@pytest.fixture
def pooled(migrated_database_url: dict[str, str]) -> Iterator[Pooled]:
    behind = conninfo_to_dict(migrated_database_url["DATABASE_URL"])
    host, name = str(behind["host"]), behind["dbname"]
    with (
        psycopg.connect(host=host, user="postgres", autocommit=True) as admin,
        a_pooler(host, users=ROLES) as pooler,
    ):
        admin.execute((DEPLOY / "database" / "roles.sql").read_bytes())
        try:
            environ = migrated_database_url | {
                "DATABASE_URL": f"postgresql://jeton_web@127.0.0.1:{pooler.port}/{name}",
                "DATABASE_WORKER_URL": f"postgresql://jeton_worker@127.0.0.1:{pooler.port}/{name}",
                "DATABASE_LISTEN_URL": f"postgresql://{quote(host, safe='')}/{name}",
            }
            yield Pooled(environ, pooler)
        finally:
            for role in ROLES:
                admin.execute(f"ALTER ROLE {role} RESET ALL")


@pytest.mark.soak
def test_a_tournament_is_played_through_it(pooled: Pooled, tmp_path: Path) -> None:
    """Web, worker, clock, queue and streams, though it is killed; then the books are audited."""
    environ = pooled.environ
    demo = launch(tmp_path / "data", extra=environ | {"SHOW_TABLES": "0"})
    site = Demo(
        port=demo.port,
        data_dir=demo.data_dir,
        output=demo.output,
        process=demo.process,
        database=environ,
    )
    try:
        until(lambda: running(site), seconds=300, what=f"the platform; see {site.output}")
        evening = Evening.publish(site, players=4, stack=30)
        until(lambda: evening.goes_on_from(0), seconds=120, what="a tournament under way")
        pooled.pooler.kill()
        pooled.pooler.start()
        until(evening.is_over, seconds=300, what="the end of the tournament")
        evening.require_a_sound_end()
    finally:
        assert site.stop() == 0


def test_who_listens_through_it_hears_nothing_and_the_doctor_says_so(
    pooled: Pooled,
) -> None:
    """The same with the timeouts of a role that nobody has given any."""
    said = manage("doctor", **pooled.environ).stdout
    assert "notifications are heard" in said, said
    assert "lock_timeout" not in said, said
    pooled.pooler.kill()  # its connections have the timeouts of before
    pooled.pooler.start()
    behind = conninfo_to_dict(pooled.environ["DATABASE_OWNER_URL"])
    with psycopg.connect(host=behind["host"], user="postgres", autocommit=True) as admin:
        for role in ROLES:
            admin.execute(f"ALTER ROLE {role} RESET ALL")
    address = pooled.environ["DATABASE_URL"].replace("jeton_web@", "")
    said = manage("doctor", **pooled.environ | {"DATABASE_LISTEN_URL": address}).stdout
    assert "BAD   database   notifications are not heard" in said, said
    assert "BAD   database   lock_timeout is 0 s" in said, said


def test_a_direct_address_names_nobody(migrated_database_url: dict[str, str]) -> None:
    address = migrated_database_url["DATABASE_URL"]
    done = manage("check", **migrated_database_url | {"DATABASE_LISTEN_URL": address})
    assert done.returncode == 1
    assert "DATABASE_LISTEN_URL names no user" in done.stderr
