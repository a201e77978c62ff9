"""`manage.py database_roles`: what each running role may do, granted once more."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connections, transaction

from accounts.books.privileges import grant_everything, role_names
from config.broker.queue import open_queue


class Command(BaseCommand):
    help = (
        "Grant the roles of DATABASE_URL and DATABASE_WORKER_URL what they may do, as the owner of "
        "the tables: after one of the two was named, or renamed, for a database that has tables."
    )
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections["owner"]
        with transaction.atomic(using="owner"), connection.cursor() as cursor:
            grant_everything(cursor)
            open_queue(connection.connection, settings.WORKER_USER)
        if not options["verbosity"]:
            return
        web, worker = role_names()
        self.stdout.write(
            f"web: {web}, worker: {worker}" if web != worker else f"{web} is web and worker"
        )
