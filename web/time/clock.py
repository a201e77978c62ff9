"""The clock: whether it goes, and which of its tasks look first whether there is anything to do.

A look is one query or two, and costs a hundredth of a message to a worker; mostly there is nothing.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Any

from celery import shared_task

from web.database.alone import alone_at

Look = Callable[[], bool]

# By the task's name: how often it comes, and what whoever keeps the clock asks before.
EVERY: dict[str, float] = {}
LOOKS: dict[str, Look] = {}


def by_the_clock(
    seconds: float, *, only_if: Look | None = None, alone_in: str = "", **options: Any
) -> Callable[[Callable[..., object]], Any]:
    """A task that comes every so many seconds; it must be harmless to run never, twice or late.

    The clock sends it only where `only_if` finds something; `alone_in` names work at which one
    process at a time may be.
    """

    def known(work: Callable[..., object]) -> Any:
        name = f"{work.__module__}.{work.__name__}"
        EVERY[name] = seconds
        if only_if is not None:
            LOOKS[name] = only_if

        @wraps(work)
        def alone(*arguments: Any) -> None:
            with alone_at(alone_in) as is_alone:
                if is_alone:
                    work(*arguments)

        return shared_task(**options)(alone if alone_in else work)

    return known


# A house that is killed or restarted every few seconds does what comes round seldom all the same.
FIRST_WITHIN_SECONDS = 10.0
_FIRST_AFTER = 1 / 6  # of the time from one to the next


class Rota:
    """What comes round by the clock: name → every so many seconds, counted from the first look.

    The first time it is due much earlier: who keeps the clock may not live that long.
    """

    def __init__(self, every: Mapping[str, float]) -> None:
        self._every = every
        self._due: dict[str, float] = {}

    def due(self, now: float) -> Iterator[str]:
        """What has come round by `now`, each once however late we are."""
        for name, seconds in self._every.items():
            first = now + min(seconds * _FIRST_AFTER, FIRST_WITHIN_SECONDS)
            if now >= self._due.setdefault(name, first):
                self._due[name] = now + seconds
                yield name

    def rest(self, now: float, *, most: float) -> float:
        """The seconds until something comes round, if nothing is looked for before."""
        return min(max(0.0, min(self._due.values(), default=now + most) - now), most)

    def clear(self) -> None:
        """Count anew from the next look."""
        self._due.clear()


_ticked_at = 0.0


def tick() -> None:
    """Whoever keeps the clock has looked at what is due."""
    global _ticked_at
    _ticked_at = time.monotonic()


def goes(*, patience_seconds: float) -> bool:
    """Whether it has ticked lately, in this process."""
    return time.monotonic() - _ticked_at < patience_seconds
