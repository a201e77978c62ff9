"""`manage.py describe_schema`: write down what the audit compares the database with."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from backoffice.chain.schema import ship


class Command(BaseCommand):
    help = "Writes the shipped description of tables, guards and grants, after migrating."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--restored", action="store_true", help="add what a restored copy spells otherwise"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        ship(restored=options["restored"])
