"""Premium given and taken away by staff: with a reason, told to the player."""

import datetime as dt
import uuid

from django.utils import timezone

from accounts.interest import concerns
from accounts.models import Membership, Player
from accounts.notices.telling import tell
from accounts.premium.giving import end_premium, grant_premium
from backoffice.people.reading import player_of
from backoffice.team.staff_log import record, require_reason
from web.finding import or_raise
from web.refusals import Refused

NOTE_CHARS = 200  # of a reason, in the row itself; the log keeps the whole


@concerns("player", "player_id")
def give_premium(*, player_id: int, days: int, reason: str, by: Player) -> Membership:
    """So many days more, after what the player has already.

    Raises Refused(reason_missing | player_not_found | account_deleted | out_of_range).
    """
    words, player = require_reason(reason), player_of(player_id)
    if player.is_gone:
        raise Refused("account_deleted", name=player.name)
    key = f"office:{uuid.uuid4().hex}"
    given = grant_premium(player=player, days=days, key=key, granted_by=by, note=words[:NOTE_CHARS])
    until = timezone.localtime(given.ends_at).strftime("%Y-%m-%d")
    tell(player=player, kind="premium_given", facts={"until": until, "reason": words})
    record(
        by=by,
        act="premium_given",
        subject=f"player:{player.pk}",
        reason=words,
        after={"days": days, "until": given.ends_at.isoformat()},
    )
    return given


@concerns("player", "player_id")
def take_premium(*, player_id: int, reason: str, by: Player) -> tuple[Player, dt.datetime]:
    """End a membership now, with what would have followed it; returns until when it had been.

    Raises Refused(reason_missing | player_not_found | sanction_over): nothing is left of it.
    """
    words, player = require_reason(reason), player_of(player_id)
    until = or_raise(end_premium(player=player), Refused("sanction_over"))
    tell(player=player, kind="premium_ended", facts={"reason": words})
    record(
        by=by,
        act="premium_ended",
        subject=f"player:{player.pk}",
        reason=words,
        before={"until": until.isoformat()},
    )
    return player, until
