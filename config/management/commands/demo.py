"""`manage.py demo`: set up and run the whole platform in the foreground."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.supervisor.platform import CannotStart, Platform


class Command(BaseCommand):
    help = "Run the whole platform here: database, web, worker, clock. Ctrl-C stops it."
    requires_system_checks = []
    reload = False

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            Platform(reload=self.reload).run()
        except CannotStart as error:
            raise CommandError(str(error)) from None
