"""`manage.py seed_demo`: people, tables and played matches for the demonstration."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.running.demo import seed_demo


class Command(BaseCommand):
    help = "Fill an empty platform with people and tables to try it; harmless to repeat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--open-to-others",
            action="store_true",
            default=settings.OPEN_TO_OTHERS,
            help="with a password of its own instead of the one that everybody knows",
        )

    def handle(self, *args: Any, open_to_others: bool, **options: Any) -> None:
        for line in seed_demo(open_to_others=open_to_others).lines():
            self.stdout.write(line)
