"""Whom a correction and a sanction are about."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.interest import parties_to
from accounts.models import Player
from backoffice.models import ChipCorrection, Sanction


@parties_to("correction")
def _correction(number: int) -> QuerySet[Player]:
    about = ChipCorrection.objects.filter(pk=number)
    return Player.objects.filter(pk__in=about.values("account__player_id"))


@parties_to("sanction")
def _sanction(number: int) -> QuerySet[Player]:
    return Player.objects.filter(pk__in=Sanction.objects.filter(pk=number).values("player_id"))
