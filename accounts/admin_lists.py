"""How the plain administration shows a model: found by index, and counted only so far.

What is done to a row is done in the office; here nothing is written (`backoffice.plain_admin`).
`search_fields` name what the whole term must equal (a number where the field is one);
`search_players` the ways to a player, who is found by the beginning of the name.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.admin import ModelAdmin, TabularInline

from accounts.models import Player

PAGE = 50
COUNTED_MAX = 10_000
ROWS_MAX = 1_000
PLAYERS_MAX = 50
# The last character there is: what begins with a name sorts before the name with this behind it.
LAST = chr(0x10FFFF)


class BoundedPaginator(Paginator[Any]):
    """Two hundred pages; whoever looks for more has to search, or to filter."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[:COUNTED_MAX].count())


def known_values(
    field: str, title: Any, values: Callable[[], Iterable[tuple[str, Any]]]
) -> type[admin.SimpleListFilter]:
    """A filter by a field whose values the code knows: the table need not be read for them."""

    class KnownValues(admin.SimpleListFilter):
        parameter_name = field

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
            return list(values())

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            return queryset.filter(**{field: self.value()}) if self.value() else queryset

    KnownValues.title = title
    return KnownValues


class ReadOnly:
    """For an admin or an inline: a page of what is stored, and no form."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class Lines(ReadOnly, TabularInline):  # type: ignore[misc]
    """The rows that belong to another, on its page."""

    extra = 0


class Shown(ReadOnly, ModelAdmin):  # type: ignore[misc]
    """How a model is looked at. Each way to a row asks one index and takes a bounded number."""

    actions = None
    paginator = BoundedPaginator
    show_full_result_count = False
    list_per_page = list_max_show_all = PAGE
    search_fields: ClassVar[Sequence[str]] = ()
    search_players: ClassVar[Sequence[str]] = ()
    linked_by: ClassVar[Sequence[str]] = ()  # lookups by which other pages lead to this list

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """By what is on the page alone: `?state__contains=7h` would tell who holds the seven."""
        if lookup in self.linked_by:
            return True
        named = {getattr(one, "parameter_name", one) for one in self.list_filter}
        return lookup.partition("__")[0] in named and bool(
            super().lookup_allowed(lookup, value, request)
        )

    def get_search_fields(self, request: HttpRequest) -> Sequence[str]:
        """What makes the search box appear."""
        return self.search_fields or self.search_players

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term.strip().replace("\0", "")
        if not term:
            return queryset, False
        found: set[Any] = set()
        plain = queryset.model._default_manager.all()
        for field in self.search_fields:
            found |= _rows_where(plain, field, term)
        if self.search_players:
            players = players_called(term)
            for path in self.search_players:
                found |= _rows_where(plain, f"{path}__in", players)
        return queryset.filter(pk__in=found), False


def link(address: str, label: object) -> SafeString:
    return format_html('<a class="text-primary-600 underline" href="{}">{}</a>', address, label)


def players_called(beginning: str) -> list[int]:
    """The players whose names begin so, whatever the case; the first fifty of them."""
    low = beginning.lower()
    named = Player.objects.annotate(low=Lower("username")).filter(low__gte=low, low__lt=low + LAST)
    return list(named.order_by("low").values_list("pk", flat=True)[:PLAYERS_MAX])


def _rows_where(rows: QuerySet[Model], lookup: str, value: Any) -> set[Any]:
    try:
        return set(rows.filter(**{lookup: value}).values_list("pk", flat=True)[:ROWS_MAX])
    except (ValueError, OverflowError, ValidationError):
        return set()  # no number, where the field holds numbers
