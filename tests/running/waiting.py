"""Waiting for something to become true, with a deadline: no sleeps for luck."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def until(condition: Callable[[], T], *, seconds: float = 60, what: str = "") -> T:
    """The first true value of `condition`; after `seconds` the test fails."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds} s in vain for {what or condition}")
        time.sleep(0.03)
    return value
