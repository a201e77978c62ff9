"""What has happened at a table lately, so that a page opened in the middle of a match has a log."""

from __future__ import annotations

from typing import Any

from django.db import connection

from games.moves.acting import drive
from games.moves.redaction import shown
from games.tables.reading import read_events

EVENTS_SHOWN = 120


def recent_events(table_id: int, *, seat: int | None, version: int) -> list[dict[str, Any]]:
    """The last events up to `version`, as this seat, or a spectator (None), may see them."""
    with connection.cursor() as cursor:
        found = drive(
            read_events(table_id, after=max(0, version - EVENTS_SHOWN), until=version), cursor
        )
    return [shown(event, seat) for event in found]
