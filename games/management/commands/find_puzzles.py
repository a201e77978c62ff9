"""`manage.py find_puzzles --minutes 30`: puzzles from rounds that their players lend."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.puzzles.lending import find_in_rounds, lent_rounds


class Command(BaseCommand):
    help = (
        "Look for puzzles in finished rounds that all their players lend. It keeps one processor"
        " busy: best at night, by a timer."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--minutes",
            type=int,
            default=30,
            help="how long; what is being weighed then is weighed to its end (default: 30)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        found = find_in_rounds(seconds=60 * options["minutes"])
        self.stdout.write(f"puzzles found: {found}; rounds left to search: {lent_rounds().count()}")
