"""Hours in which a player's devices stay quiet: what comes then waits until they are over."""

import datetime as dt
from zoneinfo import ZoneInfo

from accounts.models import Player, QuietHours
from web.refusals import Refused
from web.time.moments import existing
from web.time.zone import ZONES


def quiet_hours_of(player: Player) -> QuietHours | None:
    return QuietHours.objects.filter(player=player).first()


def keep_quiet(*, player: Player, begins: dt.time, ends: dt.time, zone: str) -> QuietHours:
    """Choose the hours, by the clock of a time zone; they may span midnight.

    Raises Refused(quiet_hours_empty | time_zone_unknown).
    """
    if begins == ends:
        raise Refused("quiet_hours_empty")
    if zone not in ZONES:
        raise Refused("time_zone_unknown", zone=zone[:64])
    kept, _made = QuietHours.objects.update_or_create(
        player=player, defaults={"begins": begins, "ends": ends, "zone": zone}
    )
    return kept


def stop_keeping_quiet(player: Player) -> None:
    QuietHours.objects.filter(player=player).delete()


def quiet_until(hours: QuietHours | None, now: dt.datetime) -> dt.datetime | None:
    """When the quiet that reigns now is over; None where none does."""
    if hours is None:
        return None
    zone = ZoneInfo(hours.zone)
    local = now.astimezone(zone)
    is_past_begin, is_before_end = local.time() >= hours.begins, local.time() < hours.ends
    spans_midnight = hours.begins > hours.ends
    if not (is_past_begin or is_before_end if spans_midnight else is_past_begin and is_before_end):
        return None
    day = local.date() if is_before_end else local.date() + dt.timedelta(days=1)
    # In the hour that comes twice in autumn, the end is in the same one of both; of an hour that is
    # left out in spring, the clock is past the end as it jumps.
    return existing(dt.datetime.combine(day, hours.ends, zone).replace(fold=local.fold))
