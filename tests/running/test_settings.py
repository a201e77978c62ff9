"""Settings as a whole: a production environment is clean, an incomplete one stops the start."""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from config.celery import app
from tests.architecture.sources import ROOT
from tests.chance import dice
from tests.running.legal import filled_in
from web.mail import mail_settings

pytestmark = pytest.mark.process


def manage(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """A management command in an environment that has only what is given."""
    return subprocess.run(
        [sys.executable, "-W", "error", "manage.py", *arguments],
        env={"PATH": os.environ["PATH"]} | environ,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_deployment_check_is_clean_in_production(
    database_url: dict[str, str], tmp_path: Path
) -> None:
    """As soon as the operator has said who they are, in every language."""
    environ = database_url | {"PUBLIC_URL": "https://play.example.org"}
    done = manage("check", "--deploy", "--fail-level=WARNING", **environ)
    assert done.returncode == 1
    assert "privacy.de.txt is not filled in: [[Name und Anschrift" in done.stderr
    environ["LEGAL_DIR"] = filled_in(tmp_path / "legal")
    done = manage("check", "--deploy", "--fail-level=WARNING", **environ)
    assert done.returncode == 0, done.stderr


def test_the_deployment_check_refuses_a_superuser_and_lost_commits(
    database_url: dict[str, str],
) -> None:
    """The tests' own cluster runs without fsync, which is just what must never be."""
    url = database_url["DATABASE_URL"].replace("jeton_web@", "postgres@")
    environ = database_url | {"DATABASE_URL": url, "PUBLIC_URL": "https://play.example.org"}
    done = manage("check", "--deploy", "--database", "default", **environ)
    assert done.returncode == 1
    assert "config.E001" in done.stderr
    assert "fsync is off" in done.stderr


@pytest.mark.soak
def test_web_and_worker_may_be_one_role_until_a_second_is_named(
    migrated_database_url: dict[str, str],
) -> None:
    both = migrated_database_url | {"PUBLIC_URL": "https://play.example.org"}
    alone = {name: value for name, value in both.items() if name != "DATABASE_WORKER_URL"}
    assert "config.W002" in manage("check", "--deploy", **alone).stderr
    granted = manage("database_roles", **alone)
    assert (granted.returncode, granted.stdout) == (0, "jeton_web is web and worker\n")
    with psycopg.connect(both["DATABASE_URL"], autocommit=True) as web:
        web.execute("SELECT chain_seal()")
        web.execute(
            "INSERT INTO accounts_session (session_key, session_data, expire_date, device)"
            " VALUES ('x', '', now(), '')"
        )
        granted = manage("database_roles", **both)
        assert (granted.returncode, granted.stdout) == (0, "web: jeton_web, worker: jeton_worker\n")
        web.execute("DELETE FROM accounts_session")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            web.execute("SELECT chain_seal()")


WRONG = [
    ({"DATABASE_URL": "postgresql://db/jeton"}, "SECRET_KEY (or SECRET_KEY_FILE) is not set"),
    ({"DATABASE_URL": "sqlite:///x"}, "DATABASE_URL must start with postgres://"),
    ({"PORT": "http"}, "PORT must be a whole number"),
    ({"CELERY_BROKER_URL": "kafka://x"}, "CELERY_BROKER_URL must start with"),
    ({"LOG_LEVEL": "loud"}, "LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR"),
]


def test_a_wrong_setting_stops_a_command_and_is_named() -> None:
    """One, drawn by the seed; test_refused_starts asks for many, of a start."""
    assert_named(*dice("wrong settings").choice(WRONG))


@pytest.mark.soak
@pytest.mark.parametrize(("environ", "message"), WRONG)
def test_each_wrong_setting_stops_a_command_and_is_named(
    environ: dict[str, str], message: str
) -> None:
    assert_named(environ, message)


def assert_named(environ: dict[str, str], message: str) -> None:
    done = manage("check", **environ)
    assert done.returncode != 0
    assert message in done.stderr


def set_up(database_url: dict[str, str]) -> dict[str, str]:
    """The environment of a database made by nothing but the documented command."""
    fresh = {
        key: value.replace("/own_", "/fresh_") if key.endswith("_URL") else value
        for key, value in database_url.items()
    }
    administrator = database_url["DATABASE_OWNER_URL"].replace("jeton_owner@", "postgres@")
    done = manage("setup_database", administrator.rpartition("/")[0] + "/postgres", **fresh)
    assert done.returncode == 0, done.stderr
    return fresh


def test_a_database_is_made_for_its_owner_and_closed_to_others(
    database_url: dict[str, str],
) -> None:
    """Its tables are the business of `migrate`, with which every run of tests begins."""
    fresh = set_up(database_url)
    with psycopg.connect(fresh["DATABASE_OWNER_URL"]) as owner:
        owner.execute("CREATE TABLE made (n int)")
    with (
        psycopg.connect(fresh["DATABASE_URL"]) as app,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        app.execute("CREATE TABLE not_made (n int)")


@pytest.mark.soak
def test_a_database_is_set_up_from_nothing(database_url: dict[str, str]) -> None:
    """Roles, database, tables and rights, through nothing but the documented commands."""
    fresh = set_up(database_url)
    migrated = manage("migrate", "--database", "owner", "--verbosity=0", **fresh)
    assert migrated.returncode == 0, migrated.stderr
    looked = manage("showmigrations", "--plan", **fresh)
    assert "[ ]" not in looked.stdout
    assert "[X]  config.0001_initial" in looked.stdout


def test_a_worker_that_dies_over_a_task_has_not_acknowledged_it() -> None:
    app.loader.import_default_modules()
    ours = [task for name, task in app.tasks.items() if not name.startswith("celery.")]
    assert len(ours) > 5
    assert [task.name for task in ours if not task.acks_late] == []
    assert [task.name for task in ours if not task.reject_on_worker_lost] == []


def test_mail_goes_where_its_address_says() -> None:
    settings = mail_settings("smtp://me%40there:p%20w@mail.example.org")
    assert settings["EMAIL_HOST_USER"] == "me@there"
    assert settings["EMAIL_HOST_PASSWORD"] == "p w"
    assert (settings["EMAIL_PORT"], settings["EMAIL_USE_TLS"]) == (587, True)
    assert mail_settings("smtps://mail.example.org")["EMAIL_PORT"] == 465
    assert mail_settings("")["EMAIL_BACKEND"].endswith("console.EmailBackend")
