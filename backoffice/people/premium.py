"""Premium given and taken away by staff: with a reason, told to the player."""

import datetime as dt

from django.utils import timezone

from accounts.interest import concerns
from accounts.models import Membership, Player
from accounts.notices.telling import tell
from accounts.premium.giving import end_premium, grant_premium
from backoffice.team.staff_log import record, require_reason
from web.finding import or_raise
from web.refusals import Refused

NOTE_CHARS = 200  # of a reason, in the row itself; the log keeps the whole


@concerns("player", "player")
def give_premium(*, player: Player, days: int, reason: str, key: str, by: Player) -> Membership:
    """So many days more, after what the player has already; once per key of who gives them.

    Raises Refused(reason_missing | account_deleted | out_of_range).
    """
    words, own_key = require_reason(reason), f"office:{by.pk}:{key}"
    earlier = Membership.objects.filter(key=own_key).first()
    if earlier is not None:
        return earlier
    if player.is_gone:
        raise Refused("account_deleted", name=player.name)
    given = grant_premium(
        player=player, days=days, key=own_key, granted_by=by, note=words[:NOTE_CHARS]
    )
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


@concerns("player", "player")
def take_premium(*, player: Player, reason: str, by: Player) -> dt.datetime:
    """End a membership now, with what would have followed it; returns until when it had been.

    Raises Refused(reason_missing | sanction_over): the latter when no membership was left.
    """
    words = require_reason(reason)
    until = or_raise(end_premium(player=player), Refused("sanction_over"))
    tell(player=player, kind="premium_ended", facts={"reason": words})
    record(
        by=by,
        act="premium_ended",
        subject=f"player:{player.pk}",
        reason=words,
        before={"until": until.isoformat()},
    )
    return until
