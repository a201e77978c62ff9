"""Writing the staff's log: one line for each act, in the transaction of what was done."""

from collections.abc import Mapping
from typing import Any

from accounts.models import Player
from backoffice.models import StaffAct
from web.refusals import Refused

REASON_CHARS_MAX = 400


def record(
    *,
    by: Player,
    act: str,
    subject: str = "",
    reason: str = "",
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> StaffAct:
    """Write down an act. `before` and `after` hold the numbers it changed, never a secret."""
    return StaffAct.objects.create(
        actor=by,
        act=act,
        subject=subject[:120],
        reason=reason[:REASON_CHARS_MAX],
        before=dict(before or {}),
        after=dict(after or {}),
    )


def require_reason(reason: str) -> str:
    """The reason in one line. Raises Refused(reason_missing)."""
    words = " ".join(reason.split())[:REASON_CHARS_MAX]
    if not words:
        raise Refused("reason_missing")
    return words
