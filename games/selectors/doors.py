"""What a table asks of who wants to sit down at it, and how late spectators see it."""

from __future__ import annotations

from games.models import TableDoor


def door_of(table_id: int) -> TableDoor | None:
    """The table's door, if it is not simply open."""
    return TableDoor.objects.filter(pk=table_id).first()
