"""A second database beside the platform's: filled, looked through, and put in its place or not.

`restore` fills one from a backup and `upgrade` from the platform's own. Both leave the platform's
alone until the other is proved.
"""

import io
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connections

from config.embedded.platform import embedded_database
from config.embedded.roles import SUPERUSER, WEB, WORKER, create_database, drop_database
from config.postgresql.addresses import database, elsewhere
from config.version import PROGRAM

Admin = psycopg.Connection[Any]
_WHO_AND_WHERE = ("USER", "PASSWORD", "HOST", "PORT")


def name_of_ours() -> str:
    return str(settings.DATABASES["owner"]["NAME"])


def ask_for_administrator(parser: ArgumentParser) -> None:
    """The option whose value `administered` takes."""
    parser.add_argument(
        "--administrator",
        default="",
        help="address of a role that may create roles and databases; for DATABASE_URL",
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


def occupied(place: object) -> CommandError:
    """Somebody works in this database, or data directory, that has to be left alone."""
    return CommandError(f"somebody works in {place}: stop the platform")


def require_house() -> None:
    """Raises CommandError where nothing was ever set up."""
    if settings.EMBEDDED and not settings.PLACES.is_set_up:
        raise CommandError(
            f"there is no house in {settings.PLACES.data_dir}: `{PROGRAM} setup` makes one, or set "
            "DATA_DIR to where yours is"
        )


def is_there(admin: Admin, name: str) -> bool:
    row = admin.execute("select 1 from pg_database where datname = %s", [name]).fetchone()
    return row is not None


def make_room_for_rehearsal(admin: Admin, name: str) -> None:
    """Drop what a rehearsal that was killed has left. Raises CommandError where one is under way.

    It is under way as long as this connection.
    """
    row = admin.execute("select pg_try_advisory_lock(hashtext(%s))", [f"jeton.{name}"]).fetchone()
    if row != (True,):
        raise CommandError("another rehearsal is under way")
    if is_there(admin, name):
        drop_database(admin, name)


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


@contextmanager
def pointed_at(name: str, *, role: str = WORKER) -> Iterator[None]:
    """What this process does meanwhile, it does in that database, as that role or as the owner.

    A pooler knows the platform's own database alone, so it is gone past.
    """
    before = {alias: dict(parts) for alias, parts in settings.DATABASES.items()}
    given = database(settings.DATABASE_ADDRESSES[role])
    if settings.DATABASE_LISTEN_URL:
        given = elsewhere(given, settings.DATABASE_LISTEN_URL)
    connections.close_all()
    for alias in {"default", settings.SESSIONS}:
        settings.DATABASES[alias].update({part: given[part] for part in _WHO_AND_WHERE})
    for parts in settings.DATABASES.values():
        parts["NAME"] = name
    try:
        yield
    finally:
        connections.close_all()
        for alias, parts in before.items():
            settings.DATABASES[alias].update(parts)


@contextmanager
def failing(words: str) -> Iterator[None]:
    """Whatever goes wrong, and a migration may hold any code, as a CommandError that begins so."""
    try:
        yield
    except Exception as error:
        raise CommandError(f"{words}: {_last_words(error)}") from error


def require_audited(words: str) -> str:
    """What the audit says of the database pointed at. Raises CommandError as `failing` does."""
    told = io.StringIO()
    with failing(words):
        call_command("audit", stdout=told)
    return told.getvalue().strip()


def fault_of_seals(name: str) -> str:
    """What the keys of `SEED_KEY` do not open in that database, or ""."""
    try:
        with pointed_at(name, role=WEB):  # which may read what is sealed
            call_command("reseal", "--check", stdout=io.StringIO())
    except Exception as error:
        return _last_words(error)
    return ""


def _last_words(error: Exception) -> str:
    return str(error).strip()[-1000:]
