"""Lists of the office come in pages, newest first, by the number of the last row seen."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from accounts.api.reading import WholeNumber

Done = tuple[int, dict[str, Any]]
ROWS_MAX = 100


class PageQuery(serializers.Serializer[Any]):
    before = WholeNumber(min_value=1, required=False, help_text="from `next_before`")
    limit = WholeNumber(min_value=1, max_value=ROWS_MAX, default=50)


def page_of(found: QuerySet[Any, Any], query: dict[str, Any]) -> tuple[list[Any], int | None]:
    """The rows of a page, newest first, and where the next one begins."""
    newest = found.order_by("-pk")
    if "before" in query:
        newest = newest.filter(pk__lt=query["before"])
    rows = list(newest[: query["limit"] + 1])
    shown = rows[: query["limit"]]
    return shown, shown[-1].pk if len(rows) > len(shown) else None
