"""`manage.py reseal`: what is stored sealed, under the first key of `SEED_KEY` from now on.

With `--check` nothing is changed: it says what the keys of `SEED_KEY` do not open.
"""

from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.db.models import Manager, Model

from accounts.models import WebhookEndpoint
from accounts.programs.webhooks import signing
from accounts.signing_in import second_factor
from backoffice.models import RunSetting
from backoffice.running import mailing
from games.models import RoundSecret, SharedDeal
from games.moves import decks
from tournaments.models import TournamentSecret
from web.security import sealing

# What opening says where the key is not among ours.
SHUT = (InvalidToken, sealing.SealedElsewhere)


class Command(BaseCommand):
    help = (
        "Seal everything anew that is stored sealed. To change SEED_KEY set it to 'new,old', "
        "restart every process, run this, and then set it to 'new'. Play goes on meanwhile."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="only say what does not open")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        if check:
            self._check()
            return
        for model, reseal in RESEALED:
            try:
                rows = _each(model, reseal)
            except SHUT:
                raise CommandError(
                    f"{model._meta.verbose_name_plural}: one is sealed under a key that SEED_KEY "
                    "does not name; bring that key back behind a comma"
                ) from None
            self.stdout.write(f"{rows:>10,} {model._meta.verbose_name_plural}")

    def _check(self) -> None:
        """Raises CommandError with how many rows of each kind do not open."""
        shut = {
            model: sum(not _opens(row, reseal) for row in model._default_manager.iterator())
            for model, reseal in RESEALED
        }
        lines = [
            f"{rows:,} {model._meta.verbose_name_plural}" for model, rows in shut.items() if rows
        ]
        if lines:
            raise CommandError(
                f"sealed under a key that SEED_KEY does not name: {', '.join(lines)}. Rounds and "
                "tournaments among them stand still until that key is set, alone or behind a comma"
            )


def _opens(row: Any, reseal: Callable[[Any], dict[str, Any]]) -> bool:
    try:
        reseal(row)
    except SHUT:
        return False
    return True


def _each(model: type[Model], reseal: Callable[[Any], dict[str, Any]]) -> int:
    """Change every row of the model, one after the other; how many there were."""
    rows = model._default_manager
    return sum(_one(rows, pk, reseal) for pk in list(rows.values_list("pk", flat=True)))


@transaction.atomic
def _one(rows: Manager[Any], pk: int, reseal: Callable[[Any], dict[str, Any]]) -> bool:
    """Held while it is changed: a round may end, or a code be used, at any moment."""
    row = rows.select_for_update().filter(pk=pk).first()
    return row is not None and bool(rows.filter(pk=pk).update(**reseal(row)))


def _seed(row: Any) -> dict[str, Any]:
    sealed = row.sealed_seed
    return {"sealed_seed": None if sealed is None else decks.seal(decks.unseal(bytes(sealed)))}


def _webhook(row: WebhookEndpoint) -> dict[str, Any]:
    old = row.sealed_old_secret
    return {
        "sealed_secret": signing.seal(signing.unseal(row.sealed_secret)),
        "sealed_old_secret": signing.seal(signing.unseal(old)) if old else old,
    }


def _factor(row: Authenticator) -> dict[str, Any]:
    def anew(sealed: str) -> str:
        return second_factor.seal(second_factor.unseal(sealed))

    return {"data": second_factor.with_seeds(row.data, anew)}


def _setting(row: RunSetting) -> dict[str, Any]:
    """The mail server is sealed; other settings are no secrets."""
    return {"value": mailing.resealed(row.value) if row.pk == mailing.NAME else row.value}


RESEALED: tuple[tuple[type[Model], Callable[[Any], dict[str, Any]]], ...] = (
    (RoundSecret, _seed),
    (SharedDeal, _seed),
    (TournamentSecret, _seed),
    (WebhookEndpoint, _webhook),
    (Authenticator, _factor),
    (RunSetting, _setting),
)
