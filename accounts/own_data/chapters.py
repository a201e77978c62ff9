"""Which rows are about a player, and what of them they are given.

Every model that names a player has a chapter here or a reason in `KEPT_BACK`; a test holds that.
Fields are named one by one: what nobody names (digests, secrets, other people's words) stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import Q

from accounts.models import Player


class Chapter(NamedTuple):
    """Rows of a model (`app.Model`) that are a player's by any of the paths `whose`, by `order`."""

    name: str
    model: str
    whose: tuple[str, ...]
    fields: tuple[str, ...]
    order: str = "pk"

    def rows(self, player: Player) -> Iterator[tuple[Any, ...]]:
        """Values of `fields`, as the database has them."""
        theirs = Q()
        for path in self.whose:
            theirs |= Q(**{path: player.pk})
        model = apps.get_model(self.model)
        found = model._default_manager.filter(theirs).order_by(self.order)
        return iter(found.values_list(*self.fields))


CHAPTERS: dict[str, Chapter] = {}
KEPT_BACK: dict[str, str] = {}


def chapters(*several: Chapter) -> None:
    """Add chapters; of the same name the last one counts."""
    CHAPTERS.update({one.name: one for one in several})


def kept_back(**reasons: str) -> None:
    """Models (`app_Model`) that name players and are no chapter, each with the reason."""
    KEPT_BACK.update({name.replace("_", ".", 1): reason for name, reason in reasons.items()})
