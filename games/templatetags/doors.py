"""What a page says about a table's door."""

from __future__ import annotations

from django import template

from games.models import TableDoor
from games.tables import invitations as doors

register = template.Library()


@register.simple_tag
def door_of(table_id: int) -> TableDoor | None:
    """The table's door, or None where it is simply open."""
    return doors.door_of(table_id)
