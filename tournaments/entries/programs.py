"""Bot accounts in tournaments: where the plan lets them in, and never beside their owner."""

from __future__ import annotations

from django.db.models import Q

from accounts.models import Player
from games.moves.errors import Conflict, NotAllowed
from tournaments.models import Entry
from tournaments.running.live import LiveTournament


def require_bots_welcome(live: LiveTournament, player: Player) -> None:
    """Asked with the tournament's row locked.

    Raises:
        NotAllowed(bots_not_welcome), Conflict(bot_with_owner).
    """
    if player.owner_id is not None and not live.plan.entries.bot_accounts:
        raise NotAllowed("bots_not_welcome", tournament=live.id)
    family = Q(player__owner_id=player.pk)
    if player.owner_id is not None:
        family = Q(player_id=player.owner_id) | Q(player__owner_id=player.owner_id)
    entered = Entry.objects.filter(tournament_id=live.id).entered()
    if entered.filter(family).exclude(player=player).exists():
        raise Conflict("bot_with_owner", tournament=live.id)
