"""What the staff does about clubs, each with its reason; the services write it down."""

from accounts.clubs import keeping
from accounts.models import Club, Player
from backoffice.team.staff_log import require_reason


def close(*, club_id: int, by: Player, reason: str) -> Club:
    """Raises Refused(reason_missing | club_not_found)."""
    return keeping.close_by_staff(club_id=club_id, by=by, reason=require_reason(reason))


def rename(*, club_id: int, by: Player, name: str, reason: str) -> Club:
    """Raises Refused(reason_missing | club_not_found), and what names are refused for."""
    words = require_reason(reason)
    return keeping.rename_by_staff(club_id=club_id, by=by, name=name, reason=words)


def keep(*, club_id: int, by: Player, reason: str) -> int:
    """Nothing is wrong with it: how many reports that answered. Raises Refused(reason_missing)."""
    return keeping.dismiss_reports(club_id=club_id, by=by, reason=require_reason(reason))
