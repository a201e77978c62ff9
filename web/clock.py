"""Which tasks by the clock have a look of their own: whether there is anything for them to do.

A look is one query or two, and costs a hundredth of a message to a worker; mostly there is nothing.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
Look = Callable[[], bool]

# By the task's name. Whoever keeps the clock asks them.
LOOKS: dict[str, Look] = {}


def only_if(look: Look) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Below `shared_task`: the clock sends this task only where `look` finds something."""

    def known(work: Callable[P, R]) -> Callable[P, R]:
        LOOKS[f"{work.__module__}.{work.__name__}"] = look
        return work

    return known
