"""Long lists come in pages, newest first, by the number of the last row seen."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from web.api.payloads import Shape, With
from web.api.reading import WholeNumber

ROWS_MAX = 100


class NextBefore(serializers.IntegerField):
    def __init__(self) -> None:
        words = "send it as `before` for the next page; null on the last"
        super().__init__(allow_null=True, help_text=words)


def pages_of(row: type[Shape], name: str, **how: Any) -> type[Shape]:
    """The shape of a page of such rows, which the document calls by this name."""
    members = {"results": row(many=True, **how), "next_before": NextBefore()}
    return type(name, (Shape,), members)


class PageQuery(serializers.Serializer[Any]):
    before = WholeNumber(min_value=1, required=False, help_text="from `next_before`")
    limit = WholeNumber(min_value=1, max_value=ROWS_MAX, default=50)


def page_of(
    found: QuerySet[Any, Any], query: dict[str, Any], told: Callable[[Any], Any] | None = None
) -> With:
    """A page as `pages_of` describes it, newest first; each row as it is `told`."""
    newest = found.order_by("-pk")
    if "before" in query:
        newest = newest.filter(pk__lt=query["before"])
    return page_from(newest[: query["limit"] + 1], query["limit"], told)


def page_from(found: Iterable[Any], most: int, told: Callable[[Any], Any] | None = None) -> With:
    """The same of rows read with one more than it shows."""
    rows, next_before = cut(found, most)
    return With(results=rows if told is None else list(map(told, rows)), next_before=next_before)


def cut(found: Iterable[Any], most: int) -> tuple[list[Any], int | None]:
    """A page of rows read with one more than it shows, and where the next one begins."""
    rows = list(found)
    return rows[:most], rows[most - 1].pk if len(rows) > most else None
