"""`manage.py prepare`: everything that a demo shows, in a database that runs."""

import io
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connections

TABLES_MADE = "tables made"


class Command(BaseCommand):
    help = "Make or renew the tables, then the demo's players and tournaments; tells the log-ins."

    def handle(self, *args: Any, **options: Any) -> None:
        for name in ("owner", "default"):
            with connections[name].cursor() as cursor:  # what a crash takes is made again
                cursor.execute("SET synchronous_commit = off")
        call_command("migrate", database="owner", interactive=False, verbosity=0)
        call_command("database_roles", verbosity=0)  # one may have come since the tables
        self.stdout.write(TABLES_MADE)
        self.stdout.flush()
        call_command("seed_demo", stdout=self.stdout)
        call_command("seed_tournaments", stdout=io.StringIO())
