"""`manage.py backup`: the whole database in one file, taken while everybody plays on."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.backups import BackupFailed, dump, kept_in


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
            type=int,
            default=0,
            metavar="N",
            help="then remove all but the N newest",
        )

    def handle(self, *args: Any, file: str | None = None, keep: int = 0, **options: Any) -> None:
        stamp = timezone.now().strftime("%Y%m%d-%H%M%S")
        target = Path(file) if file else settings.BACKUP_DIR / f"jeton-{stamp}.dump"
        try:
            size = dump(settings.DATABASES["owner"], target)
        except BackupFailed as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"{target}: {size:,} bytes")
        for old in kept_in(settings.BACKUP_DIR)[:-keep] if keep > 0 else ():
            old.unlink()
            self.stdout.write(f"{old}: removed")
