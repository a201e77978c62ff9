"""The bot arena as everybody may see it: who is best, and what is being played."""

from accounts import league
from accounts.league import Skill
from games.models import LIVE_STATUSES, ArenaStanding, Table
from web.api.payloads import With

LEADERS_MAX = 100
TABLES_SHOWN = 20


def leaderboard() -> list[With]:
    """The programs' standings, the strongest first. Bots of the house stand once for each kind."""
    found = ArenaStanding.objects.filter(player__is_active=True).order_by("-mu", "player_id")
    return [
        With(
            one,
            place=place,
            name=one.player.bot_key or one.player.name,
            owner=one.player.owner.name if one.player.owner else "",
            rating=league.shown(Skill(one.mu, one.sigma)),
            is_provisional=league.provisional(Skill(one.mu, one.sigma)),
        )
        for place, one in enumerate(found.select_related("player__owner")[:LEADERS_MAX], 1)
    ]


def arena_tables() -> list[Table]:
    """Tables that wait or are being played, the newest first."""
    found = Table.objects.filter(arena__isnull=False, status__in=LIVE_STATUSES)
    found = found.select_related("created_by", "admission").prefetch_related("seats__player")
    return list(found.order_by("-pk")[:TABLES_SHOWN])
