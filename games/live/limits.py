"""How fast one caller may act and look: buckets that refill by the second."""

import time

from games.moves.errors import Refused

CALLERS_MAX = 50_000


class Buckets:
    """One for each caller, a player or an address: `per_second` flow in, twice as many fit."""

    def __init__(self, per_second: int) -> None:
        self._per_second = per_second
        self._levels: dict[int | str, tuple[float, float]] = {}

    def spend(self, caller: int | str, now: float | None = None) -> None:
        """Take one from the caller's bucket at `now`, in seconds; Refused when it is empty."""
        now = time.monotonic() if now is None else now
        level, since = self._levels.get(caller, (2.0 * self._per_second, now))
        level = min(2.0 * self._per_second, level + (now - since) * self._per_second)
        if level < 1:
            raise Refused("too_many_requests", retry_after_seconds=1, per_second=self._per_second)
        if len(self._levels) >= CALLERS_MAX:
            self._levels.clear()
        self._levels[caller] = (level - 1, now)
