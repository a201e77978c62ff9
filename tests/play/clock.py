"""Time for tests: a table's clock is told that it has run, so that nobody waits for it."""

import datetime as dt
import json

from games.models import Table

LONG_AGO = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
# Longer than any turn with its bank and its patience, at a table where nobody moves by the day.
LONG_MS = 3_600_000


def due_now(table: Table) -> None:
    """As if the moment had come at which somebody must look at the table."""
    Table.objects.filter(pk=table.pk).update(wake_at=LONG_AGO)


def time_passes(table: Table, *, ms: int = LONG_MS) -> None:
    """As if the clock that runs at the table had begun so much earlier: its time is over."""
    table.refresh_from_db()
    state = json.loads(table.state)
    banks, turn, started_ms, deadline_ms, expired, knock_until_ms = state["clock"]
    if deadline_ms is not None:
        times = (started_ms - ms, deadline_ms - ms, expired, max(0, knock_until_ms - ms))
        state["clock"] = [banks, turn, *times]
    Table.objects.filter(pk=table.pk).update(state=json.dumps(state))
    due_now(table)
