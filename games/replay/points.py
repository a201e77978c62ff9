"""What a player made in their latest rounds, for the plot on the profile."""

from __future__ import annotations

from django.db.models import F

from accounts.models import Player
from games.models import Round

ROUNDS_SHOWN = 60


def points_per_round(player: Player, *, limit: int = ROUNDS_SHOWN) -> list[int]:
    """Points of the latest finished rounds, oldest first; penalties are below zero."""
    played = (
        Round.objects.filter(table__seats__player=player, ended_at__isnull=False)
        .exclude(score=None)
        .annotate(seat=F("table__seats__number"))
        .order_by("-ended_at", "-id")
        .values_list("score", "seat")[:limit]
    )
    found = [
        int(score["points"][seat])
        for score, seat in played
        if score is not None and seat < len(score.get("points", ()))
    ]
    return found[::-1]
