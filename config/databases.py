"""A second database beside the platform's: filled, looked through, and put in its place or not.

`restore` fills one from a backup and `upgrade` from the platform's own. Both leave the platform's
alone until the other is proved.
"""

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.conf import settings
from django.core.management.base import CommandError
from django.db import connections

from config.backups import address_of
from config.embedded.platform import embedded_database
from config.embedded.roles import SUPERUSER, create_database, drop_database
from config.postgresql.addresses import VARIABLES, database
from config.version import PROGRAM

Admin = psycopg.Connection[Any]


def name_of_ours() -> str:
    return str(settings.DATABASES["owner"]["NAME"])


def ask_for_administrator(parser: ArgumentParser) -> None:
    """The option whose value `administered` takes."""
    parser.add_argument(
        "--administrator",
        default="",
        help="address of a role that may create databases; needed with DATABASE_URL",
    )


@contextmanager
def administered(administrator: str) -> Iterator[Admin]:
    """As a role that may create databases, on a server that runs meanwhile.

    The embedded one is started where it does not run, and made where there is none yet.
    """
    connections.close_all()
    if administrator:
        with psycopg.connect(administrator, autocommit=True) as admin:
            yield admin
    elif settings.EMBEDDED:
        address = settings.PLACES.dsn(SUPERUSER, database="postgres")
        with (
            embedded_database(settings.PLACES),
            psycopg.connect(address, autocommit=True) as admin,
        ):
            yield admin
    else:
        raise CommandError("name a role that may create databases: --administrator postgresql://…")


def require_house() -> None:
    """Raises CommandError where nothing was ever set up."""
    if settings.EMBEDDED and not (settings.PLACES.cluster / "PG_VERSION").exists():
        raise CommandError(
            f"there is no house in {settings.PLACES.data_dir}: `{PROGRAM} setup` makes one, or set "
            "DATA_DIR to where yours is"
        )


def is_there(admin: Admin, name: str) -> bool:
    row = admin.execute("select 1 from pg_database where datname = %s", [name]).fetchone()
    return row is not None


@contextmanager
def made(admin: Admin, name: str, *, template: str = "template0") -> Iterator[None]:
    """A database for the platform's roles, of which nothing is left where filling it fails."""
    try:
        running = {settings.WEB_USER, settings.WORKER_USER}
        create_database(admin, name, running, template=template)
    except psycopg.errors.UndefinedObject as error:
        raise CommandError(f"{error}\nFirst: {PROGRAM} setup_database") from None
    try:
        yield
    except BaseException:
        drop_database(admin, name)
        raise


def manage(*command: str, of: str) -> subprocess.CompletedProcess[str]:
    """That command of manage.py in a process of its own that is pointed at the database `of`."""
    urls = {
        name: address_of(database(settings.DATABASE_ADDRESSES[role]) | {"NAME": of})
        for role, name in VARIABLES.items()
    }
    secrets = {"SECRET_KEY": settings.SECRET_KEY, "SEED_KEY": settings.SEED_KEY}
    # Who has them from files has them by now; both ways at once are refused.
    files = {f"{name}_FILE" for name in secrets}
    kept = {name: value for name, value in os.environ.items() if name not in files}
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=settings.BASE_DIR,
        env=kept | urls | secrets,
        capture_output=True,
        text=True,
        check=False,
    )


def managed(*command: str, of: str, failing: str) -> str:
    """What the command says. Raises CommandError, which begins with `failing`, when it fails."""
    done = manage(*command, of=of)
    if done.returncode:
        raise CommandError(f"{failing}: {done.stderr.strip()[-1000:]}")
    return done.stdout.strip()
