"""Guests: whether the house takes them, and what becomes of those who never played.

Who came and never played is retired: their chips go back to where they came from.

The books forget nobody, so an account stays with its grant and its return; name and sign-in go.
"""

import datetime as dt

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.books.posting import collect
from accounts.joining.naming import nameless
from accounts.models import ApiToken, Player
from web.refusals import Refused

AT_ONCE_MAX = 200


def require_guests_welcome() -> None:
    """Raises Refused(guests_not_welcome) where the house lets nobody play without signing up."""
    if not settings.GUESTS_WELCOME:
        raise Refused("guests_not_welcome")


def require_may_begin(player: Player | None) -> None:
    """What a guest is playing goes on; nothing new begins where the house wants no guests.

    Raises Refused(guests_not_welcome).
    """
    if player is not None and player.is_guest:
        require_guests_welcome()


def retire_idle_guests(*, played: Q | Exists, now: dt.datetime | None = None) -> int:
    """Retire guests who have not been seen for `IDLE_GUEST_DAYS`; returns how many.

    `played` is the condition by which whoever calls knows people who have sat at a table: those
    are kept for as long as the others' records name them.
    """
    if not settings.IDLE_GUEST_DAYS:
        return 0
    before = (now or timezone.now()) - dt.timedelta(days=settings.IDLE_GUEST_DAYS)
    alive = ApiToken.objects.filter(user=OuterRef("pk"), last_used__gte=before)
    idle = (
        Player.objects.filter(is_guest=True, is_active=True, date_joined__lt=before)
        .filter(Q(last_login=None) | Q(last_login__lt=before))
        .exclude(Exists(alive))
        .exclude(played)
    )
    found = list(idle.order_by("pk").values_list("pk", flat=True)[:AT_ONCE_MAX])
    return sum(_retire(player_id, idle) for player_id in found)


@transaction.atomic
def _retire(player_id: int, idle: QuerySet[Player]) -> bool:
    """False for who has come back, sat down or signed up since they were found."""
    locked = idle.select_for_update(no_key=True, of=("self",))
    player = locked.filter(pk=player_id).first()
    if player is None:
        return False
    collect(player, key=f"retire:{player_id}", reason="guest never played")
    ApiToken.objects.filter(user=player).delete()
    nameless(player)
    player.save(update_fields=("is_active", "username", "skeleton"))
    return True
