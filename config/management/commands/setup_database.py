"""`manage.py setup_database`: prepare a PostgreSQL server for the platform, once and repeatably."""

from argparse import ArgumentParser
from typing import Any

import psycopg
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.embedded.roles import OWNER, WEB, create_database, create_roles
from config.postgresql.addresses import database


class Command(BaseCommand):
    help = (
        "Create the roles that DATABASE_URL, DATABASE_WORKER_URL and DATABASE_OWNER_URL name, with "
        "their passwords, and the database, through an administrator's connection."
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
        running = {settings.WEB_USER, settings.WORKER_USER}
        if settings.DATABASE_USERS[OWNER] != OWNER or OWNER in running:
            raise CommandError(
                f"DATABASE_OWNER_URL must connect as {OWNER}, and DATABASE_URL as another role, "
                f"such as {WEB}"
            )
        given = [database(address) for address in settings.DATABASE_ADDRESSES.values()]
        passwords = {one["USER"]: one["PASSWORD"] for one in given}
        try:
            with psycopg.connect(administrator, autocommit=True) as admin:
                create_roles(admin, passwords)
                create_database(admin, given[0]["NAME"], running)
        except psycopg.Error as error:
            raise CommandError(str(error).strip()) from None
        self.stdout.write(
            f"The database {given[0]['NAME']} is ready. Now: manage.py migrate --database owner"
        )
