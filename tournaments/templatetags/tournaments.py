"""What the tournament pages' templates say: formats, phases, refusals' neighbours in words."""

from __future__ import annotations

from typing import Any

from django import template

from tournaments import wording

register = template.Library()


@register.filter
def tournament_format(key: str) -> Any:
    """The format's name in the reader's language."""
    return wording.FORMATS.get(key, key)
