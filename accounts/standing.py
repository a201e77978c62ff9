"""A player's reputation as it stands, from what is stored of their recent matches."""

from __future__ import annotations

from accounts.models import Conduct, Player
from accounts.social import Reputation, reputation_of
from accounts.social.reputation import RECENT_MATCHES


def reputation(player: Player) -> Reputation:
    """By the latest `RECENT_MATCHES` matches with other people."""
    recent = Conduct.objects.filter(player=player).order_by("-at", "-match")[:RECENT_MATCHES]
    left = list(recent.values_list("left", flat=True))
    return reputation_of(clean=left.count(""), matches=len(left))
