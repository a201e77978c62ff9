"""`manage.py backup`: the whole database in one file, taken while everybody plays on."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.copies import BackupFailed
from config.copies.backups import back_up, note
from config.copies.past import bases, copy_base, forget_before, kept_log
from config.copies.sealing import SEALED, new_key
from config.copies.shelves import Folder, Shelf, ours
from config.embedded.platform import set_up


class Command(BaseCommand):
    help = (
        "Write the database into one file. Play goes on meanwhile: the file holds one moment. "
        "The seed key is not in it; keep a copy of that apart."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            help="where to; named by the date in BACKUP_TO or BACKUP_DIR unless given",
        )
        parser.add_argument(
            "--keep",
            type=_at_least_one,
            metavar="N",
            help="then remove all but the N newest of those named by their date; N is at least 1",
        )
        parser.add_argument(
            "--base",
            action="store_true",
            help="a copy of the server's files into WAL_DIR instead, for `restore --until`",
        )
        parser.add_argument("--list", action="store_true", help="no backup, but tell those there")
        parser.add_argument(
            "--new-key",
            metavar="FILE",
            help="no backup, but a private key there; the public one is for BACKUP_RECIPIENTS",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            if options["new_key"]:
                public = new_key(Path(options["new_key"]))
                self.stdout.write(f"{options['new_key']} opens what is encrypted for\n  {public}")
            elif options["list"]:
                self._list()
            elif options["base"]:
                self._copy_base(keep=options["keep"])
            else:
                self._back_up(options["file"], keep=options["keep"])
        except BackupFailed as error:
            raise CommandError(str(error)) from None

    def _list(self) -> None:
        shelf = ours()
        for kept in shelf.all():
            at = timezone.localtime(kept.at)
            self.stdout.write(f"{shelf}/{kept.name}  {at:%Y-%m-%d %H:%M}  {kept.bytes:,} bytes")

    def _copy_base(self, *, keep: int | None) -> None:
        """The house's server runs: whoever calls a command has seen to that."""
        log = kept_log()
        base = copy_base(set_up(settings.PLACES), log)
        self.stdout.write(
            f"{base.path}: `restore --until` goes back to {base.at:%Y-%m-%d %H:%M:%S %Z} and later"
        )
        if keep:
            oldest = bases(log)[-keep:][0]
            for old in forget_before(oldest, log):
                self.stdout.write(
                    f"{old}: removed, with the log before {oldest.at:%Y-%m-%d %H:%M:%S %Z}"
                )

    def _back_up(self, file: str | None, *, keep: int | None) -> None:
        readers, database = settings.BACKUP_RECIPIENTS, settings.DATABASES["owner"]
        shelf, name = _target(file) if file else (ours(), _name_by_date())
        size = back_up(database, shelf, name, recipients=readers)
        note(database, name, size, is_rehearsal=False)
        self.stdout.write(f"{shelf}/{name}: {size:,} bytes")
        for old in ours().all()[:-keep] if keep else ():
            ours().remove(old.name)
            self.stdout.write(f"{ours()}/{old.name}: removed")


def _name_by_date() -> str:
    stamp = timezone.now().strftime("%Y%m%d-%H%M%S")
    return f"jeton-{stamp}.dump{SEALED if settings.BACKUP_RECIPIENTS else ''}"


def _target(file: str) -> tuple[Shelf, str]:
    """A file of somebody's own choice, which is none yet. Raises BackupFailed."""
    target = Path(file)
    if "://" in file:
        raise BackupFailed(f"{file} is no file; set BACKUP_TO to have it there, named by the date")
    if target.is_dir():
        raise BackupFailed(f"{target} is a folder; name a file in it")
    if target.is_file():
        raise BackupFailed(f"{target} is there already; name another, or remove it first")
    if settings.BACKUP_RECIPIENTS and target.suffix != SEALED:
        raise BackupFailed(f"it will be encrypted: name it {target.name}{SEALED}")
    return Folder(target.parent), target.name


def _at_least_one(given: str) -> int:
    if not given.isdecimal() or int(given) < 1:
        raise ArgumentTypeError(f"a number of backups, at least 1, not {given!r}")
    return int(given)
