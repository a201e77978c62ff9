"""Who takes part in the engine's measurement."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Contestant:
    """`prepare` gets fresh cards ready and returns the work to be timed, which tells how much was
    done; `decisions` counts how many decisions make a round, on average."""

    name: str
    prepare: Callable[[], Callable[[], int]]
    decisions: Callable[[], float] = lambda: 0.0
