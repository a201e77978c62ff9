"""What everybody at a table has seen of the round in play."""

from __future__ import annotations

from django.db import connection

from games.models import Round
from games.moves.acting import drive
from games.replay.rounds import card_events
from games.tables.reading import TableReading, read_events
from rummy import engine
from rummy.bots import Recollection, recall


def recollection_of(reading: TableReading) -> Recollection:
    """Cards taken, given away and let lie; from the log as a spectator may see it."""
    first = Round.objects.values_list("first_event", flat=True).get(
        table=reading.table_id, number=reading.state.round_number
    )
    work = read_events(reading.table_id, after=(first or 1) - 1, until=reading.version)
    with connection.cursor() as cursor:
        events = drive(work, cursor)
    return recall(engine.redact(event, None) for _seq, event in card_events(events))
