"""Long thought beside people who play: at a low priority, so that moves go first."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import ParamSpec, TypeVar

from django.db import connections

# A tenth of the weight of others when the processors are busy, all there is when they are not.
NICENESS = 10

P = ParamSpec("P")
R = TypeVar("R")

# Tasks by name.
MODEST: set[str] = set()


def modest(work: Callable[P, R]) -> Callable[P, R]:
    """Below `shared_task`: nobody at a table waits for it, and a worker does it `modestly`."""
    MODEST.add(f"{work.__module__}.{work.__name__}")
    return work


def modestly(work: Callable[[], R]) -> R:
    """Do this in a thread of its own, to the end: nobody may raise a priority again once lowered.

    It has database connections of its own, and they are closed in the end.
    """
    with ThreadPoolExecutor(1, initializer=_give_way) as thread:
        return thread.submit(copy_context().run, _then_close, work).result()


def _give_way() -> None:
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def _then_close(work: Callable[[], R]) -> R:
    try:
        return work()
    finally:
        connections.close_all()
