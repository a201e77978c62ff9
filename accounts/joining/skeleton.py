"""The column that holds what a player's name looks like; the database lets nobody have it twice."""

from __future__ import annotations

from typing import Any

from django.db import models

from accounts.people.social import skeleton_of


class SkeletonField(models.CharField):  # type: ignore[type-arg]
    """Follows the name at every save; whoever saves the name alone names this column too."""

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = skeleton_of(model_instance.username)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, value)
        return value
