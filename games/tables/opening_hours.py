"""Whether the house lets anything new begin. What is being played goes on whatever this says.

Who runs the house registers a gate; a closed one says when and why in the facts of its refusal.
"""

from collections.abc import Callable

from accounts.joining.guests import require_may_begin
from accounts.models import Player
from games.moves.errors import Conflict

GATES: list[Callable[[], bool]] = []


def is_open() -> bool:
    """Whether new tables may open and seats may be taken."""
    return all(gate() for gate in GATES)


def require_open(player: Player | None = None) -> None:
    """Whether this player may begin something now.

    Raises Conflict(house_closed), Refused(guests_not_welcome).
    """
    if not is_open():
        raise Conflict("house_closed")
    require_may_begin(player)
