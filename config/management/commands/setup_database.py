"""`manage.py setup_database`: prepare a PostgreSQL server for the platform, once and repeatably."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

import psycopg
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.embedded.roles import APP, OWNER, create_database, create_role


class Command(BaseCommand):
    help = (
        "Create the roles and the database that DATABASE_URL and DATABASE_OWNER_URL name, "
        "through an administrator's connection, then say what to do next."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "administrator",
            help="address of a role that may create roles and databases, "
            "such as postgresql://postgres@db/postgres",
        )

    def handle(self, *args: Any, administrator: str, **options: Any) -> None:
        if settings.EMBEDDED:
            raise CommandError("DATABASE_URL is not set: the embedded database prepares itself")
        app, owner = settings.DATABASES["default"], settings.DATABASES["owner"]
        if (app["USER"], owner["USER"]) != (APP, OWNER):
            raise CommandError(
                f"DATABASE_URL must connect as {APP} and DATABASE_OWNER_URL as {OWNER}"
            )
        try:
            with psycopg.connect(administrator, autocommit=True) as admin:
                create_role(admin, OWNER, password=owner["PASSWORD"])
                create_role(admin, APP, password=app["PASSWORD"])
                create_database(admin, app["NAME"])
        except psycopg.Error as error:
            raise CommandError(str(error).strip()) from None
        self.stdout.write(
            f"The database {app['NAME']} is ready. Now: manage.py migrate --database owner"
        )
