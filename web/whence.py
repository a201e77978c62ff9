"""Which request work follows from: one number, from a click to what workers do about it.

The number goes with the work through tasks and rows: who tells a worker something writes down
`whence` beside it, and who does it does so `following` that. Log lines have it, answers carry it
as X-Request-ID, and where traces are kept it is the trace's.

As text it is the number, 32 hexadecimal digits, and behind a hyphen the 16 of the trace's step
that is under way, if there is any.
"""

import re
import secrets
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import Any, Protocol

CHARS_MAX = 49

# What log lines say of the work under way: `request`, `step`, and what else it is about.
CONTEXT: ContextVar[dict[str, Any]] = ContextVar("log_context", default={})  # noqa: B039
_RANDOM_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")

Facts = dict[str, str | int | float]


class Tracer(Protocol):
    """Whoever keeps traces."""

    def step(self, name: str, whence: str, facts: Facts) -> AbstractContextManager[str]:
        """A step that lasts as long as what is done in it, and whence what is done in it comes."""

    def past(self, name: str, whence: str, *, begun: float, ended: float, facts: Facts) -> None:
        """A step that is over; times are of `time.perf_counter`."""


tracer: Tracer | None = None


def number_of(key: str) -> str:
    """A request's number: its idempotency key's, where that is a random UUID as browsers draw them,
    so that all attempts of one click have the same; else a new one.
    """
    return key.replace("-", "") if _RANDOM_UUID.fullmatch(key) else secrets.token_hex(16)


def whence() -> str:
    """Where what is done now comes from; empty for what nobody has asked for."""
    about = CONTEXT.get()
    number, step = about.get("request", ""), about.get("step")
    return f"{number}-{step}" if step else number


@contextmanager
def following(came_from: str, name: str, **about: Any) -> Iterator[Facts]:
    """Do something as following from what came before; what becomes of it may be added to the
    facts, which hold nothing about people or cards. Nobody traces what comes from nowhere.
    """
    facts: Facts = {}
    if not came_from or tracer is None:
        with _saying(came_from or secrets.token_hex(16), about):
            yield facts
    else:
        with tracer.step(name, came_from, facts) as here, _saying(here, about):
            yield facts


@contextmanager
def _saying(here: str, about: dict[str, Any]) -> Iterator[None]:
    number, _, step = here.partition("-")
    token = CONTEXT.set({"request": number, **({"step": step} if step else {}), **about})
    try:
        yield
    finally:
        CONTEXT.reset(token)
