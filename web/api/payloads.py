"""What the API answers, each declared once: a shape describes an answer for OpenAPI and writes it.

A field reads the attribute of its name, or the `source` it is given; DRF writes null where an
`allow_null` field finds nothing there. What is sent to us is read by forms (`web.api.reading`).
"""

import datetime as dt
from functools import cache
from typing import Any

from rest_framework import serializers

Whole = serializers.IntegerField
Word = serializers.CharField
Yes = serializers.BooleanField


class Wholes(serializers.ListField):
    child = Whole()


class Words(serializers.ListField):
    child = Word()


class With:
    """A row, and what an answer tells of it that it does not know itself; or such parts alone."""

    def __init__(self, row: Any = None, /, **parts: Any) -> None:
        vars(self).update(parts, _row=row)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._row, name)


class Moment(serializers.DateTimeField):
    """A moment with the offset it has; DRF's own would write `Z` for `+00:00`."""

    def to_representation(self, value: dt.datetime) -> str:
        return value.isoformat()


class Shape(serializers.Serializer[Any]):
    # No docstring here: the document would show it at every shape that has none of its own.

    @classmethod
    def of(cls, row: Any = None, /, **parts: Any) -> dict[str, Any]:
        """The JSON of a row, of its parts by name, or of a row with parts."""
        if parts:
            row = parts if row is None else With(row, **parts)
        return dict(_writer(cls).to_representation(row))


def list_of(row: type[Shape], name: str) -> type[Shape]:
    """The shape of such rows all at once, which the document calls by this name."""
    return type(name, (Shape,), {"results": row(many=True)})


class StoredShape(Shape):
    # JSON already: described here, and written as it is.

    def to_representation(self, instance: Any) -> Any:
        return instance


@cache
def _writer(shape: type[Shape]) -> Shape:
    """One is enough for all answers: writing changes nothing in it, but making it copies fields."""
    return shape()
