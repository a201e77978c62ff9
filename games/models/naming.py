"""What a table is called: as its host has named it, or after who opened it."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

SHARED_DEAL, PLAYED_ON = "shared_deals", "played_on"


def kind_of(terms: Mapping[str, Any]) -> str:
    """By these terms, as they are stored."""
    return next((kind for kind in (SHARED_DEAL, PLAYED_ON) if terms.get(kind)), "")


def table_title(name: str, called_after: str, *, kind: str = "") -> str:
    """`name` as it was given; where none was, "Anna's table" in the language of who reads it.

    `kind` says what the table was opened for, where nobody could name it.
    """
    if name:
        return name
    if kind:
        return {SHARED_DEAL: _("Deal of the day"), PLAYED_ON: _("A round played on")}[kind]
    return _("%(name)s's table") % {"name": called_after} if called_after else _("Table")


def named_facts(table: Any) -> dict[str, str]:
    """What a notice keeps of a table's name, so that each reader is told it in their language."""
    return {"table_name": table.name, "table_of": table.called_after}


def told_facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a notice with the table's name as the reader says it."""
    return {**facts, "table_name": table_title(facts["table_name"], facts.get("table_of", ""))}
