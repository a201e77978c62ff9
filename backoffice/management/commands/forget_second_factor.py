"""`manage.py forget_second_factor NAME`: for whoever has neither phone nor recovery codes any more.

Colleagues can do the same in the office; this is for the last one who could.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts.models import Player
from accounts.signing_in.stepping_up import forget_factors
from backoffice.team.staff_log import record
from web.refusals import Refused, words_of


class Command(BaseCommand):
    help = "Take somebody's second factor away; who is on the staff sets up a new one next time."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the player's name")

    @transaction.atomic
    def handle(self, *args: Any, name: str, **options: Any) -> None:
        player = Player.objects.filter(username__iexact=name).first()
        if player is None:
            raise CommandError(f"there is no player {name}")
        try:
            forget_factors(player)
        except Refused as refusal:
            raise CommandError(words_of(refusal)) from None
        record(by=player, act="second_factor_forgotten", subject=f"player:{player.pk}")
        self.stdout.write(f"{player.name} has no second factor any more.")
