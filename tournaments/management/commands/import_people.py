"""`manage.py import_people FILE`: players, or a tournament's entries, from a CSV file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.imports.sheet import CHARS_MAX
from accounts.joining.importing import INVITED, KNOWN, NEW, ImportReport, digest_of, import_players
from rummy.refusal import Refusal
from tournaments.entries.importing import import_entries
from web.refusals import sentence, words_of

# A character of UTF-8 takes at most so many bytes.
BYTES_MAX = 4 * CHARS_MAX


class Command(BaseCommand):
    help = (
        "Reads a CSV file of players (name, email, language), or with --tournament of entries "
        "(name, team), and says what would happen. --commit does it: all rows or none."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--tournament", type=int, help="enter the players of the file in it")
        parser.add_argument("--commit", action="store_true", help="not a trial")

    def handle(self, *_args: Any, **options: Any) -> None:
        text = _text(options["file"])
        confirm = digest_of(text) if options["commit"] else ""
        try:
            if options["tournament"] is None:
                report = import_players(text=text, confirm=confirm)
            else:
                report = import_entries(
                    tournament_id=options["tournament"], text=text, confirm=confirm
                )
        except Refusal as refusal:
            raise CommandError(words_of(refusal)) from None
        self._tell(report)

    def _tell(self, report: ImportReport) -> None:
        for fault in report.faults:
            place = ", ".join(filter(None, (f"row {fault.row}", fault.column)))
            words = sentence(fault.code, fault.facts)
            self.stderr.write(f"{place}: {words} ({fault.code})")
        if report.faults:
            raise CommandError(f"{len(report.faults)} faults; nothing was imported.")
        counts = f"{report.count(NEW)} new, {report.count(KNOWN)} known"
        if invited := report.count(INVITED):
            counts += f", {invited} invited"
        verdict = "Imported" if report.is_done else "A trial, nothing has changed"
        self.stdout.write(f"{verdict}: {counts}.")


def _text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            read = opened.read(BYTES_MAX + 1)
        return read.decode("utf-8-sig")
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise CommandError(f"{file} is not UTF-8; save it as “CSV UTF-8”.") from None
