"""What an address names, or 404: a page of its own to browsers, `not_found` to programs."""

from typing import TypeVar

from django.http import Http404

T = TypeVar("T")


def or_404(found: T | None) -> T:
    """For what a selector looks up; a row alone is found by Django's `get_object_or_404`."""
    if found is None:
        raise Http404
    return found


def or_raise(found: T | None, error: Exception) -> T:
    """The same with a refusal, or a fault, of its own."""
    if found is None:
        raise error
    return found
