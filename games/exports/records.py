"""Records as JSON, NDJSON or CSV; what each looks like is in docs/formats.md."""

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

import orjson
from django.http import HttpResponse
from rest_framework.request import Request

from accounts.books.statement_csv import plain_cell
from rummy.skill import Parts

Record = dict[str, Any]
Cell = str | int | float | bool | None
KINDS: Final = {
    "json": "application/json",
    "ndjson": "application/x-ndjson",
    "csv": "text/csv; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class Columns:
    """How records become rows: the headings, and the rows of one record."""

    headings: tuple[str, ...]
    rows: Callable[[Record], Iterable[tuple[Cell, ...]]]


def file_of(
    request: Request,
    records: Sequence[Record],
    columns: Columns,
    *,
    kind: str,
    name: str,
    cursor: int | None = None,
    following: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """A page of records in one of `KINDS`, by this name; `following` asks for the next (RFC 8288).

    In JSON the next page's `cursor` stands beside the records, too.
    """
    match kind:
        case "csv":
            content = _csv(records, columns)
        case "ndjson":
            content = b"".join(orjson.dumps(record) + b"\n" for record in records)
        case _:
            content = orjson.dumps({"results": records, "next_cursor": cursor})
    response = HttpResponse(content, content_type=KINDS[kind])
    response["Content-Disposition"] = f'attachment; filename="jeton-{name}.{kind}"'
    if following is not None:
        response["Link"] = f'<{request.path}?{urlencode(following)}>; rel="next"'
    return response


def _csv(records: Iterable[Record], columns: Columns) -> bytes:
    """Headings are field names: programs read them, in every language the same."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns.headings)
    for record in records:
        writer.writerows([_cell(cell) for cell in row] for row in columns.rows(record))
    return text.getvalue().encode()


def _cell(cell: Cell) -> str | int | float:
    """Numbers as they are; texts so that no spreadsheet takes them for a formula."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return cell if isinstance(cell, int | float) else plain_cell(cell)


def fields(*names: str) -> Columns:
    """One row per record, of its plain fields; `player.name` is the name in `player`."""

    def rows(record: Record) -> Iterable[tuple[Cell, ...]]:
        yield tuple(_field(record, name) for name in names)

    return Columns(tuple(name.replace(".", "_") for name in names), rows)


def _field(record: Record, name: str) -> Cell:
    first, _, rest = name.partition(".")
    value: Any = record[first]
    if rest:
        return _field(value, rest)
    return " | ".join(value) if isinstance(value, list) else value


def _round_rows(record: Record) -> Iterable[tuple[Cell, ...]]:
    """One row for each seat: the score sheet's line as that seat reads it."""
    score = record["score"] or {}
    terms = record["terms"]
    for player in record["players"]:
        seat = player["seat"]
        yield (
            *(record["table"], record["round"], terms["preset"], terms["format"]),
            *(record["started_at"], record["ended_at"], record["dealer"], seat),
            *(player["id"], player["name"], seat == record["seat"]),
            score.get("winner") == seat if score else None,
            score.get("reason"),
            *(_of_seat(score, "points", seat), _of_seat(score, "totals", seat)),
        )


def _of_seat(score: Record, name: str, seat: int) -> int | None:
    """A seat's number on the score sheet; None where partners share fewer lines than seats."""
    values: list[int] = score.get(name) or []
    return values[seat] if seat < len(values) else None


ROUNDS = Columns(
    (
        *("table", "round", "preset", "format", "started_at", "ended_at", "dealer", "seat"),
        *("player_id", "player_name", "is_own", "won", "reason", "points", "total"),
    ),
    _round_rows,
)
MATCHES = fields(
    *("match", "preset", "at", "opponents", "place", "won", "training"),
    *("league_points", "rating", "rating_change"),
)
_JUDGED = ("table", "round", "ended_at", "preset", "game", "decisions", "lost", "par", "accuracy")
_OF_LUCK = ("result", "luck", *Parts._fields)


def _skill_rows(record: Record) -> Iterable[tuple[Cell, ...]]:
    luck = record["luck"] or {}
    yield (*(record[name] for name in _JUDGED), *(luck.get(name) for name in _OF_LUCK))


SKILL = Columns((*_JUDGED, *_OF_LUCK), _skill_rows)
STATEMENT = fields("number", "at", "kind", "reason", "amount", "balance", "key")
STANDINGS = fields(
    "season", "division", "place", "player.id", "player.name", "points", "matches", "won"
)
