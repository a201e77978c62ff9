"""The plain administration as a whole: lists of a bounded length, and no secret on any page.

What libraries bring along would show the seed of a colleague's second factor to whoever may read
everything, and with it let one person approve as two.
"""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from accounts.admin_lists import ReadOnlyAdmin, bound_lists
from accounts.interest import require_may
from accounts.models import ApiToken, Player
from backoffice.team.conflicts import form_about
from games.models import ChatReport
from web.refusals import Refused, words_of


class SecondFactorAdmin(ReadOnlyAdmin):
    """Who has a second factor since when. One that is lost is taken away, and set up anew."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    list_select_related = ("user",)
    search_players = ("user",)
    fields = ("user", "type", "created_at", "last_used_at")
    ordering = ("-id",)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(ModelAdmin.has_delete_permission(self, request, obj))

    def lookup_allowed(self, lookup: str, value: object, request: object = None) -> bool:
        """`?data__secret__startswith=…` would tell letter by letter what no page shows."""
        return lookup.partition("__")[0] in ("type", "id")


class EmailAddressAdmin(ReadOnlyAdmin):
    """Who has which address; they are changed by their owners."""

    list_display = ("email", "user", "primary", "verified")
    list_filter = ("primary", "verified")
    list_select_related = ("user",)
    search_fields = ("email",)
    search_players = ("user",)
    ordering = ("-id",)


def prepare(site: admin.AdminSite) -> None:
    """To be called once every app has registered what it shows."""
    for model, shown in ((Authenticator, SecondFactorAdmin), (EmailAddress, EmailAddressAdmin)):
        site.unregister(model)
        site.register(model, shown)
    bound_lists(site)
    for model_admin in site._registry.values():
        _guard(model_admin)


def _guard(shown: Any) -> None:
    """Nobody writes, by these forms, a row about themselves or about what they take part in."""
    save, delete, delete_all = shown.save_model, shown.delete_model, shown.delete_queryset

    def save_model(request: HttpRequest, obj: Model, form: Any, change: bool) -> None:
        require_no_part_in_row(request, obj)
        save(request, obj, form, change)

    def delete_model(request: HttpRequest, obj: Model) -> None:
        require_no_part_in_row(request, obj)
        delete(request, obj)

    def delete_queryset(request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for obj in queryset:
            require_no_part_in_row(request, obj)
        delete_all(request, queryset)

    vars(shown).update(
        save_model=save_model, delete_model=delete_model, delete_queryset=delete_queryset
    )


def require_no_part_in_row(request: HttpRequest, row: Model) -> None:
    """By the row's own references: whom it is about, to which tournament or table it belongs.

    Raises PermissionDenied with the sentence. A token of one's own may be taken away.
    """
    by = request.user
    if not isinstance(by, Player) or isinstance(row, ApiToken):
        return
    about = [("report", row.pk)] if isinstance(row, ChatReport) else []
    about += [
        (kind, getattr(row, f"{name}_id"))
        for name, kind in ABOUT.items()
        if hasattr(row, f"{name}_id")
    ]
    try:
        for kind, number in about:
            require_may(by, form_about(kind), kind, number)
    except Refused as refusal:
        raise PermissionDenied(words_of(refusal)) from None


# Names of references by which a row is about somebody; `granted_by` and its like are not.
ABOUT = {"player": "player", "user": "player", "tournament": "tournament", "table": "table"}
