"""`manage.py restore`: a backup into a new database, proved by the audit before it is used."""

from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.utils import timezone

from config.copies import BackupFailed
from config.copies.backups import note, opened, restore, version_of
from config.copies.databases import (
    Admin,
    administered,
    ask_for_administrator,
    failing,
    fault_of_seals,
    is_there,
    made,
    make_room_for_rehearsal,
    name_of_ours,
    occupied,
    pointed_at,
    require_audited,
)
from config.copies.past import gone_back, kept_log, put_in_place
from config.copies.shelves import Shelf, ours, placed
from config.embedded.binaries import PostgresUnavailable
from config.embedded.lock import DataDirectoryInUse, hold
from config.embedded.platform import embedded_database, set_up
from config.embedded.roles import drop_database, rename_database
from config.version import PROGRAM


class Command(BaseCommand):
    help = (
        "Restore a backup into a new database and audit it. With --rehearse it is dropped again. "
        "With --replace the new one takes the place of the platform's database, which is kept "
        "under another name; stop the platform first. Where the platform has no tables yet, the "
        "new one takes that place anyway."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            help="what `backup` has written, as its --list tells it; for --rehearse the newest one "
            "unless given",
        )
        parser.add_argument(
            "--until",
            metavar="MOMENT",
            help="no backup: all as it was then ('2026-11-27 20:15'), from WAL_DIR; with "
            "--replace or --rehearse, the platform stopped",
        )
        parser.add_argument("--identity", help="file with the private key, if it is encrypted")
        parser.add_argument(
            "--database",
            default="",
            help="the new database's name; unless given, the platform's own with _restored, or "
            "with _rehearsed",
        )
        parser.add_argument("--replace", action="store_true", help="use it from now on")
        parser.add_argument(
            "--rehearse", action="store_true", help="drop it again once it is audited"
        )
        parser.add_argument(
            "--drop", metavar="DATABASE", help="only remove what was restored there"
        )
        ask_for_administrator(parser)

    def handle(
        self,
        *args: Any,
        file: str | None,
        until: str | None,
        identity: str | None,
        database: str,
        replace: bool,
        rehearse: bool,
        drop: str | None,
        administrator: str,
        **options: Any,
    ) -> None:
        if drop:
            self._drop(drop, administrator)
            return
        if until:
            self._go_back(_moment(until), replace=replace, rehearse=rehearse)
            return
        if not (file or rehearse):
            raise CommandError("name the backup")
        database = database or (_for_rehearsals() if rehearse else f"{name_of_ours()}_restored")
        key = Path(identity) if identity else None
        room = settings.PLACES.data_dir
        try:
            shelf, name = placed(file) if file else _newest()
            source = f"{shelf}/{name}"
            with (
                opened(shelf, name, identity=key, room=room) as plain,
                administered(administrator) as admin,
            ):
                of = version_of(plain)
                _require_free(admin, database)
                if replace:
                    _require_nobody(admin)
                try:
                    self._restore(
                        admin, source, plain, database, of, "dropped" if rehearse else "kept"
                    )
                finally:
                    if rehearse and is_there(admin, database):
                        drop_database(admin, database)
                if rehearse:
                    size = plain.stat().st_size
                    note(settings.DATABASES["owner"], name, size, is_rehearsal=True)
                    self.stdout.write(f"{source} could be restored; {database} is dropped again")
                elif replace or not _has_tables():
                    self._replace(admin, database)
        except (BackupFailed, PostgresUnavailable, psycopg.Error) as error:
            raise CommandError(str(error).strip()) from None

    def _restore(
        self, admin: Admin, source: str, plain: Path, database: str, of: int, then: str
    ) -> None:
        """`then` is what becomes of the database where the audit fails: it is kept, or dropped."""
        with made(admin, database):
            server = restore({**settings.DATABASES["owner"], "NAME": database}, plain)
        self.stdout.write(f"{source} is in the database {database}")
        if of != server:
            self.stdout.write(f"It was made by PostgreSQL {of}; this server is {server}.")
        # The house it is of may have had other roles than this one.
        with pointed_at(database):
            with failing(f"{database}, which is {then}"):
                call_command("database_roles", verbosity=0)
            self.stdout.write(require_audited(f"the audit of {database}, which is {then}, fails"))
        self._check_seed_key(database)

    def _go_back(self, until: datetime, *, replace: bool, rehearse: bool) -> None:
        if replace == rehearse:
            raise CommandError("say what becomes of it: --replace or --rehearse")
        places = settings.PLACES
        try:
            log = kept_log()
            with hold(places.lock), gone_back(set_up(places), log, until) as back:
                self.stdout.write(f"All is as it was at {until:%Y-%m-%d %H:%M:%S %Z}")
                with pointed_at(name_of_ours()):
                    words = "nothing was replaced; the audit of it fails"
                    self.stdout.write(require_audited(words))
                self._check_seed_key(name_of_ours())
                if rehearse:
                    self.stdout.write("It is removed again")
                    return
                kept = put_in_place(back, places.cluster)
            before = f"; what was before is kept in {kept}, until you remove it" if kept else ""
            self.stdout.write(f"It is the platform's{before}")
            # What it does from now on leads on from here.
            with embedded_database(places):
                call_command("backup", "--base", stdout=self.stdout)
        except DataDirectoryInUse:
            raise occupied(places.data_dir) from None
        except (BackupFailed, PostgresUnavailable) as error:
            raise CommandError(str(error)) from None

    def _drop(self, database: str, administrator: str) -> None:
        with administered(administrator) as admin:
            if not database.startswith(f"{name_of_ours()}_") or not is_there(admin, database):
                raise CommandError(f"{database} is none that was restored beside {name_of_ours()}")
            drop_database(admin, database)
        self.stdout.write(f"{database} is gone")

    def _replace(self, admin: Admin, database: str) -> None:
        replaced = name_of_ours()
        try:
            kept = rename_database(admin, replaced, database)
        except psycopg.errors.ObjectInUse:
            raise CommandError(
                f"{occupied(replaced)}. What was restored stays in {database}; drop it, or name "
                "another with --database, before the next attempt"
            ) from None
        self.stdout.write(f"{replaced} is the restored one; before it: {kept}")

    def _check_seed_key(self, database: str) -> None:
        """Only warned of: where the key is lost, its tables can still be called off."""
        if fault := fault_of_seals(database):
            self.stdout.write(self.style.WARNING(f"Warning: {fault}"))


def _moment(given: str) -> datetime:
    """In the house's time zone, unless it says its own."""
    try:
        moment = datetime.fromisoformat(given)
    except ValueError:
        raise CommandError(f"{given!r} is no moment; write it as 2026-11-27 20:15:00") from None
    moment = moment if moment.tzinfo else timezone.make_aware(moment)
    if moment > timezone.now():
        raise CommandError(f"{given} is still to come")
    return moment


def _for_rehearsals() -> str:
    return f"{name_of_ours()}_rehearsed"  # houses may share a server


def _require_free(admin: Admin, name: str) -> None:
    """Nothing of this name is there, or what was is gone now: a killed rehearsal's."""
    if name == _for_rehearsals():
        make_room_for_rehearsal(admin, name)
    if is_there(admin, name):
        raise CommandError(
            f"there is a database {name} already: remove it (`{PROGRAM} restore --drop {name}`), "
            "or name another (--database)"
        )


def _require_nobody(admin: Admin) -> None:
    """Said before a restoring that may take long, not after it."""
    ours = name_of_ours()
    found = admin.execute("select 1 from pg_stat_activity where datname = %s", [ours]).fetchone()
    if found:
        raise occupied(ours)


def _newest() -> tuple[Shelf, str]:
    shelf = ours()
    found = shelf.all()
    if not found:
        raise CommandError(f"there is no backup in {shelf}")
    return shelf, found[-1].name


def _has_tables() -> bool:
    """Whether the platform's own database holds anything that a restored one would replace."""
    found = "django_migrations" in connections["owner"].introspection.table_names()
    connections.close_all()
    return found
