"""`manage.py restore`: a backup into a new database, proved by the audit before it is used."""

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from config.backups import BackupFailed, address_of, restore, version_of
from config.embedded.binaries import PostgresUnavailable
from config.embedded.platform import embedded_database
from config.embedded.roles import SUPERUSER, create_database, drop_database, rename_database
from config.postgresql.addresses import VARIABLES
from config.postgresql.addresses import database as parsed

Admin = psycopg.Connection[Any]


class Command(BaseCommand):
    help = (
        "Restore a backup into a new database and audit it. With --replace the new one takes the "
        "place of the platform's database, which is kept under another name; stop the platform "
        "first. Where the platform has no tables yet, the new one takes that place anyway."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="what `manage.py backup` has written")
        parser.add_argument("--database", default="jeton_restored", help="the new database's name")
        parser.add_argument("--replace", action="store_true", help="use it from now on")
        parser.add_argument(
            "--administrator",
            default="",
            help="address of a role that may create databases; needed with DATABASE_URL",
        )

    def handle(
        self,
        *args: Any,
        file: str,
        database: str,
        replace: bool,
        administrator: str,
        **options: Any,
    ) -> None:
        source = Path(file)
        connections.close_all()
        try:
            of = version_of(source)
            with (
                _server(administrator) as address,
                psycopg.connect(address, autocommit=True) as admin,
            ):
                _require_new(admin, database)
                self._restore(admin, source, database, of)
                if replace or not _has_tables():
                    self._replace(admin, database)
        except (BackupFailed, PostgresUnavailable, psycopg.Error) as error:
            raise CommandError(str(error).strip()) from None

    def _restore(self, admin: Admin, source: Path, database: str, of: int) -> None:
        """Into a database of its own, of which nothing is left where that fails."""
        try:
            create_database(admin, database, {settings.WEB_USER, settings.WORKER_USER})
        except psycopg.errors.UndefinedObject as error:
            raise CommandError(f"{error}\nFirst: manage.py setup_database") from None
        try:
            server = restore({**settings.DATABASES["owner"], "NAME": database}, source)
        except BaseException:
            drop_database(admin, database)
            raise
        self.stdout.write(f"{source} is in the database {database}")
        if of != server:
            self.stdout.write(f"It was made by PostgreSQL {of}; this server is {server}.")
        self._grant(database)
        self._audit(database)
        self._check_seed_key(database)

    def _replace(self, admin: Admin, database: str) -> None:
        replaced = settings.DATABASES["owner"]["NAME"]
        try:
            kept = rename_database(admin, replaced, database)
        except psycopg.errors.ObjectInUse:
            raise CommandError(
                f"somebody works in {replaced}: stop the platform. What was restored stays in "
                f"{database}; drop it, or name another with --database, before the next attempt"
            ) from None
        self.stdout.write(f"{replaced} is the restored one; before it: {kept}")

    def _grant(self, database: str) -> None:
        """The house it is of may have had other roles than this one."""
        done = _manage("database_roles", database=database)
        if done.returncode:
            raise CommandError(f"{database}, which is kept: {done.stderr.strip()[-1000:]}")

    def _audit(self, database: str) -> None:
        done = _manage("audit", database=database)
        self.stdout.write(done.stdout.strip())
        if done.returncode:
            raise CommandError(
                f"the audit of {database}, which is kept, fails: {done.stderr.strip()[-1000:]}"
            )

    def _check_seed_key(self, database: str) -> None:
        """Only warned of: where the key is lost, its tables can still be called off."""
        done = _manage("reseal", "--check", database=database)
        if done.returncode:
            words = done.stderr.strip()[-1000:].removeprefix("CommandError: ")
            self.stdout.write(self.style.WARNING(f"Warning: {words}"))


def _manage(*command: str, database: str) -> subprocess.CompletedProcess[str]:
    """That command of manage.py in a process of its own that is pointed at the database."""
    urls = {
        name: address_of(parsed(settings.DATABASE_ADDRESSES[role]) | {"NAME": database})
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


@contextmanager
def _server(administrator: str) -> Iterator[str]:
    """The address of a role that may create databases, of a server that runs meanwhile.

    The embedded one is started where it does not run, and made where there is none yet.
    """
    if administrator:
        yield administrator
    elif settings.EMBEDDED:
        with embedded_database(settings.PLACES):
            yield settings.PLACES.dsn(SUPERUSER, database="postgres")
    else:
        raise CommandError("name a role that may create databases: --administrator postgresql://…")


def _has_tables() -> bool:
    """Whether the platform's own database holds anything that a restored one would replace."""
    found = "django_migrations" in connections["owner"].introspection.table_names()
    connections.close_all()
    return found


def _require_new(admin: Admin, name: str) -> None:
    found = admin.execute("select 1 from pg_database where datname = %s", [name]).fetchone()
    if found:
        raise CommandError(f"there is a database {name} already; name another: --database")
