"""Which rows are about a player, what of them they are given, and what goes with their account.

Every model that names a player has a chapter here or a reason in `KEPT_BACK`; a test holds that.
Fields are named one by one: what nobody names (digests, secrets, other people's words) stays.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import Q, QuerySet

from accounts.models import Player


class Chapter(NamedTuple):
    """Rows of a model (`app.Model`) that are a player's by any of the paths `whose`, by `order`.

    `columns` and `whose` are names with spaces between them. The rows are deleted when the account
    is erased, unless `stays` says why they are kept: their player has no name then.
    """

    name: str
    model: str
    columns: str
    whose: str = "player"
    order: str = "pk"
    stays: str = ""

    @property
    def fields(self) -> tuple[str, ...]:
        return tuple(self.columns.split())

    def rows(self, player: Player) -> Iterator[tuple[Any, ...]]:
        """Values of `fields`, as the database has them."""
        return iter(self.of(player).order_by(self.order).values_list(*self.fields))

    def of(self, player: Player) -> QuerySet[Any]:
        """The rows themselves."""
        theirs = Q()
        for path in self.whose.split():
            theirs |= Q(**{path: player.pk})
        found: QuerySet[Any] = apps.get_model(self.model)._default_manager.filter(theirs)
        return found


CHAPTERS: dict[str, Chapter] = {}
KEPT_BACK: dict[str, str] = {}


def chapters(*several: Chapter) -> None:
    """Add chapters; of the same name the last one counts."""
    CHAPTERS.update({one.name: one for one in several})


def kept_back(**reasons: str) -> None:
    """Models (`app_Model`) that name players and are no chapter, each with the reason."""
    KEPT_BACK.update({name.replace("_", ".", 1): reason for name, reason in reasons.items()})
