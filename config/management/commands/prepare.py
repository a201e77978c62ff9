"""`manage.py prepare`: everything that a demo shows, in a database that runs."""

import io
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from accounts.models import Player
from config.serving.health import migrations_missing, migrations_unknown
from config.supervisor.processes import TABLES_MADE
from config.version import VERSION


class Command(BaseCommand):
    help = "Make or renew the tables, then the demo's players and tournaments; tells the log-ins."

    def handle(self, *args: Any, **options: Any) -> None:
        self._require_no_upgrade()
        for name in ("owner", "default"):
            with connections[name].cursor() as cursor:  # what a crash takes is made again
                cursor.execute("SET synchronous_commit = off")
        call_command("migrate", database="owner", interactive=False, verbosity=0)
        call_command("database_roles", verbosity=0)  # one may have come since the tables
        self.stdout.write(TABLES_MADE)
        self.stdout.flush()
        call_command("seed_demo", stdout=self.stdout)
        call_command("seed_tournaments", stdout=io.StringIO())

    def _require_no_upgrade(self) -> None:
        """A house in which people are is not brought to another version in passing."""
        if unknown := migrations_unknown():
            raise CommandError(
                f"the tables are of a newer version than Jeton {VERSION}: {unknown[0]} is not "
                "known here; install that version"
            )
        if migrations_missing() and _has_people():
            raise CommandError(
                f"the tables are of a version before Jeton {VERSION}. Run `upgrade` first: it "
                "works on a copy, audits it, and keeps what is there"
            )


def _has_people() -> bool:
    with connections["owner"].cursor() as cursor:
        if Player._meta.db_table not in connections["owner"].introspection.table_names(cursor):
            return False
    return Player.objects.using("owner").exists()
