"""Long lists of the plain administration: found by index, counted no further than anybody turns.

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
from unfold.admin import ModelAdmin

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


def bound_lists(site: admin.AdminSite) -> None:
    """See to it that no list of this site counts, or shows, more than a person looks through."""
    for shown in site._registry.values():
        vars(shown).update(
            paginator=BoundedPaginator,
            show_full_result_count=False,
            list_per_page=PAGE,
            list_max_show_all=PAGE,
        )


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


class IndexedSearch:
    """For a `ModelAdmin`: each way to a row asks one index and takes a bounded number of rows."""

    search_fields: ClassVar[Sequence[str]] = ()
    search_players: ClassVar[Sequence[str]] = ()

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


class ReadOnly:
    """Nothing here is written by hand: whoever corrects something does it through its services."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, IndexedSearch, ModelAdmin):  # type: ignore[misc]
    """Looked at by staff who may view it, changed by nobody: chips move by transfers."""


class GivenAdmin(IndexedSearch, ModelAdmin):  # type: ignore[misc]
    """Rows that a service makes: asked for by fewer fields than they have, and never changed."""

    new_form: ClassVar[Any] = None
    asked: ClassVar[Sequence[str]] = ()

    def give(self, row: Any, answers: dict[str, Any], by: Player | None) -> Model:
        """What the service makes of what was asked for."""
        raise NotImplementedError

    def get_form(self, request: HttpRequest, obj: Model | None = None, **kwargs: Any) -> Any:
        form = {} if obj or self.new_form is None else {"form": self.new_form}
        return super().get_form(request, obj, **form | kwargs)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return self.fields if obj else self.asked

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        by = request.user if isinstance(request.user, Player) else None
        obj.pk = self.give(obj, form.cleaned_data, by).pk
        obj.refresh_from_db()

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


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
