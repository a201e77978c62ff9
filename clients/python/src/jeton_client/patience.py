"""When the same request is sent again, and how long to wait before it; no clock, no network."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from jeton_client.problems import (
    FOR_A_MOMENT,
    BeingThought,
    Busy,
    Problem,
    TooOften,
    Unreachable,
)

# What waits so many seconds.
Sleep = Callable[[float], None]
AsyncSleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to go on trying: at most `attempts` times and `seconds` of waiting in all.

    Waits double from `first_wait` to `longest_wait`, each shortened by chance so that many
    clients do not come back in step. `Retry-After` is obeyed if there is patience enough for it.
    """

    attempts: int = 10
    seconds: float = 60.0
    first_wait: float = 0.2
    longest_wait: float = 8.0


class Attempts:
    """The tries of one request so far."""

    def __init__(self, patience: Patience, *, repeatable: bool) -> None:
        self._patience = patience
        self._repeatable = repeatable
        self._failures = 0
        self._waited = 0.0

    def wait_after(self, failure: Problem | Unreachable) -> float | None:
        """Seconds until the next try, or None: give up and raise the failure."""
        if not isinstance(failure, BeingThought):
            self._failures += 1
        if self._failures >= self._patience.attempts or not self._may_repeat(failure):
            return None
        asked = failure.retry_after if isinstance(failure, Problem) else None
        wait = asked if asked is not None else self._own_wait()
        if self._waited + wait > self._patience.seconds:
            return None
        self._waited += wait
        return wait

    def forget(self) -> None:
        """It works again: the next failure is a first one."""
        self._failures, self._waited = 0, 0.0

    def _may_repeat(self, failure: Problem | Unreachable) -> bool:
        if isinstance(failure, Unreachable):
            return self._repeatable or not failure.sent
        if isinstance(failure, TooOften | BeingThought) or failure.code == FOR_A_MOMENT:
            return True  # refused before anything was done, or not done yet
        if isinstance(failure, Busy):
            # The platform itself says so when nothing was done; a proxy cannot know.
            return self._repeatable or failure.code in ("busy", "no_room")
        return False

    def _own_wait(self) -> float:
        longest: float = self._patience.first_wait * 2 ** min(self._failures - 1, 16)
        return min(longest, self._patience.longest_wait) * random.uniform(0.5, 1.0)  # noqa: S311
