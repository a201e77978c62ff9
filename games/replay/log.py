"""A table's log as one player may see it, for clients that ask now and then; and as all saw it."""

from collections.abc import Iterator
from typing import Any

import orjson
from django.db import connection

from games.models import Round
from games.moves.acting import drive
from games.moves.commands import StoredEvent
from games.moves.redaction import shown
from games.replay.rounds import card_events
from games.tables.reading import TableReading, read_events, reading_for
from rummy import engine
from rummy.bots import Recollection, recall

EVENTS_SHOWN = 120


def log_since(table_id: int, player_id: int | None, *, after: int) -> dict[str, Any]:
    """Events with numbers above `after`, at most a thousand; `version` is the last one's number.

    Raises NotFound: no such table, or a private one of others.
    """
    reading = reading_for(table_id, player_id)
    events = _events(reading, player_id, after)
    return {"version": events[-1]["seq"] if events else reading.version, "events": events}


def events_so_far(
    table_id: int, player_id: int | None, *, after: int | None, with_view: bool
) -> tuple[int, bytes] | None:
    """The same as one message of the table's stream: its version and data; None: nothing new.

    Without `after`, or with a number that the log has not reached, it starts from the table as
    it is now.
    """
    reading = reading_for(table_id, player_id)
    events: list[dict[str, Any]] = []
    if after is not None and after <= reading.version:
        events = _events(reading, player_id, after)
        if not events:
            return None
    version = events[-1]["seq"] if events else reading.version
    data: dict[str, Any] = {"version": version, "events": events}
    if with_view:
        data["view"] = reading.view(reading.seat_of(player_id))
    return version, orjson.dumps(data)


def recent_events(table_id: int, *, seat: int | None, version: int) -> list[dict[str, Any]]:
    """The last events up to `version`, so that a page opened in mid-match has a log."""
    return _shown(table_id, seat, max(0, version - EVENTS_SHOWN), version)


def _events(reading: TableReading, player_id: int | None, after: int) -> list[dict[str, Any]]:
    return _shown(reading.table_id, reading.seat_of(player_id), after, reading.version)


def _shown(table_id: int, seat: int | None, after: int, until: int) -> list[dict[str, Any]]:
    with connection.cursor() as cursor:
        events = drive(read_events(table_id, after=after, until=until), cursor)
    return [shown(event, seat) for event in events]


def recollection_of(reading: TableReading) -> Recollection:
    """What everybody has seen of the round in play: cards taken, given away and let lie."""
    first = Round.objects.values_list("first_event", flat=True).get(
        table=reading.table_id, number=reading.state.round_number
    )
    told = _all_events(reading.table_id, after=(first or 1) - 1, until=reading.version)
    return recall(engine.redact(event, None) for _seq, event in card_events(told))


def _all_events(table_id: int, *, after: int, until: int) -> Iterator[StoredEvent]:
    """However many: they are read in portions."""
    with connection.cursor() as cursor:
        while after < until:
            events = drive(read_events(table_id, after=after, until=until), cursor)
            if not events:
                return
            yield from events
            after = events[-1].seq
