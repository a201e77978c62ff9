"""A table's log as one player may see it, for clients that ask now and then."""

from __future__ import annotations

from typing import Any

import orjson
from django.db import connection

from games.selectors.tables import TableReading, read_events, reading_for
from games.services.play import drive
from games.services.redaction import shown

RETRY_MS = 1_500


def log_since(table_id: int, player_id: int | None, *, after: int) -> dict[str, Any]:
    """Events with numbers above `after`, at most a thousand; `version` is the last one's number.

    Raises:
        NotFound: no such table, or a private one of others.
    """
    reading = reading_for(table_id, player_id)
    events = _events(reading, player_id, after)
    return {"version": events[-1]["seq"] if events else reading.version, "events": events}


def event_stream(
    table_id: int, player_id: int | None, *, after: int | None, with_view: bool
) -> bytes:
    """The same as Server-Sent Events that end at once; the client reconnects after `RETRY_MS`.

    Without `after`, or with a number that the log has not reached, it starts from the table as
    it is now.
    """
    reading = reading_for(table_id, player_id)
    retry = b"retry: %d\n\n" % RETRY_MS
    events: list[dict[str, Any]] = []
    if after is not None and after <= reading.version:
        events = _events(reading, player_id, after)
        if not events:
            return retry
    version = events[-1]["seq"] if events else reading.version
    data: dict[str, Any] = {"version": version, "events": events}
    if with_view:
        data["view"] = reading.view(reading.seat_of(player_id))
    return retry + b"id: %d\nevent: table\ndata: %b\n\n" % (version, orjson.dumps(data))


def _events(reading: TableReading, player_id: int | None, after: int) -> list[dict[str, Any]]:
    seat = reading.seat_of(player_id)
    work = read_events(reading.table_id, after=after, until=reading.version)
    with connection.cursor() as cursor:
        return [shown(event, seat) for event in drive(work, cursor)]
