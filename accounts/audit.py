"""Auditing what is stored: a registry of checks, each of which yields figures and faults.

A check is a generator over a read-only snapshot of the database; other apps register theirs beside
the ledger's. `manage.py audit` runs them all and fails on the first fault's word.
"""

from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.dispatch import Signal

from web.database.patience import let_statements_last

# Sent after an audit with `seconds`, `faults` (their words) and `figures` (name → number).
audit_finished = Signal()


@dataclass(frozen=True, slots=True)
class Figure:
    """Something counted: what, and how many."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that must never be: a stable code, what it concerns, and the numbers."""

    code: str
    subject: str
    facts: dict[str, Any]

    def __str__(self) -> str:
        numbers = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.code}: {self.subject} ({numbers})"


Check = Callable[[], Iterator[Figure | Fault]]

CHECKS: dict[str, Check] = {}
QUICK: set[str] = set()
_is_quick: ContextVar[bool] = ContextVar("_is_quick", default=False)


_heads: ContextVar[tuple[str, ...]] = ContextVar("_heads", default=())


def published_heads() -> tuple[str, ...]:
    """What whoever asks for the audit has kept of the chain: `NUMBER:HASH` each."""
    return _heads.get()


def is_quick() -> bool:
    """Whether this audit looks only at what is new since the last whole one."""
    return _is_quick.get()


def audit_check(name: str, *, quick: bool = False) -> Callable[[Check], Check]:
    """Register the decorated generator under `name`; checks run in the order of registration.

    A quick audit runs those that are `quick`.
    """

    def register(check: Check) -> Check:
        if name in CHECKS:
            raise ValueError(f"audit check {name!r} is registered twice")
        CHECKS[name] = check
        if quick:
            QUICK.add(name)
        return check

    return register


@dataclass(frozen=True, slots=True)
class Finding:
    """A figure or fault, and the check it comes from."""

    check: str
    found: Figure | Fault


def run_audit(*, quick: bool = False, heads: Sequence[str] = ()) -> Iterator[Finding]:
    """Run every check against one snapshot, however long it takes and whoever writes meanwhile.

    Must be called outside any transaction.
    """
    _is_quick.set(quick)
    _heads.set(tuple(heads))
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        let_statements_last(0)
        for name, check in CHECKS.items():
            if quick and name not in QUICK:
                continue
            for found in check():
                yield Finding(name, found)


def faults() -> list[Fault]:
    """Every fault there is; an empty list is the proof."""
    return [finding.found for finding in run_audit() if isinstance(finding.found, Fault)]
