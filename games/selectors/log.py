"""A table's log as one player may see it, for clients that ask now and then."""

from __future__ import annotations

from typing import Any

from django.db import connection

from games.selectors.tables import read_events, table_reading
from games.services.errors import NotFound
from games.services.play import drive
from games.services.redaction import shown


def log_since(table_id: int, player_id: int | None, *, after: int) -> dict[str, Any]:
    """Events with numbers above `after`, at most a thousand; `version` is the last one's number.

    Raises:
        NotFound: no such table, or a private one of others.
    """
    reading = table_reading(table_id)
    if not reading.may_be_seen_by(player_id):
        raise NotFound("table_not_found", table=table_id)
    seat = reading.seat_of(player_id)
    with connection.cursor() as cursor:
        events = drive(read_events(table_id, after=after, until=reading.version), cursor)
    return {
        "version": events[-1].seq if events else reading.version,
        "events": [shown(event, seat) for event in events],
    }
