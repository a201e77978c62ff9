"""Staff let somebody write nothing for a time, and find out whether somebody may write."""

import datetime as dt

from django.utils import timezone

from accounts.models import Player, Silence
from web.refusals import Refused

HOURS_MAX = 24 * 366
# Silences of mutes given by earlier releases end so much later than their mutes, at most.
SLIP = dt.timedelta(seconds=5)


def silence(
    *,
    player: Player,
    hours: int,
    by: Player | None = None,
    reason: str = "",
    at: dt.datetime | None = None,
) -> Silence:
    """Nothing written by this player for so many hours from now, or from `at`.

    Raises Refused(out_of_range).
    """
    if not 1 <= hours <= HOURS_MAX:
        raise Refused("out_of_range", field="hours", value=hours, least=1, most=HOURS_MAX)
    now = at or timezone.now()
    return Silence.objects.create(
        player=player,
        until=now + dt.timedelta(hours=hours),
        by=by,
        reason=reason[:200],
        created_at=now,
    )


def lift_silence(*, player: Player, until: dt.datetime | None = None) -> int:
    """The player may write again; how many silences that ended.

    With `until` only the one that was to end then: others have reasons of their own.
    """
    running = Silence.objects.filter(player=player, until__gt=timezone.now())
    if until is not None:
        meant = running.filter(until__range=(until, until + SLIP)).order_by("until", "pk")[:1]
        running = running.filter(pk__in=list(meant.values_list("pk", flat=True)))
    deleted, _by_model = running.delete()
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
        raise Refused("silenced", until=timezone.localtime(until).isoformat(timespec="minutes"))
