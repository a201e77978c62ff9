"""What the columns of reports hold: days, words for what is stored, numbers."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.books.reasons import describe
from accounts.ledger import TransferKind
from accounts.models import ACCOUNT_KINDS
from games import wording
from rummy import engine
from tournaments.desk.words import PHASES

Words = str | Promise
Choices = Iterable[tuple[str, Words]]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, and how staff read a cell; the CSV keeps what is stored.

    One whose values are known has a `name` in the address, by which a report is cut to one of them;
    `only` says that to programs.
    """

    words: Words
    kind: str = "plain"
    name: str = ""
    choices: Callable[[], Choices] = tuple
    only: str = ""


def number(words: Words) -> Column:
    return Column(words, "number")


def plain(words: Words) -> Column:
    return Column(words)


def _accounts() -> Choices:
    return [(kind.value, words) for kind, words in ACCOUNT_KINDS.items()]


def _chips() -> Choices:
    return [("chips", _("chips")), ("tournament", _("tournament chips"))]


def _reasons() -> Choices:
    return [(kind.value, describe(kind)) for kind in TransferKind]


def _games() -> Choices:
    return [(key, wording.preset_name(key)) for key in engine.PRESETS]


DAY = Column(_("Day"), "day")
ACCOUNT = Column(
    _("Kind of account"), name="account", choices=_accounts, only="only accounts of this kind"
)
CURRENCY = Column(_("Currency"), name="chips", choices=_chips, only="only this currency")
REASON = Column(_("Reason"), name="reason", choices=_reasons, only="only transfers of this kind")
PHASE = Column(
    _("Phase"), name="phase", choices=PHASES.items, only="only tournaments in this phase"
)
GAME = Column(_("Game"), name="game", choices=_games, only="only tables of this game")
