"""What `manage.py doctor` looks at: each check says how it is, and how to mend what is wrong."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any, NamedTuple


class State(StrEnum):
    WELL = "well"
    LOOK = "look"  # it runs, and somebody should see to it
    BAD = "bad"


class Finding(NamedTuple):
    """One thing that was looked at."""

    subject: str
    state: State
    words: str
    mend: str = ""


# What a look says: how it is, in words, and how to mend it.
Said = Iterator[tuple[State, str] | tuple[State, str, str]]
Look = Callable[[], Said]


def judged(is_well: bool, words: str, mend: str, state: State = State.LOOK) -> Any:
    """That it is well, or else in this state, and how to mend it."""
    return (State.WELL, words) if is_well else (state, words, mend)


def examine(looks: dict[str, Look]) -> Iterator[Finding]:
    """Every check in turn. One that fails itself is a finding too, and ends no other."""
    for subject, look in looks.items():
        try:
            for found in look():
                yield Finding(subject, *found)
        except Exception as error:
            words = " ".join(str(error).split())[:300] or type(error).__name__
            yield Finding(subject, State.BAD, f"cannot be looked at: {words}")
