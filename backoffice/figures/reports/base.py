"""Reports over days: what a report is, and how its lines are asked for. Rows for CSV too.

A report is cut to a period, and to one value of what its words say: a reason, a kind of account, a
game. Sums are made by the database; what comes back is a line for each day and kind.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from accounts.books.reading import midnight
from backoffice.figures.columns import Column, Words
from rummy.engine.registry import Registry
from web.database import sql

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


REPORTS: Registry[Report] = Registry("report")


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
