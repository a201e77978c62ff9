"""The bot arena as everybody may see it: who is best, and what is being played."""

from __future__ import annotations

from dataclasses import dataclass

from accounts import league
from accounts.league import Skill
from accounts.models import Player
from games.models import LIVE_STATUSES, ArenaStanding, Table

LEADERS_MAX = 100
TABLES_SHOWN = 20


@dataclass(frozen=True, slots=True)
class ArenaRow:
    """One program. Bots of the house stand once for each kind."""

    place: int
    player: Player
    name: str
    owner: str
    matches: int
    wins: int
    rating: int
    is_provisional: bool


def leaderboard(*, limit: int = LEADERS_MAX) -> list[ArenaRow]:
    """The strongest first."""
    found = ArenaStanding.objects.filter(player__is_active=True).order_by("-mu", "player_id")
    return [
        ArenaRow(
            place=place,
            player=one.player,
            name=one.player.bot_key or one.player.name,
            owner=one.player.owner.name if one.player.owner else "",
            matches=one.matches,
            wins=one.wins,
            rating=league.shown(Skill(one.mu, one.sigma)),
            is_provisional=league.provisional(Skill(one.mu, one.sigma)),
        )
        for place, one in enumerate(found.select_related("player__owner")[:limit], 1)
    ]


def arena_tables() -> list[Table]:
    """Tables that wait or are being played, the newest first."""
    found = Table.objects.filter(arena__isnull=False, status__in=LIVE_STATUSES)
    found = found.select_related("created_by", "admission").prefetch_related("seats__player")
    return list(found.order_by("-pk")[:TABLES_SHOWN])
