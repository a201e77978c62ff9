"""Reading a CSV file: every fault is named with its row and column, and nothing is guessed.

Rows are counted as a spreadsheet counts them, the heading being row 1. Comma, semicolon and tab
separate, whichever the heading uses first. Only text that no spreadsheet takes for a formula is
read; with an apostrophe before it, as our own exports write it, it is text again.
"""

import csv
import io
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

CHARS_MAX = 256 * 1024
ROWS_MAX = 500
FAULTS_MAX = 100
SEPARATORS = (",", ";", "\t")
BYTE_ORDER_MARK = "\ufeff"
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

# How German spreadsheets head these columns.
IN_GERMAN = {"e-mail": "email", "sprache": "language", "mannschaft": "team"}


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    chars_max: int
    required: bool = False


@dataclass(frozen=True, slots=True)
class RowFault:
    """What is wrong in a row; `column` is "" for the row as a whole, row 0 is the file."""

    row: int
    column: str
    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    number: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


@dataclass(frozen=True, slots=True)
class Sheet:
    rows: tuple[Row, ...]
    faults: tuple[RowFault, ...]


# The first column is a row's own key: no two rows may have the same.
PEOPLE = (Column("name", 30, required=True), Column("email", 254), Column("language", 10))
ENTRIES = (Column("name", 30, required=True), Column("team", 40))


def read_sheet(text: str, columns: Sequence[Column]) -> Sheet:
    """The rows that can be read, and everything that is wrong with the others."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    if len(text) > CHARS_MAX:
        return _refused(RowFault(0, "", "import_too_large", {"most": CHARS_MAX}))
    records, faults = _records(text)
    if not records:
        return _refused(*faults or (RowFault(0, "", "import_empty"),))
    heading = [_named(cell) for cell in records[0][1]]
    wrong = list(_heading_faults(records[0][0], heading, columns))
    if wrong:
        return _refused(*wrong)
    if len(records) - 1 > ROWS_MAX:
        return _refused(RowFault(0, "", "import_too_many_rows", {"most": ROWS_MAX}))
    by_name = {column.name: column for column in columns}
    rows = []
    for number, cells in records[1:]:
        if len(cells) != len(heading):
            facts = {"cells": len(cells), "columns": len(heading)}
            faults.append(RowFault(number, "", "import_row_length", facts))
            continue
        pairs = zip(heading, cells, strict=True)
        row, own = _row(number, [(by_name[name], cell) for name, cell in pairs])
        faults += own
        rows += [row] if not own else []
    rows, twice = _without_twins(rows, columns[0].name)
    return Sheet(tuple(rows), _sorted([*faults, *twice]))


def key_of(text: str) -> str:
    """How two spellings of a name are compared."""
    return unicodedata.normalize("NFKC", text).casefold()


def _named(cell: str) -> str:
    name = cell.strip().lower()
    return IN_GERMAN.get(name, name)


def _records(text: str) -> tuple[list[tuple[int, list[str]]], list[RowFault]]:
    """Numbered rows without the blank ones; reading ends at one that is no CSV."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text), strict=True)
    records: list[tuple[int, list[str]]] = []
    number = 0
    try:
        for number, cells in enumerate(reader, 1):
            if any(cell.strip() for cell in cells):
                records.append((number, cells))
            if len(records) > ROWS_MAX + 1:
                break
    except csv.Error:
        return records, [RowFault(number + 1, "", "import_not_csv")]
    return records, []


def _separator(text: str) -> str:
    heading = text.lstrip("\r\n").partition("\n")[0]
    found = [one for one in SEPARATORS if one in heading]
    return min(found, key=heading.index, default=",")


def _heading_faults(
    number: int, heading: Sequence[str], columns: Sequence[Column]
) -> Iterator[RowFault]:
    known = [column.name for column in columns]
    for name in dict.fromkeys(heading):
        if name not in known:
            facts = {"column": name[:40], "known": known}
            yield RowFault(number, name[:40], "import_column_unknown", facts)
        elif heading.count(name) > 1:
            yield RowFault(number, name, "import_column_twice", {"column": name})
    for column in columns:
        if column.required and column.name not in heading:
            yield RowFault(number, column.name, "import_column_missing", {"column": column.name})


def _row(number: int, given: Sequence[tuple[Column, str]]) -> tuple[Row, list[RowFault]]:
    cells, faults = {}, []
    for column, written in given:
        text, code = _cell(column, written)
        cells[column.name] = text
        if code:
            facts = {"column": column.name, "most": column.chars_max}
            faults.append(RowFault(number, column.name, code, facts))
    return Row(number, cells), faults


def _cell(column: Column, written: str) -> tuple[str, str]:
    """The text of a cell, and what is wrong with it or ""."""
    text = unicodedata.normalize("NFKC", written).strip(" ")
    if text.startswith(FORMULA_STARTS):
        return text, "import_cell_formula"
    if text.startswith("'") and text[1:].startswith(FORMULA_STARTS):
        text = text[1:]
    if not text.isprintable():
        return text, "import_cell_unprintable"
    if column.required and not text:
        return text, "import_cell_missing"
    return text, "import_cell_too_long" if len(text) > column.chars_max else ""


def _without_twins(rows: Sequence[Row], key: str) -> tuple[list[Row], list[RowFault]]:
    first: dict[str, int] = {}
    kept, faults = [], []
    for row in rows:
        earlier = first.setdefault(key_of(row[key]), row.number)
        if earlier == row.number:
            kept.append(row)
        else:
            facts = {"value": row[key], "row": earlier}
            faults.append(RowFault(row.number, key, "import_row_twice", facts))
    return kept, faults


def _refused(*faults: RowFault) -> Sheet:
    return Sheet((), _sorted(faults))


def _sorted(faults: Sequence[RowFault]) -> tuple[RowFault, ...]:
    return tuple(sorted(faults, key=lambda fault: fault.row)[:FAULTS_MAX])
