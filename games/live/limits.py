"""How fast one player may act: a bucket of moves that refills by the second."""

from __future__ import annotations

import time

from games.moves.errors import Refused

CALLERS_MAX = 50_000


class TooMany(Refused):
    code = "too_many_requests"


class MoveLimits:
    """Token buckets by player; `per_second` moves flow in, twice as many fit."""

    def __init__(self, per_second: int) -> None:
        self._per_second = per_second
        self._buckets: dict[int, tuple[float, float]] = {}

    def spend(self, player_id: int) -> None:
        """Take one move from the player's bucket; TooMany when it is empty."""
        now = time.monotonic()
        level, since = self._buckets.get(player_id, (2.0 * self._per_second, now))
        level = min(2.0 * self._per_second, level + (now - since) * self._per_second)
        if level < 1:
            raise TooMany(retry_after_seconds=1, per_second=self._per_second)
        if len(self._buckets) >= CALLERS_MAX:
            self._buckets.clear()
        self._buckets[player_id] = (level - 1, now)
