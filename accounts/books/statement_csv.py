"""A statement as comma-separated values that a spreadsheet may open without being fooled."""

import csv
from collections.abc import Iterable, Iterator

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.books.reading import StatementLine

# A spreadsheet takes a cell that starts like this for a formula and runs it.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def statement_csv(lines: Iterable[StatementLine]) -> Iterator[str]:
    """The statement row by row, headings first, ready to be streamed.

    Amounts are numbers as they are; every text cell is made safe by `plain_cell`.
    """
    writer = csv.writer(_Rows())
    headings = [_("Number"), _("Date"), _("Reason"), _("Chips"), _("Balance"), _("Key")]
    yield writer.writerow([plain_cell(heading) for heading in headings])
    for line in lines:
        at = timezone.localtime(line.at).isoformat(sep=" ", timespec="seconds")
        texts = (plain_cell(line.reason), plain_cell(line.key))
        yield writer.writerow([line.number, at, texts[0], line.amount, line.balance, texts[1]])


def plain_cell(text: str) -> str:
    """The text, with an apostrophe before it if a spreadsheet would read it as a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA_STARTS) else text


class _Rows:
    """What `csv.writer` writes to: hands each row back instead of keeping it."""

    def write(self, row: str) -> str:
        return row
