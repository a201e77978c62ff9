"""The lines for seats at the house's tables: which tables are of a kind, and who waits for one."""

import hashlib

import orjson
from django.db.models import Count, F, QuerySet
from django.utils import timezone

from accounts.models import Player
from accounts.people.friendships import kept_from
from games.models import Table, TableStatus, WaitingPlace, WaitingStatus


def kind_of(table: Table) -> str:
    """The same for all tables of the house that differ in nothing but their number."""
    blob = orjson.dumps([table.terms, table.stake_chips], option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(blob).hexdigest()


def waiting_places() -> QuerySet[WaitingPlace]:
    """Places in all lines whose time is not over."""
    return WaitingPlace.objects.filter(status=WaitingStatus.WAITING, lapses_at__gt=timezone.now())


def places_of(player: Player) -> list[WaitingPlace]:
    """Where this player waits, the longest first."""
    own = waiting_places().filter(player=player)
    return list(own.select_related("asked_at").order_by("id"))


def tables_with_a_seat(kind: str) -> list[Table]:
    """The house's open tables of a kind that have a free seat."""
    standing = Table.objects.filter(is_standing=True, status=TableStatus.OPEN)
    free = standing.annotate(taken=Count("seats")).filter(taken__lt=F("seats_max"))
    return [table for table in free.order_by("id") if kind_of(table) == kind]


def ahead_of(player: Player, table: Table) -> int:
    """How many wait for a seat at this table longer than this player and could take one."""
    line = list(waiting_places().filter(kind=kind_of(table)).order_by("id"))
    if not line:
        return 0
    seated = set(table.seats.values_list("player_id", flat=True))
    ahead = 0
    for place in line:
        if place.player_id == player.pk:
            break
        fits = place.player_id not in seated and not seated & kept_from(place.player_id)
        ahead += fits
    return ahead
