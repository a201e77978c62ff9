"""Reports over days: what a report is, what its columns hold, how its lines are asked for or taken
away as CSV, and each that there is.

A report is cut to a period, and to one value of what its words say: a reason, a kind of account, a
game. Sums are made by the database; what comes back is a line for each day and kind. A CSV is safe
to open in a spreadsheet, and written into the staff's log.
"""

import csv
import datetime as dt
import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.books.reading import midnight
from accounts.books.reasons import describe
from accounts.books.statement_csv import plain_cell
from accounts.interest import concerns_nobody
from accounts.ledger import TransferKind
from accounts.models import ACCOUNT_KINDS, Player
from backoffice.team.staff_log import record
from games import wording
from rummy import engine
from rummy.engine.registry import Registry
from tournaments.desk.words import PHASES
from web.database import sql

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


DAYS_MAX = 366
# What is read for a page; whoever takes the CSV away gets every line.
ROWS_MAX = 10_000


@dataclass(frozen=True, slots=True)
class Report:
    """A report: its name, what each column holds, and the question to the database.

    The question gets `since` and `until` (moments), `zone`, `most` lines, and each of its cuts.
    `days` are shown unless others are asked for: fewer where every line of the ledger is read.
    """

    key: str
    words: Words
    cells: tuple[Column, ...]
    sql: str
    days: int = 30

    @property
    def measure(self) -> int:
        """The place of the first column of numbers, which is what a chart draws."""
        return next(at for at, column in enumerate(self.cells) if column.kind == "number")

    @property
    def columns(self) -> tuple[Words, ...]:
        return tuple(column.words for column in self.cells)

    @property
    def cuts(self) -> tuple[Column, ...]:
        """The columns it may be cut by."""
        return tuple(column for column in self.cells if column.name)

    @property
    def cut_names(self) -> list[str]:
        return [column.name for column in self.cuts]

    def span(self, since: dt.date | None, until: dt.date | None) -> tuple[dt.date, dt.date]:
        """The days it shows when these are asked for, both included, at most `DAYS_MAX` apart."""
        last = until or timezone.localdate()
        first = since or last - dt.timedelta(days=self.days - 1)
        first, last = min(first, last), max(first, last)
        return max(first, last - dt.timedelta(days=DAYS_MAX)), last

    def cut(self, wished: Mapping[str, str]) -> dict[str, str]:
        """By the name of each such column the value wished, "" where none or an unknown one is."""
        return {
            column.name: wished[column.name]
            if wished.get(column.name) in dict(column.choices())
            else ""
            for column in self.cuts
        }


# Chips issued by the house and taken back, by reason.
_CHIPS_SQL = """
SELECT (t.created_at AT TIME ZONE %(zone)s)::date AS day, t.kind,
       sum(-p.amount) FILTER (WHERE p.amount < 0)::bigint,
       sum(p.amount) FILTER (WHERE p.amount > 0)::bigint, count(*)
FROM chip_transfer t
JOIN chip_posting p ON p.transfer_id = t.id
WHERE t.created_at >= %(since)s AND t.created_at < %(until)s
  AND t.kind IN ('grant', 'refill', 'bonus', 'issue', 'closure', 'correction')
  AND p.account_id = (SELECT id FROM chip_account WHERE kind = 'mint' AND ref = '')
  AND (%(reason)s = '' OR t.kind = %(reason)s)
GROUP BY 1, 2 ORDER BY 1 DESC, 2 LIMIT %(most)s
"""

CHIPS = Report(
    "chips",
    _("Chips issued and taken back"),
    (DAY, REASON, number(_("Issued")), number(_("Taken back")), number(_("Transfers"))),
    _CHIPS_SQL,
)

# What the house earned and spent, by reason.
_HOUSE_SQL = """
SELECT (t.created_at AT TIME ZONE %(zone)s)::date, t.kind,
       sum(p.amount) FILTER (WHERE p.amount > 0)::bigint,
       sum(-p.amount) FILTER (WHERE p.amount < 0)::bigint, count(*)
FROM chip_account a JOIN chip_posting p ON p.account_id = a.id
JOIN chip_transfer t ON t.id = p.transfer_id
WHERE a.kind = 'house' AND t.created_at >= %(since)s AND t.created_at < %(until)s
  AND (%(reason)s = '' OR t.kind = %(reason)s)
GROUP BY 1, 2 ORDER BY 1 DESC, 2 LIMIT %(most)s
"""

HOUSE = Report(
    "house",
    _("What the house earned"),
    (DAY, REASON, number(_("Earned")), number(_("Spent")), number(_("Transfers"))),
    _HOUSE_SQL,
)

# Chips moved, by kind of account, currency and reason.
_MOVED_SQL = """
SELECT (t.created_at AT TIME ZONE %(zone)s)::date, a.kind,
       CASE WHEN a.currency = 'chips' THEN 'chips' ELSE 'tournament' END, t.kind,
       sum(p.amount) FILTER (WHERE p.amount > 0)::bigint,
       sum(-p.amount) FILTER (WHERE p.amount < 0)::bigint, count(*)
FROM chip_transfer t
JOIN chip_posting p ON p.transfer_id = t.id
JOIN chip_account a ON a.id = p.account_id
WHERE t.created_at >= %(since)s AND t.created_at < %(until)s
  AND (%(reason)s = '' OR t.kind = %(reason)s) AND (%(account)s = '' OR a.kind = %(account)s)
  AND (%(chips)s = '' OR (a.currency = 'chips') = (%(chips)s = 'chips'))
GROUP BY 1, 2, 3, 4 ORDER BY 1 DESC, 2, 3, 4 LIMIT %(most)s
"""

MOVED = Report(
    "moved",
    _("Chips moved"),
    (
        *(DAY, ACCOUNT, CURRENCY, REASON, number(_("Came in"))),
        *(number(_("Went out")), number(_("Lines of transfers"))),
    ),
    _MOVED_SQL,
    days=7,
)

# Tournaments, what was paid in and won.
_TOURNAMENTS_SQL = """
SELECT (t.created_at AT TIME ZONE %(zone)s)::date, t.id, t.name, t.phase, count(e.id),
       coalesce(sum(e.paid_chips), 0)::bigint, coalesce(sum(e.fee_chips), 0)::bigint,
       coalesce(sum(e.won_chips), 0)::bigint
FROM tournaments_tournament t
LEFT JOIN tournaments_entry e ON e.tournament_id = t.id AND e.status <> 'withdrawn'
WHERE t.created_at >= %(since)s AND t.created_at < %(until)s
  AND (%(phase)s = '' OR t.phase = %(phase)s)
GROUP BY t.id ORDER BY t.id DESC LIMIT %(most)s
"""

TOURNAMENTS = Report(
    "tournaments",
    _("Tournaments"),
    (
        *(DAY, plain(_("Number")), plain(_("Name")), PHASE, number(_("Entries"))),
        *(number(_("Paid in")), number(_("Fees")), number(_("Won"))),
    ),
    _TOURNAMENTS_SQL,
)

# Tables played, by game.
_ACTIVITY_SQL = """
SELECT (t.finished_at AT TIME ZONE %(zone)s)::date, t.preset, count(*),
       count(*) FILTER (WHERE t.stake_chips > 0), sum(t.stake_chips * t.seats_max)::bigint
FROM games_table t
WHERE t.finished_at >= %(since)s AND t.finished_at < %(until)s
  AND (%(game)s = '' OR t.preset = %(game)s)
GROUP BY 1, 2 ORDER BY 1 DESC, 2 LIMIT %(most)s
"""

ACTIVITY = Report(
    "activity",
    _("Tables played"),
    (DAY, GAME, *map(number, (_("Tables"), _("With a stake"), _("Chips staked")))),
    _ACTIVITY_SQL,
)

# Who has joined.
_PLAYERS_SQL = """
SELECT (date_joined AT TIME ZONE %(zone)s)::date, count(*) FILTER (WHERE NOT is_guest),
       count(*) FILTER (WHERE is_guest)
FROM accounts_player
WHERE NOT is_bot AND date_joined >= %(since)s AND date_joined < %(until)s
GROUP BY 1 ORDER BY 1 DESC LIMIT %(most)s
"""

PLAYERS = Report(
    "players", _("New players"), (DAY, number(_("Members")), number(_("Guests"))), _PLAYERS_SQL
)

REPORTS: Registry[Report] = Registry("report")
for _one in (CHIPS, HOUSE, MOVED, TOURNAMENTS, ACTIVITY, PLAYERS):
    REPORTS.register(_one)


def rows_of(
    report: Report,
    *,
    since: dt.date,
    until: dt.date,
    cuts: Mapping[str, str] | None = None,
    most: int | None = ROWS_MAX,
) -> list[tuple[Any, ...]]:
    """The report over the days from `since` to `until`, both included; at most a year of them.

    `cuts` are values of columns that may be chosen, by their names; any other is passed over.
    The newest `most` lines, or all of them.
    """
    since, until = report.span(since, until)
    values: dict[str, dt.datetime | str | int | None] = {
        "since": midnight(since),
        "until": midnight(until + dt.timedelta(days=1)),
        "zone": timezone.get_current_timezone_name(),
        "most": most,
        **report.cut(cuts or {}),
    }
    return sql.rows(report.sql, values)


@concerns_nobody
def take_report(
    *,
    report: Report,
    since: dt.date,
    until: dt.date,
    by: Player,
    cuts: Mapping[str, str] | None = None,
) -> str:
    """The whole report over these days, with a heading in the active language."""
    chosen = {name: value for name, value in report.cut(cuts or {}).items() if value}
    rows = rows_of(report, since=since, until=until, cuts=chosen, most=None)
    heading = [str(column) for column in report.columns]
    record(
        by=by,
        act="report_taken",
        subject=f"report:{report.key}",
        after={
            "since": since.isoformat(),
            "until": until.isoformat(),
            **chosen,
            "rows": len(rows),
        },
    )
    text = io.StringIO(newline="")
    csv.writer(text).writerows([heading, *([_cell(value) for value in row] for row in rows)])
    return text.getvalue()


def _cell(value: Any) -> str | int:
    if isinstance(value, int):
        return value
    return "" if value is None else plain_cell(str(value))
