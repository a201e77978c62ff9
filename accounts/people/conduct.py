"""Noting how people bore themselves in a match, each match once; reputation follows from it."""

import datetime as dt
from collections.abc import Mapping

from accounts.models import Conduct

RESIGNED = "resigned"
AUTOMATIC = "automatic"


def record_conduct(*, match: str, left: Mapping[int, str], at: dt.datetime) -> None:
    """By player id how somebody left a match: "" for who played to the end.

    Only matches among people count; who plays with bots alone keeps nobody waiting. May be told
    as often as one likes under the same name.
    """
    if len(left) < 2:
        return
    Conduct.objects.bulk_create(
        (
            Conduct(player_id=player_id, match=match, left=how, at=at)
            for player_id, how in sorted(left.items())
        ),
        ignore_conflicts=True,
    )
