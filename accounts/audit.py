"""Auditing what is stored: a registry of checks, each of which yields figures and faults.

A check is a generator over a read-only snapshot of the database; other apps register theirs beside
the ledger's. `manage.py audit` runs them all and fails on the first fault's word.
"""

from collections.abc import Callable, Iterator
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


def audit_check(name: str) -> Callable[[Check], Check]:
    """Register the decorated generator under `name`; checks run in the order of registration."""

    def register(check: Check) -> Check:
        if name in CHECKS:
            raise ValueError(f"audit check {name!r} is registered twice")
        CHECKS[name] = check
        return check

    return register


@dataclass(frozen=True, slots=True)
class Finding:
    """A figure or fault, and the check it comes from."""

    check: str
    found: Figure | Fault


def run_audit() -> Iterator[Finding]:
    """Run every check against one snapshot, however long it takes and whoever writes meanwhile.

    Must be called outside any transaction.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        let_statements_last(0)
        for name, check in CHECKS.items():
            for found in check():
                yield Finding(name, found)


def faults() -> list[Fault]:
    """Every fault there is; an empty list is the proof."""
    return [finding.found for finding in run_audit() if isinstance(finding.found, Fault)]
