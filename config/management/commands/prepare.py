"""`manage.py prepare`: what a platform begins with, in a database that runs."""

import os
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from multiprocessing import get_context
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from accounts.models import Player
from backoffice.first_start.tokens import address_with, issue_token, waits_for_its_token
from config.embedded.processes import die_with_parent
from config.embedded.roles import WORKER
from config.postgresql.addresses import database
from config.serving.health import migrations_missing, migrations_unknown
from config.supervisor.forking import FORKS
from config.supervisor.processes import TABLES_MADE
from config.version import PROGRAM, VERSION
from games.running.demo import PASSWORD, hashed, seed_people, seed_tables, with_the_demos_password
from tournaments.demo import seed_tournaments


class Command(BaseCommand):
    help = "Make or renew the tables; with --demo players and tournaments too. Tells who gets in."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="with players and tournaments")

        parser.add_argument(
            "--first-start",
            action="store_true",
            help="tell, once, the address that opens the first page of a house without an owner",
        )

    def handle(self, *args: Any, demo: bool, first_start: bool, **options: Any) -> None:
        require_no_upgrade()
        for name in ("owner", "default"):
            do_not_wait(name)
        with its_password_made() if demo and migrations_missing() else nullcontext():
            make_tables()
        self.stdout.write(TABLES_MADE)
        self.stdout.flush()
        if demo:
            seeded = seed_people(open_to_others=settings.OPEN_TO_OTHERS)
            with beside(seed_tournaments):
                seed_tables()
            for line in seeded.lines():
                self.stdout.write(line)
            return
        if known := with_the_demos_password():
            raise CommandError(
                f"{', '.join(known)} have the password of the demo, which everybody knows: change "
                f"each (`{PROGRAM} changepassword NAME`), or set DATA_DIR to a folder of its own"
            )
        if not Player.objects.filter(is_superuser=True).exists():
            self._tell_of_the_first_page(first_start)

    def _tell_of_the_first_page(self, is_seen: bool) -> None:
        """The token goes to a terminal alone: whatever a service writes stands in a log."""
        if not is_seen:
            self.stdout.write(
                f"Nobody runs this house yet: `{PROGRAM} setup` gives it an owner, or "
                f"`{PROGRAM} setup --web` tells the address where one is asked in a browser."
            )
            return
        if waits_for_its_token():
            self.stdout.write(
                "Nobody runs this house yet. Its first page waits for the token that was told; "
                f"`{PROGRAM} setup --web` tells a new one."
            )
            return
        self.stdout.write("Nobody runs this house yet. Its first page is opened, once, by:")
        self.stdout.write(address_with(issue_token()))


def do_not_wait(name: str) -> None:
    """What a crash takes is made again."""
    with connections[name].cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")


@contextmanager
def its_password_made() -> Iterator[None]:
    """What everybody knows of the demo is hashed meanwhile."""
    if settings.OPEN_TO_OTHERS:
        yield
        return
    with ThreadPoolExecutor(1) as other:
        other.submit(hashed, PASSWORD)
        yield


@contextmanager
def beside(work: Callable[[], object]) -> Iterator[None]:
    """Let another process do this as the worker, meanwhile where one can be forked: half of it is
    reckoning. Raises CommandError in the end if it could not."""
    if not FORKS:
        yield
        become_worker()
        work()
        return
    connections.close_all()  # they are ours, and would be the other's
    other = get_context("fork").Process(target=_do_as_worker, args=(work, os.getpid()))
    other.start()
    do_not_wait("default")
    yield
    other.join()
    if other.exitcode:
        raise CommandError("see above")


def _do_as_worker(work: Callable[[], object], parent: int) -> None:
    die_with_parent(parent_pid=parent)
    become_worker()
    work()


def become_worker() -> None:
    """The evenings of the demo are played, and rounds of tournaments are settled by it alone."""
    here, worker = connections["default"], database(settings.DATABASE_ADDRESSES[WORKER])
    here.close()
    here.settings_dict.update(USER=worker["USER"], PASSWORD=worker["PASSWORD"])
    do_not_wait("default")


def make_tables() -> None:
    call_command("migrate", database="owner", interactive=False, verbosity=0)
    call_command("database_roles", verbosity=0)  # one may have come since the tables


def require_no_upgrade() -> None:
    """A house in which people are is not brought to another version in passing."""
    if unknown := migrations_unknown():
        raise CommandError(
            f"the tables are of a newer version than Jeton {VERSION}: {unknown[0]} is not known "
            "here; install that version"
        )
    if migrations_missing() and _has_people():
        raise CommandError(
            f"the tables are of a version before Jeton {VERSION}. Run `{PROGRAM} upgrade` first: "
            "it works on a copy, audits it, and keeps what is there"
        )
    if not migrations_missing() and (lacking := _lacking()):
        raise CommandError(
            f"the tables are of a version before the first release ({lacking} is not there), which "
            "none can be brought up to date from: set DATA_DIR to a new folder"
        )


def _lacking() -> str:
    """A column of ours that the database has not, though it had every migration; "" if none."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT table_name || '.' || column_name FROM information_schema.columns"
            " WHERE table_schema = current_schema()"
        )
        there = {name for (name,) in cursor.fetchall()}
    wanted = {
        f"{model._meta.db_table}.{field.column}"
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed
        for field in model._meta.local_concrete_fields
    }
    return min(wanted - there, default="")


def _has_people() -> bool:
    with connections["owner"].cursor() as cursor:
        if Player._meta.db_table not in connections["owner"].introspection.table_names(cursor):
            return False
    return Player.objects.using("owner").exists()
