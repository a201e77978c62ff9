"""`manage.py audit`: prove the books, print the figures, fail on the first fault."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.audit import Fault, Finding, run_audit


class Command(BaseCommand):
    help = "Proves that the stored chips, rounds and tables agree with each other."

    def handle(self, *_args: Any, **_options: Any) -> None:
        first: Fault | None = None
        count = 0
        for finding in run_audit():
            self.stdout.write(_line(finding))
            if isinstance(finding.found, Fault):
                first = first or finding.found
                count += 1
        if first is not None:
            raise CommandError(f"{count} faults, the first: {first}")
        self.stdout.write(self.style.SUCCESS("The books are in order."))


def _line(finding: Finding) -> str:
    if isinstance(finding.found, Fault):
        return f"{finding.check:<16} FAULT {finding.found}"
    return f"{finding.check:<16} {finding.found.value:>14,} {finding.found.name}"
