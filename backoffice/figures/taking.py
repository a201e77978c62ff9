"""Taking a report away as CSV: safe to open in a spreadsheet, and written into the staff's log."""

import csv
import datetime as dt
import io
from collections.abc import Mapping
from typing import Any

from accounts.books.statement_csv import plain_cell
from accounts.interest import concerns_nobody
from accounts.models import Player
from backoffice.figures.reports import Report, rows_of
from backoffice.team.staff_log import record


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
