"""Settings as a whole: a production environment is clean, an incomplete one stops the start."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from config.mail import mail_settings
from tests.architecture.sources import ROOT

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


def test_the_deployment_check_is_clean_in_production(database_url: dict[str, str]) -> None:
    environ = database_url | {"PUBLIC_URL": "https://play.example.org"}
    done = manage("check", "--deploy", "--fail-level=WARNING", **environ)
    assert done.returncode == 0, done.stderr


def test_the_deployment_check_refuses_a_superuser_and_lost_commits(
    database_url: dict[str, str],
) -> None:
    """The tests' own cluster runs without fsync, which is just what must never be."""
    url = database_url["DATABASE_URL"].replace("jeton_app@", "postgres@")
    environ = database_url | {"DATABASE_URL": url, "PUBLIC_URL": "https://play.example.org"}
    done = manage("check", "--deploy", "--database", "default", **environ)
    assert done.returncode == 1
    assert "config.E001" in done.stderr
    assert "fsync is off" in done.stderr


@pytest.mark.parametrize(
    ("environ", "message"),
    [
        ({"DATABASE_URL": "postgresql://db/jeton"}, "SECRET_KEY (or SECRET_KEY_FILE) is not set"),
        ({"DATABASE_URL": "sqlite:///x"}, "DATABASE_URL must start with postgres://"),
        ({"PORT": "http"}, "PORT must be a whole number"),
        ({"CELERY_BROKER_URL": "kafka://x"}, "CELERY_BROKER_URL must start with"),
        ({"LOG_LEVEL": "loud"}, "LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR"),
    ],
)
def test_a_wrong_setting_stops_the_start_and_is_named(
    environ: dict[str, str], message: str
) -> None:
    done = manage("check", **environ)
    assert done.returncode != 0
    assert message in done.stderr


def test_a_database_is_set_up_from_nothing(database_url: dict[str, str]) -> None:
    """Roles, database, tables and rights, through nothing but the documented commands."""
    fresh = {
        key: value.replace("/own_", "/fresh_") if key.endswith("_URL") else value
        for key, value in database_url.items()
    }
    administrator = database_url["DATABASE_OWNER_URL"].replace("jeton_owner@", "postgres@")
    done = manage("setup_database", administrator.rpartition("/")[0] + "/postgres", **fresh)
    assert done.returncode == 0, done.stderr
    migrated = manage("migrate", "--database", "owner", "--verbosity=0", **fresh)
    assert migrated.returncode == 0, migrated.stderr
    looked = manage("showmigrations", "--plan", **fresh)
    assert "[ ]" not in looked.stdout
    assert "[X]  config.0001_queue" in looked.stdout


def test_mail_goes_where_its_address_says() -> None:
    settings = mail_settings("smtp://me%40there:p%20w@mail.example.org")
    assert settings["EMAIL_HOST_USER"] == "me@there"
    assert settings["EMAIL_HOST_PASSWORD"] == "p w"
    assert (settings["EMAIL_PORT"], settings["EMAIL_USE_TLS"]) == (587, True)
    assert mail_settings("smtps://mail.example.org")["EMAIL_PORT"] == 465
    assert mail_settings("")["EMAIL_BACKEND"].endswith("console.EmailBackend")
