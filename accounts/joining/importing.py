"""Importing people from a CSV file: looked at first, then all of it or nothing, once.

Looking is doing and taking back: what is told of each row is what really happened to it. A row is
known again by its name, so a file that is sent twice changes nothing; who is there already is
never changed.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.imports.sheet import FAULTS_MAX, PEOPLE, Column, Row, RowFault, read_sheet
from accounts.interest import concerns_nobody
from accounts.joining.naming import require_name
from accounts.joining.players import grant_starting_chips
from accounts.models import Player
from accounts.staff_acts import tell_log
from web.refusals import Refusal, Refused

NEW, KNOWN, INVITED = "new", "known", "invited"


@dataclass(frozen=True, slots=True)
class RowOutcome:
    row: int
    name: str
    outcome: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    """`digest` names the text; sent back with it, it says that this report has been read."""

    digest: str
    is_done: bool
    rows: tuple[RowOutcome, ...]
    faults: tuple[RowFault, ...]

    def count(self, outcome: str) -> int:
        return sum(row.outcome == outcome for row in self.rows)


@concerns_nobody
def import_players(
    *, text: str, confirm: str = "", joins_names: bool = False, by: Player | None = None
) -> ImportReport:
    """Players with a starting grant and no password yet; columns name, email, language.

    With `joins_names` spaces in a name become underscores, as no name here has any.
    `by` of the staff is written into their log; from the machine's own command line it is nobody.

    Raises Refused(import_not_confirmed): `confirm` belongs to another text.
    """
    report = run_import(
        text=text, columns=PEOPLE, take=partial(_take_player, joins_names), confirm=confirm
    )
    log_import(report, act="players_imported", by=by)
    return report


def log_import(report: ImportReport, *, act: str, by: Player | None, subject: str = "") -> None:
    """An import that was done and made something, in the staff's log; a trial is no act."""
    counts = {outcome: report.count(outcome) for outcome in (NEW, KNOWN, INVITED)}
    if by is not None and report.is_done and (counts[NEW] or counts[INVITED]):
        tell_log(by=by, act=act, subject=subject, after={**counts, "digest": report.digest})


def run_import(
    *, text: str, columns: Sequence[Column], take: Callable[[Row], str], confirm: str = ""
) -> ImportReport:
    """Give every row to `take`, which says what became of it; stay only if all went well.

    Without `confirm` it is a trial and nothing stays.
    """
    digest = digest_of(text)
    if confirm and confirm != digest:
        raise Refused("import_not_confirmed", digest=digest)
    sheet = read_sheet(text, columns)
    faults, outcomes = list(sheet.faults), []
    with transaction.atomic():
        for row in sheet.rows:
            try:
                with transaction.atomic():
                    outcome = take(row)
            except Refusal as refusal:
                facts = dict(refusal.facts)
                faults.append(RowFault(row.number, columns[0].name, refusal.code, facts))
            else:
                outcomes.append(RowOutcome(row.number, row[columns[0].name], outcome))
        is_done = bool(confirm) and not faults
        if not is_done:
            transaction.set_rollback(True)
    faults.sort(key=lambda fault: fault.row)
    return ImportReport(digest, is_done, tuple(outcomes), tuple(faults[:FAULTS_MAX]))


def digest_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _take_player(joins_names: bool, row: Row) -> str:
    name, email, language = row["name"], row["email"], row["language"].lower()
    if joins_names:
        name = "_".join(name.split())
    known = Player.objects.filter(username__iexact=name).first()
    if known is not None:
        _require_same(known, email)
        return KNOWN
    if language not in ("", *dict(settings.LANGUAGES)):
        allowed = list(dict(settings.LANGUAGES))
        raise Refused("import_language_unknown", language=language, known=allowed)
    if email and Player.objects.filter(email__iexact=email).exists():
        raise Refused("import_email_taken", email=email)
    player = Player(username=name, email=email, language=language)
    player.set_unusable_password()
    _require_usable(player)
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError:  # somebody signed up with it in this very moment
        raise Refused("name_taken", name=name) from None
    grant_starting_chips(player)
    return NEW


def _require_same(known: Player, email: str) -> None:
    if known.is_program or known.is_guest or not known.is_active:
        raise Refused("name_taken", name=known.name)
    if email and known.email and known.email.casefold() != email.casefold():
        raise Refused("import_somebody_else", name=known.name)


def _require_usable(player: Player) -> None:
    require_name(player)
    try:
        player.clean_fields(exclude=("password", "username"))
    except ValidationError:
        raise Refused("import_email_unusable", email=player.email) from None
