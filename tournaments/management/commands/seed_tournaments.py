"""`manage.py seed_tournaments`: rules for tournaments that come again, for the demonstration."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.demo import seed_tournaments


class Command(BaseCommand):
    help = "Give a platform a few tournaments that come again; harmless to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        added = seed_tournaments()
        if added:
            self.stdout.write(f"Tournaments  {added} rules added")
