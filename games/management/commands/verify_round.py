"""`manage.py verify_round`: deal finished rounds again from their seeds and compare."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet

from games.models import Round
from games.replay.verification import round_faults


class Command(BaseCommand):
    help = (
        "Recompute the deck of a finished round from its published seeds and check the "
        "commitment, the deal and the score against what is stored."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "round", type=int, nargs="*", help="a round's id, or a table's number and the round's"
        )
        parser.add_argument("--all", action="store_true", help="every round that has ended")

    def handle(self, *_args: Any, **options: Any) -> None:
        rounds = self._chosen(options["round"], everything=options["all"])
        checked = failed = 0
        for played in rounds.select_related("table").order_by("pk").iterator(chunk_size=200):
            checked += 1
            failed += not self._verify(played)
        if not checked:
            raise CommandError("There is no such round, or it has not been dealt and ended yet.")
        if failed:
            raise CommandError(f"{failed} of {checked} rounds do NOT follow from their seeds.")

    def _chosen(self, numbers: list[int], *, everything: bool) -> QuerySet[Round]:
        ended = Round.objects.all_cards_open()
        if everything and not numbers:
            return ended
        if len(numbers) == 1 and not everything:
            return ended.filter(pk=numbers[0])
        if len(numbers) == 2 and not everything:
            return ended.filter(table_id=numbers[0], number=numbers[1])
        raise CommandError("Name one round: its id, or table and number; or say --all.")

    def _verify(self, played: Round) -> bool:
        faults = round_faults(played)
        verdict = "NOT verified: " + ", ".join(faults) if faults else "verified"
        name = f"table {played.table_id}, round {played.number}"
        self.stdout.write(f"{name}: {verdict}; commitment {played.commitment}")
        return not faults
