"""How the plain administration shows a model: one declaration each, and lists of a bounded length.

What is done to a row is done in the office; here nothing is written (`backoffice.plain_admin`).
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
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline

from accounts.models import Player

PAGE = 50
COUNTED_MAX = 10_000
ROWS_MAX = 1_000
PLAYERS_MAX = 50
# The last character there is: what begins with a name sorts before the name with this behind it.
LAST = chr(0x10FFFF)


def show(
    model: type[Model],
    columns: str,
    *,
    also: str = "",
    filters: str = "",
    known: Sequence[type[admin.SimpleListFilter]] = (),
    linked_by: str = "",
    search: str = "",
    players: str = "",
    order: str = "-pk",
    joins: str = "",
    rows: Callable[[QuerySet[Any]], QuerySet[Any]] = lambda found: found,
    lines: Sequence[type["Lines"]] = (),
    kind: type["Shown"] | None = None,
    **worked_out: Callable[[Any], object],
) -> None:
    """List these columns of a model; a row's own page has them and what it `also` shows, no more.

    `search` names what a term must equal as a whole (a number where the field is one), `players`
    the ways to a player, who is found by the beginning of the name. `linked_by`: a lookup by which
    another page leads here. `worked_out` are columns that are made of a row.
    """
    listed = tuple(columns.split())
    related = [one.name for one in model._meta.fields if one.is_relation and one.name in listed]
    told: dict[str, Any] = {
        "list_display": listed,
        "fields": (*listed, *also.split()),
        "list_filter": (*known, *filters.split()),
        "list_select_related": (*related, *joins.split()),
        "linked_by": linked_by,
        "search_fields": tuple(search.split()),
        "search_players": tuple(players.split()),
        "ordering": tuple(order.split()),
        "rows": staticmethod(rows),
        "inlines": tuple(lines),
        **{name: staticmethod(tell) for name, tell in worked_out.items()},
    }
    admin.site.register(model, type(f"{model.__name__}Admin", (kind or Shown,), told))


class BoundedPaginator(Paginator[Any]):
    """Two hundred pages; whoever looks for more has to search, or to filter."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[:COUNTED_MAX].count())


class ReadOnly:
    """For an admin or an inline: a page of what is stored, and no form."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission


class Lines(ReadOnly, TabularInline):  # type: ignore[misc]
    """The rows that belong to another, on its page."""

    extra = 0


class Shown(ReadOnly, ModelAdmin):  # type: ignore[misc]
    """What all have in common. Each way to a row asks one index and takes a bounded number."""

    actions = None
    paginator = BoundedPaginator
    show_full_result_count = False
    list_per_page = list_max_show_all = PAGE
    linked_by = ""
    search_players: ClassVar[Sequence[str]] = ()
    rows: Callable[[QuerySet[Any]], QuerySet[Any]]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return self.rows(super().get_queryset(request))

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """By what is on the page alone: `?state__contains=7h` would tell who holds the seven."""
        named = {getattr(one, "parameter_name", one) for one in self.list_filter}
        return lookup == self.linked_by or (
            lookup.partition("__")[0] in named
            and bool(super().lookup_allowed(lookup, value, request))
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


def leads_to(words: Any, page: str, query: str = "") -> Callable[[Any], SafeString]:
    """A column with a link: to a page about the row, or to the list that `query` cuts to it."""

    @admin.display(description=words)
    def shown(row: Any) -> SafeString:
        place = f"{reverse(page)}?{query}={row.pk}" if query else reverse(page, args=[row.pk])
        return format_html(
            '<a class="text-primary-600 underline" href="{}">{}</a>', place, _("show")
        )

    return shown


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
