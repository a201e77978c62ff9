"""`manage.py restore`: a backup into a new database, proved by the audit before it is used."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from config.backups import BackupFailed, restore, version_of
from config.databases import Admin, administered, is_there, made, manage, managed, name_of_ours
from config.embedded.binaries import PostgresUnavailable
from config.embedded.roles import rename_database


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
        try:
            of = version_of(source)
            with administered(administrator) as admin:
                if is_there(admin, database):
                    raise CommandError(f"there is a database {database} already; name another")
                self._restore(admin, source, database, of)
                if replace or not _has_tables():
                    self._replace(admin, database)
        except (BackupFailed, PostgresUnavailable, psycopg.Error) as error:
            raise CommandError(str(error).strip()) from None

    def _restore(self, admin: Admin, source: Path, database: str, of: int) -> None:
        with made(admin, database):
            server = restore({**settings.DATABASES["owner"], "NAME": database}, source)
        self.stdout.write(f"{source} is in the database {database}")
        if of != server:
            self.stdout.write(f"It was made by PostgreSQL {of}; this server is {server}.")
        # The house it is of may have had other roles than this one.
        managed("database_roles", of=database, failing=f"{database}, which is kept")
        failing = f"the audit of {database}, which is kept, fails"
        self.stdout.write(managed("audit", of=database, failing=failing))
        self._check_seed_key(database)

    def _replace(self, admin: Admin, database: str) -> None:
        replaced = name_of_ours()
        try:
            kept = rename_database(admin, replaced, database)
        except psycopg.errors.ObjectInUse:
            raise CommandError(
                f"somebody works in {replaced}: stop the platform. What was restored stays in "
                f"{database}; drop it, or name another with --database, before the next attempt"
            ) from None
        self.stdout.write(f"{replaced} is the restored one; before it: {kept}")

    def _check_seed_key(self, database: str) -> None:
        """Only warned of: where the key is lost, its tables can still be called off."""
        done = manage("reseal", "--check", of=database)
        if done.returncode:
            words = done.stderr.strip()[-1000:].removeprefix("CommandError: ")
            self.stdout.write(self.style.WARNING(f"Warning: {words}"))


def _has_tables() -> bool:
    """Whether the platform's own database holds anything that a restored one would replace."""
    found = "django_migrations" in connections["owner"].introspection.table_names()
    connections.close_all()
    return found
