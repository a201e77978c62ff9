"""What a table is called: as its host has named it, or after who opened it."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _


def table_title(name: str, called_after: str, *, shared_deal: int | None = None) -> str:
    """`name` as it was given; where none was, "Anna's table" in the language of who reads it."""
    if name:
        return name
    if shared_deal is not None:
        return _("Deal of the day")
    return _("%(name)s's table") % {"name": called_after} if called_after else _("Table")


def named_facts(table: Any) -> dict[str, str]:
    """What a notice keeps of a table's name, so that each reader is told it in their language."""
    return {"table_name": table.name, "table_of": table.called_after}


def told_facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a notice with the table's name as the reader says it."""
    return {**facts, "table_name": table_title(facts["table_name"], facts.get("table_of", ""))}
