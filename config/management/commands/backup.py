"""`manage.py backup`: the whole database in one file, taken while everybody plays on."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.copies.backups import SEALED, BackupFailed, dump, kept_in, note
from config.copies.backups import new_key as make_key


class Command(BaseCommand):
    help = (
        "Write the database into one file. Play goes on meanwhile: the file holds one moment. "
        "The seed key is not in it; keep a copy of that apart."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", help="where to; a file named by the date in BACKUP_DIR unless given"
        )
        parser.add_argument(
            "--keep",
            type=_at_least_one,
            metavar="N",
            help="then remove all but the N newest in BACKUP_DIR; N is at least 1",
        )
        parser.add_argument(
            "--new-key",
            metavar="FILE",
            help="no backup, but a private key there; the public one is for BACKUP_RECIPIENTS",
        )

    def handle(
        self,
        *args: Any,
        file: str | None = None,
        keep: int | None = None,
        new_key: str | None = None,
        **options: Any,
    ) -> None:
        stamp = timezone.now().strftime("%Y%m%d-%H%M%S")
        readers = settings.BACKUP_RECIPIENTS
        named = f"jeton-{stamp}.dump{SEALED if readers else ''}"
        target = Path(file) if file else settings.BACKUP_DIR / named
        try:
            if new_key is not None:
                public = make_key(Path(new_key))
                self.stdout.write(f"{new_key} opens what is encrypted for\n  {public}")
                return
            if file and target.is_file():
                raise BackupFailed(f"{target} is there already; name another, or remove it first")
            if readers and target.suffix != SEALED:
                raise BackupFailed(f"it will be encrypted: name it {target.name}{SEALED}")
            size = dump(settings.DATABASES["owner"], target, recipients=readers)
        except BackupFailed as error:
            raise CommandError(str(error)) from None
        note(settings.DATABASES["owner"], target, is_rehearsal=False)
        self.stdout.write(f"{target}: {size:,} bytes")
        for old in kept_in(settings.BACKUP_DIR)[:-keep] if keep else ():
            old.unlink()
            self.stdout.write(f"{old}: removed")


def _at_least_one(given: str) -> int:
    if not given.isdecimal() or int(given) < 1:
        raise ArgumentTypeError(f"a number of backups, at least 1, not {given!r}")
    return int(given)
