"""A player's data as one file: JSON for programs, a CSV of each chapter for spreadsheets."""

import csv
import io
import json
import zipfile
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from accounts.books.statement_csv import plain_cell
from accounts.models import Player
from accounts.own_data.chapters import CHAPTERS


def data_of(player: Player) -> dict[str, list[dict[str, Any]]]:
    """{chapter: [{field: value}]}, as JSON has it."""
    return {name: _rows_of(name, player) for name in sorted(CHAPTERS)}


def archive_of(player: Player) -> bytes:
    """A zip with `data.json` and a CSV of each chapter that has rows."""
    rows_of_all = data_of(player)
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("data.json", json.dumps(rows_of_all, indent=1, ensure_ascii=False))
        for name, rows in rows_of_all.items():
            if rows:
                archive.writestr(f"{name}.csv", _sheet(rows))
    return into.getvalue()


def _rows_of(name: str, player: Player) -> list[dict[str, Any]]:
    chapter = CHAPTERS[name]
    rows = [dict(zip(chapter.fields, row, strict=True)) for row in chapter.rows(player)]
    listed: list[dict[str, Any]] = json.loads(json.dumps(rows, cls=DjangoJSONEncoder))
    return listed


def _sheet(rows: list[dict[str, Any]]) -> bytes:
    """As spreadsheets read it: with a byte order mark, and no cell a formula."""
    written = io.StringIO(newline="")
    writer = csv.DictWriter(written, list(rows[0]))
    writer.writeheader()
    writer.writerows({field: _cell(value) for field, value in row.items()} for row in rows)
    return written.getvalue().encode("utf-8-sig")


def _cell(value: object) -> object:
    if isinstance(value, str):
        return plain_cell(value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value
