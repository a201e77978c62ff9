"""The plain administration as a whole: lists of a bounded length, and no secret on any page.

What libraries bring along would show the seed of a colleague's second factor to whoever may read
everything, and with it let one person approve as two.
"""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from accounts.admin_lists import ReadOnlyAdmin, bound_lists


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
