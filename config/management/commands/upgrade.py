"""`manage.py upgrade`: the tables of an earlier version, brought to what this one needs.

All is done to a copy. Only when it is whole, and its audit has found nothing, does it take the
place of the platform's database, in one step; that one is kept as it was. So whatever fails, and
whenever somebody pulls the plug, the house is the old one or the new one.
"""

import shutil
import time
from argparse import ArgumentParser
from typing import Any

import psycopg
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import Error, connections

from config.copies.databases import (
    Admin,
    administered,
    ask_for_administrator,
    failing,
    is_there,
    made,
    name_of_ours,
    occupied,
    pointed_at,
    require_audited,
    require_house,
)
from config.embedded.binaries import PostgresUnavailable
from config.embedded.roles import drop_database, rename_database
from config.management.commands.prepare import make_tables
from config.serving.health import migrations_missing, migrations_unknown
from config.version import PROGRAM, VERSION

# A copy grows while it is migrated, and beside both there is to be room for an evening.
_ROOM = 1.5
_LEAVE_SECONDS = 5.0  # whoever is still there then is somebody else


class Command(BaseCommand):
    help = (
        "Bring the tables to what this version needs: in a copy of the database, which takes its "
        "place once its audit finds nothing. Stop the platform first. The database of before is "
        "kept; --back brings it back, and --forget removes it."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        ask_for_administrator(parser)
        parser.add_argument("--back", metavar="DATABASE", help="use that one again, kept before")
        parser.add_argument("--forget", metavar="DATABASE", help="remove that one, kept before")

    def handle(
        self, *args: Any, administrator: str, back: str | None, forget: str | None, **options: Any
    ) -> None:
        require_house()
        try:
            with administered(administrator) as admin:
                if forget:
                    self._require_kept(admin, forget)
                    drop_database(admin, forget)
                    self._say(f"{forget} is gone")
                elif back:
                    self._require_kept(admin, back)
                    self._use(admin, back)
                else:
                    self._upgrade(admin)
        except psycopg.errors.ObjectInUse:
            raise occupied(name_of_ours()) from None
        except (PostgresUnavailable, psycopg.Error, Error) as error:
            raise CommandError(str(error).strip()) from None

    def _upgrade(self, admin: Admin) -> None:
        ours = name_of_ours()
        copy = f"{ours}_upgrading"
        missing = self._migrations_to_come()
        connections.close_all()  # nobody may look on while it is copied
        if not missing:
            self._say(f"Nothing to do: the tables are those of Jeton {VERSION}")
            return
        if is_there(admin, copy):  # somebody pulled the plug
            drop_database(admin, copy)
        self._require_room(admin, ours)
        _see_us_gone(admin, ours)
        before = _sessions(admin, ours)
        with made(admin, copy, template=ours):
            self._say(f"{ours} is copied")
            with pointed_at(copy):
                with failing(f"{ours} is as it was; its copy could not be upgraded"):
                    make_tables()
                self._say(f"{missing} migrations are done in the copy")
                said = require_audited(
                    f"{ours} is as it was; the audit of its upgraded copy fails. Ask the version "
                    "of before whether it finds the same in what it has"
                )
                self._say(said)
            self._use(admin, copy, sessions=before)

    def _migrations_to_come(self) -> int:
        unknown = migrations_unknown()
        if unknown:
            raise CommandError(
                f"the tables are of a newer version than Jeton {VERSION}: {unknown[0]} is not "
                "known here. Install that version, or bring an earlier database back (--back)"
            )
        return migrations_missing()

    def _require_room(self, admin: Admin, name: str) -> None:
        """The copy must not fill the disk on which others play."""
        if not settings.EMBEDDED:
            return  # the server's disk is none of this machine's
        row = admin.execute("select pg_database_size(%s)", [name]).fetchone()
        needed = int(_ROOM * row[0]) if row else 0
        free = shutil.disk_usage(settings.PLACES.data_dir).free
        if free < needed:
            raise CommandError(
                f"a copy of {name} needs {needed // 1_000_000} MB, and {free // 1_000_000} are "
                f"free in {settings.PLACES.data_dir}"
            )

    def _use(self, admin: Admin, name: str, *, sessions: int | None = None) -> None:
        """Let the database be the platform's."""
        ours = name_of_ours()

        def require_nobody_came(kept: str) -> None:
            if sessions is not None and _sessions(admin, kept) != sessions:
                raise CommandError(
                    f"somebody worked in {ours} meanwhile, which is as it was: stop the platform "
                    "and begin again"
                )

        kept = rename_database(admin, ours, name, unless=require_nobody_came)
        self._say(
            f"{ours} is the new one. The one of before is kept as {kept}:\n"
            f"  {PROGRAM} upgrade --back {kept}     brings it back, for the version of before\n"
            f"  {PROGRAM} upgrade --forget {kept}   removes it, once you are content"
        )

    def _require_kept(self, admin: Admin, name: str) -> None:
        if not name.startswith(f"{name_of_ours()}_until_") or not is_there(admin, name):
            found = admin.execute(
                "select datname from pg_database where starts_with(datname, %s) order by 1",
                [f"{name_of_ours()}_until_"],
            ).fetchall()
            kept = ", ".join(one for (one,) in found) or "none"
            raise CommandError(f"{name} is no database kept before; there are: {kept}")

    def _say(self, words: str) -> None:
        self.stdout.write(words)
        self.stdout.flush()


def _see_us_gone(admin: Admin, name: str) -> None:
    """Sessions that we have closed end in their own time, and are counted by then."""
    there = "select 1 from pg_stat_activity where datname = %s"
    deadline = time.monotonic() + _LEAVE_SECONDS
    while admin.execute(there, [name]).fetchone() and time.monotonic() < deadline:
        time.sleep(0.05)


def _sessions(admin: Admin, name: str) -> int:
    """How many sessions there have ever been in the database: who came and went counts too."""
    admin.execute("select pg_stat_clear_snapshot()")
    row = admin.execute("select sessions from pg_stat_database where datname = %s", [name])
    found = row.fetchone()
    return int(found[0]) if found else 0
