"""Staff let somebody write nothing for a time, and find out whether somebody may write."""

from __future__ import annotations

import datetime as dt

from django.utils import timezone

from accounts.models import Player, Silence
from accounts.refusals import Refused

HOURS_MAX = 24 * 366


def silence(*, player: Player, hours: int, by: Player | None = None, reason: str = "") -> Silence:
    """Nothing written by this player for so many hours from now.

    Raises:
        Refused(out_of_range).
    """
    if not 1 <= hours <= HOURS_MAX:
        raise Refused("out_of_range", field="hours", value=hours, least=1, most=HOURS_MAX)
    now = timezone.now()
    return Silence.objects.create(
        player=player,
        until=now + dt.timedelta(hours=hours),
        by=by,
        reason=reason[:200],
        created_at=now,
    )


def lift_silence(*, player: Player) -> int:
    """The player may write again; how many silences that ended."""
    deleted, _by_model = Silence.objects.filter(player=player, until__gt=timezone.now()).delete()
    return deleted


def silent_until(player: Player) -> dt.datetime | None:
    """Until when the player, or the owner of a bot, may write nothing, or None."""
    speaks_for = [one for one in (player.pk, player.owner_id) if one is not None]
    running = Silence.objects.filter(player_id__in=speaks_for, until__gt=timezone.now())
    return running.order_by("-until").values_list("until", flat=True).first()


def require_voice(player: Player) -> None:
    """Raises:
    Refused(silenced): with the day and time it ends.
    """
    until = silent_until(player)
    if until is not None:
        raise Refused("silenced", until=timezone.localtime(until).strftime("%Y-%m-%d %H:%M"))
