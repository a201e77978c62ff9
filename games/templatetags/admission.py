"""What a page says about a table's admission."""

from __future__ import annotations

from django import template

from games.models import TableAdmission
from games.tables import invitations

register = template.Library()


@register.simple_tag
def admission_of(table_id: int) -> TableAdmission | None:
    """What the table asks of who sits down, or None where it is simply open."""
    return invitations.admission_of(table_id)
