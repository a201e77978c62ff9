"""`manage.py seed_demo`: people, tables and played matches for the demonstration."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.services.demo import seed_demo


class Command(BaseCommand):
    help = "Fill an empty platform with people and tables to try it; harmless to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        seeded = seed_demo()
        self.stdout.write(f"Players   {', '.join(seeded.people)}")
        self.stdout.write(f"Operator  {seeded.operator} (at /office/)")
        self.stdout.write(f"Password  {seeded.password}")
