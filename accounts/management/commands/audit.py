"""`manage.py audit`: prove the books, print the figures, fail on the first fault."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from accounts.audit import Fault, Finding, audit_finished, run_audit


class Command(BaseCommand):
    help = "Proves that the stored chips, rounds and tables agree with each other."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--head",
            action="append",
            default=[],
            help="NUMBER:HASH of a link that was published: it must still stand (may be repeated)",
        )
        parser.add_argument(
            "--quick",
            action="store_true",
            help="only sums, guards and what has been sealed since the last whole audit",
        )

    def handle(self, *_args: Any, quick: bool = False, **options: Any) -> None:
        begun = time.monotonic()
        faults: list[str] = []
        figures: dict[str, int] = {}
        if "chip_account" not in connection.introspection.table_names():
            raise CommandError("there are no books here yet: manage.py migrate --database owner")
        for finding in run_audit(quick=quick, heads=options.get("head") or ()):
            self.stdout.write(_line(finding))
            if isinstance(finding.found, Fault):
                faults.append(str(finding.found))
            else:
                figures[finding.found.name] = finding.found.value
        seconds = time.monotonic() - begun
        if not quick:
            audit_finished.send(sender=Command, seconds=seconds, faults=faults, figures=figures)
        if faults:
            raise CommandError(f"{len(faults)} faults, the first: {faults[0]}")
        self.stdout.write(self.style.SUCCESS("The books are in order."))


def _line(finding: Finding) -> str:
    if isinstance(finding.found, Fault):
        return f"{finding.check:<16} FAULT {finding.found}"
    return f"{finding.check:<16} {finding.found.value:>14,} {finding.found.name}"
