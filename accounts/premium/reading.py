"""Who is a premium member, and what that is needed for (PLAY-4, PLAY-5).

The rights are settings: what `PREMIUM_RIGHTS` does not name, everybody may. Premium buys tables
and numbers to look at, never an advantage at cards; joining a table never needs it.
"""

import datetime as dt
from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone

from accounts.models import Membership, Player
from web.refusals import Refused

SPECIAL_RULES = "special_rules"
REMATCH = "rematch"
STATISTICS = "statistics"
RIGHTS = (SPECIAL_RULES, REMATCH, STATISTICS)


@dataclass(frozen=True, slots=True)
class Premium:
    """A player's membership now: until when, and what they may do with or without it."""

    until: dt.datetime | None
    rights: tuple[str, ...]

    @property
    def is_member(self) -> bool:
        return self.until is not None


def premium_of(player: Player, *, now: dt.datetime | None = None) -> Premium:
    """The player's membership and rights at this moment."""
    until = premium_until(player.pk, now=now)
    needed = set(settings.PREMIUM_RIGHTS)
    return Premium(until, tuple(right for right in RIGHTS if until or right not in needed))


def premium_until(player_id: int, *, now: dt.datetime | None = None) -> dt.datetime | None:
    """When the membership that is running now ends, with what follows it; None without one."""
    now = now or timezone.now()
    end = None
    ahead = Membership.objects.filter(player_id=player_id, ends_at__gt=now).order_by("starts_at")
    for starts_at, ends_at in ahead.values_list("starts_at", "ends_at"):
        if starts_at > (end or now):
            break
        end = max(ends_at, end or ends_at)
    return end


def may(player: Player, right: str) -> bool:
    """Whether the player has this right, by membership or because everybody has it."""
    return right in premium_of(player).rights


def require_right(player: Player, right: str) -> None:
    """Raises Refused(premium_required): the right is for members and this player is none."""
    if not may(player, right):
        raise Refused("premium_required", right=right)
