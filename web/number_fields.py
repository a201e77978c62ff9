"""Fields of forms for whole numbers within bounds."""

from typing import Any

from django import forms


def count(label: Any, most: int = 1_000, least: int = 0, **more: Any) -> forms.IntegerField:
    """A number; where nothing is a number, an empty field is nothing."""
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, required=least > 0, **more
    )
