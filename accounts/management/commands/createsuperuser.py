"""`manage.py createsuperuser`: by the owner of the tables, since the application may not."""

from django.contrib.auth.management.commands import createsuperuser
from django.core.management.base import CommandParser


class Command(createsuperuser.Command):
    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(database="owner")
