"""Premium taken away by staff: with a reason, told to the player."""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from accounts.interest import concerns
from accounts.models import Player
from accounts.notices.telling import tell
from accounts.premium.giving import end_premium
from backoffice.team.staff_log import record, require_reason
from web.refusals import Refused


@transaction.atomic
@concerns("player", "player")
def take_premium(*, player: Player, reason: str, by: Player) -> dt.datetime:
    """End a membership now, with what would have followed it; returns until when it had been.

    Raises:
        Refused(reason_missing | sanction_over): the latter when no membership was left.
    """
    words = require_reason(reason)
    until = end_premium(player=player)
    if until is None:
        raise Refused("sanction_over")
    tell(player=player, kind="premium_ended", facts={"reason": words})
    record(
        by=by,
        act="premium_ended",
        subject=f"player:{player.pk}",
        reason=words,
        before={"until": until.isoformat()},
    )
    return until
