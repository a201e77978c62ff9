"""`manage.py setup`: a house of one's own, from nothing to the link by which its owner comes in."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import Error

from accounts.joining.players import create_player
from accounts.models import Player
from accounts.signing_in.devices import password_link
from backoffice.first_start.tokens import address_with, issue_token
from backoffice.models import FirstStart
from config import env
from config.copies.databases import ask_for_administrator
from config.embedded.binaries import PostgresUnavailable
from config.embedded.places import UnusablePlace
from config.embedded.platform import embedded_database
from config.management.commands.prepare import make_tables, require_no_upgrade
from config.version import PROGRAM
from games.tables.standing import open_standing_tables
from web.legal.filling import ASKED, fault_of, write_legal_texts

# Settings that are asked for; an empty answer leaves what holds.
QUESTIONS = {
    "PUBLIC_URL": "Under which address do people come?",
    "HOST": "Who may reach it: 127.0.0.1 this machine alone, 0.0.0.0 every machine?",
    "PORT": "At which port?",
    "TIME_ZONE": "In which time zone are times shown?",
    "EMAIL_URL": "Which server takes mails (smtp://user:password@host:587; none: nobody gets any)?",
}
# Without these nobody comes to the page that asks the rest.
ASKED_FIRST = ("PUBLIC_URL", "HOST", "PORT")
YES = ("y", "yes", "j", "ja")


class Command(BaseCommand):
    help = (
        "Make a house: its settings, its tables, its owner, and the link by which the owner "
        "chooses a password. Asks what it needs to know; harmless to repeat."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--owner", default="", metavar="NAME", help="the owner's name")
        parser.add_argument(
            "--set",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            dest="given",
            help="a setting; docs/settings.md lists them",
        )
        parser.add_argument(
            "--web",
            action="store_true",
            help="let the owner be asked in a browser: tells the address that opens the page once",
        )
        parser.add_argument("--no-input", action="store_true", help="ask nothing")
        parser.add_argument(
            "--no-tables", action="store_true", help="without the usual tables of a house"
        )
        ask_for_administrator(parser)

    def handle(
        self,
        *args: Any,
        owner: str,
        given: list[str],
        no_input: bool,
        web: bool,
        no_tables: bool,
        administrator: str,
        **options: Any,
    ) -> None:
        self.web = web
        self.asks = not no_input and sys.stdin.isatty()
        try:
            told = self._settings(given)
            with _database(administrator):
                require_no_upgrade()
                make_tables()
                if not no_tables:
                    open_standing_tables()
                if web:
                    self._open_first_page(_address(told))
                else:
                    self._see_to_the_owner(owner, _address(told))
        except (KeyboardInterrupt, EOFError):
            raise CommandError("stopped; `setup` may be run again at any time") from None
        except (PostgresUnavailable, UnusablePlace, Error) as error:
            raise CommandError(str(error).strip()) from None

    def _settings(self, given: list[str]) -> dict[str, str]:
        """What was told, kept below DATA_DIR. Raises CommandError for what does not hold."""
        told = dict(_setting(one) for one in given)
        settings.PLACES.require_usable()
        # With a database of its own a house has its settings from elsewhere.
        asks = self.asks and settings.EMBEDDED
        questions = ASKED_FIRST if self.web else tuple(QUESTIONS)
        asked = [name for name in questions if asks and name not in told]
        if asks:
            self.stdout.write(
                f"The house will lie in {settings.PLACES.data_dir}. Enter takes what stands in "
                "brackets; all of it may be told anew later."
            )
        while True:
            for name in asked:
                if answer := self._answer(QUESTIONS[name], getattr(settings, name, "")):
                    told[name] = answer
            fault = env.fault_of(told) or env.fault_of_host(told.get("HOST", settings.HOST))
            if not fault:
                break
            asked = [name for name in QUESTIONS if asks and name in fault]
            if not asked:
                raise CommandError(fault)
            self.stderr.write(fault)
            for name in asked:
                told.pop(name, None)
        settings.PLACES.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        fill_in = (
            asks
            and not self.web
            and self._answer("Fill in imprint and privacy notice now? (yes/no)", "no")
        )
        if fill_in and fill_in.lower() in YES:
            write_legal_texts(
                settings.PLACES.legal, {name: self._whole_answer(name) for name in ASKED}
            )
            told["LEGAL_DIR"] = str(settings.PLACES.legal)
        env.write_house_file(told)
        return told

    def _answer(self, words: str, now: object = "") -> str:
        """What somebody types; "" for Enter."""
        return input(f"{words} [{now}] ").strip()

    def _whole_answer(self, name: str) -> str:
        """For the imprint: asked until nothing speaks against it."""
        while fault := fault_of(name, answer := self._answer(ASKED[name])):
            self.stderr.write(fault)
        return answer

    def _open_first_page(self, address: str) -> None:
        """Told to whoever sits here, once, and to no log."""
        try:
            token = issue_token()
        except ValueError:
            raise CommandError(
                "a house has its owner already, who changes the rest in the back office"
            ) from None
        self.stdout.write(
            f"Start the house with `{PROGRAM} run`, unless it runs, and open this page, once, "
            f"within 24 hours:\n\n  {address_with(token, base=address)}\n"
        )

    def _see_to_the_owner(self, name: str, address: str) -> None:
        owner = Player.objects.filter(is_superuser=True).order_by("pk").first()
        if owner is None:
            wished = (
                name
                or (self.asks and self._answer("The owner's name, to sign in with?", "owner"))
                or "owner"
            )
            owner = create_player(name=wished, password=None)
            # Rights come from the console alone: as the owner of the tables.
            made = Player.objects.using("owner").filter(pk=owner.pk)
            made.update(is_staff=True, is_superuser=True)
            FirstStart.objects.using("owner").filter(done_at=None).delete()
        self.stdout.write(f"{owner.name} owns the house.")
        if name and name != owner.name:
            self.stdout.write(
                f"{name} does not: a house has its owner already. See Back office → Staff."
            )
        if owner.has_usable_password():
            change = f"{PROGRAM} changepassword {owner.name}"
            self.stdout.write(f"The password is chosen already; `{change}` changes it.")
            return
        # With a database of its own its processes are started by units or containers.
        start = f"Start the house with `{PROGRAM} run`" if settings.EMBEDDED else "Start the house"
        link = address.rstrip("/") + password_link(owner)
        self.stdout.write(f"{start}, and choose a password here, once:\n\n  {link}\n")


def _address(told: Mapping[str, str]) -> str:
    """Under which address the house will be reached, by what holds and what was just told."""
    if "PUBLIC_URL" in told:
        return told["PUBLIC_URL"]
    if "PORT" in told and f"http://localhost:{settings.PORT}" == settings.PUBLIC_URL:
        return f"http://localhost:{told['PORT']}"
    return settings.PUBLIC_URL


def _setting(given: str) -> tuple[str, str]:
    name, equals, value = given.partition("=")
    if not equals:
        raise CommandError(f"--set takes NAME=VALUE, not {given!r}")
    if name not in env.NAMES:
        raise CommandError(f"{name} is no setting; docs/settings.md lists them")
    return name, value


@contextmanager
def _database(administrator: str) -> Iterator[None]:
    """That there is one: the embedded one is made and runs meanwhile, another is prepared."""
    if settings.EMBEDDED:
        with embedded_database(settings.PLACES):
            yield
        return
    if administrator:
        call_command("setup_database", administrator)
    yield
