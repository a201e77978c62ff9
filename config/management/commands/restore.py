"""`manage.py restore`: a backup into a new database, proved by the audit before it is used."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from config.backups import BackupFailed, address_of, restore
from config.embedded.roles import create_database, rename_database


class Command(BaseCommand):
    help = (
        "Restore a backup into a new database and audit it. With --replace the new one takes the "
        "place of the platform's database, which is kept under another name; stop the platform "
        "first."
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
        owner = settings.DATABASES["owner"]
        connections.close_all()
        try:
            with psycopg.connect(_administrator(administrator), autocommit=True) as admin:
                _require_new(admin, database)
                create_database(admin, database)
                restore({**owner, "NAME": database}, Path(file))
                self.stdout.write(f"{file} is in the database {database}")
                self._audit(database)
                if replace:
                    kept = rename_database(admin, owner["NAME"], database)
                    self.stdout.write(f"{owner['NAME']} is the restored one; before it: {kept}")
        except (BackupFailed, psycopg.Error) as error:
            raise CommandError(str(error).strip()) from None

    def _audit(self, database: str) -> None:
        """The audit of the restored database, in a process of its own that is pointed at it."""
        urls = {
            name: address_of({**settings.DATABASES[alias], "NAME": database})
            for name, alias in (("DATABASE_URL", "default"), ("DATABASE_OWNER_URL", "owner"))
        }
        secrets = {"SECRET_KEY": settings.SECRET_KEY, "SEED_KEY": settings.SEED_KEY}
        done = subprocess.run(
            [sys.executable, "manage.py", "audit"],
            cwd=settings.BASE_DIR,
            env=dict(os.environ) | urls | secrets,
            capture_output=True,
            text=True,
            check=False,
        )
        self.stdout.write(done.stdout.strip())
        if done.returncode:
            raise CommandError(f"the audit of {database} fails: {done.stderr.strip()[-1000:]}")


def _administrator(given: str) -> str:
    if given:
        return given
    if not settings.EMBEDDED:
        raise CommandError("name a role that may create databases: --administrator postgresql://…")
    return f"host={settings.PLACES.socket_dir} user=postgres dbname=postgres"


def _require_new(admin: psycopg.Connection[Any], name: str) -> None:
    found = admin.execute("select 1 from pg_database where datname = %s", [name]).fetchone()
    if found:
        raise CommandError(f"there is a database {name} already; name another: --database")
