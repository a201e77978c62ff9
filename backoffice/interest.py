"""Whom corrections, restitutions and sanctions are about; who lives with somebody of the staff."""

from typing import Any

from django.db.models import QuerySet

from accounts.interest import parties_to, ties_people
from accounts.models import Player
from backoffice.models import ChipCorrection, Sanction, Seen, SeenKind
from backoffice.people.seen import of_households
from backoffice.restitution.facts import parties


@parties_to("correction")
def _correction(number: int) -> QuerySet[Player]:
    about = ChipCorrection.objects.filter(pk=number)
    return Player.objects.filter(pk__in=about.values("account__player_id"))


@parties_to("restitution")
def _restitution(number: int) -> QuerySet[Player]:
    return Player.objects.filter(parties(number))


@parties_to("sanction")
def _sanction(number: int) -> QuerySet[Player]:
    return Player.objects.filter(pk__in=Sanction.objects.filter(pk=number).values("player_id"))


@ties_people("device")
def _household(number: int) -> QuerySet[Any]:
    """Whoever has signed in on the same device in the half year for which that is known.

    It is known by its cookie: a network, or a build of a browser, is shared by whole clubs.
    """
    devices = Seen.objects.filter(kind=SeenKind.DEVICE)
    own = devices.filter(player_id=number).values("digest")
    shared = of_households(devices.filter(digest__in=own)).values("digest")
    return devices.filter(digest__in=shared).exclude(player_id=number).values("player_id")
