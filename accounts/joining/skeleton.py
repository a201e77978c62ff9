"""The column that holds what a player's name looks like; the database lets nobody have it twice."""

from typing import Any

from django.db import models

from accounts.people.social import skeleton_of


class SkeletonField(models.CharField):  # type: ignore[type-arg]
    """Follows the name at every save; whoever saves the name alone names this column too.

    Who is gone looks like nobody: with the space in it, no name that is chosen can be in the way.
    """

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        name: str = model_instance.username  # type: ignore[attr-defined]
        value = name if model_instance.is_gone else skeleton_of(name)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, value)
        return value
