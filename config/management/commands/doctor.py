"""`manage.py doctor`: how the house is, from its settings to its books, and how to mend it."""

import json
from argparse import ArgumentParser
from collections import Counter
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand

from config.copies.databases import require_house
from config.doctor import Finding, Look, State, examine, house, machine

MARKS = {State.WELL: "well", State.LOOK: "look", State.BAD: "BAD "}


class Command(BaseCommand):
    help = (
        "Look at packages, disk, secrets, backups, kept log, address, mail, settings, database, "
        "queue, processes, tables and books. What is wrong is named with how to mend it; anything "
        "BAD makes the status 1."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--mail", default="", metavar="ADDRESS", help="send a mail there")
        parser.add_argument("--json", action="store_true", help="a JSON object a line")

    def handle(self, *args: Any, mail: str, json: bool, **options: Any) -> None:
        require_house()
        counted: Counter[State] = Counter()
        for finding in examine(looks(mail)):
            counted[finding.state] += 1
            self._tell(finding, as_json=json)
        if not json:
            well, look, bad = (counted[state] for state in State)
            self.stdout.write(f"{well} well, {look} to look at, {bad} bad")
        if counted[State.BAD]:
            raise SystemExit(1)

    def _tell(self, finding: Finding, *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(finding._asdict(), ensure_ascii=False))
            return
        mark = MARKS[finding.state]
        if finding.state is not State.WELL:
            painted = self.style.ERROR if finding.state is State.BAD else self.style.WARNING
            mark = painted(mark)
        self.stdout.write(f"{mark}  {finding.subject:<10} {finding.words}")
        if finding.mend:
            self.stdout.write(f"{'':<17} → {finding.mend}")


def looks(mail: str) -> dict[str, Look]:
    """What is looked at, in the order in which one would mend it."""
    return {
        "packages": machine.packages,
        "disk": machine.disk,
        "files": house.files,
        "secrets": machine.secrets,
        "settings": house.rules_of_settings,
        "database": house.database,
        "queue": house.queue,
        "processes": house.processes,
        "tables": house.tables,
        "pace": house.pace,
        "locks": house.locks,
        "books": house.books,
        "seeds": house.seeds,
        "backups": house.backups,
        "storage": house.storage,
        "log": house.log,
        "address": machine.address,
        "mail": partial(machine.mail, mail),
    }
