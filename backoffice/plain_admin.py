"""The plain administration: Django's admin by Unfold, which shows and writes nothing.

What is done to a row has one place, the office, with its rights, reasons, conflicts of interest and
log. Here is where these pages are kept from writing, for superusers too.
"""

from collections.abc import Callable, Iterable
from typing import Any

from allauth.account.decorators import secure_admin_login
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe
from unfold.sites import UnfoldAdminSite

from accounts.admin_lists import Shown


class PlainSite(UnfoldAdminSite):  # type: ignore[misc]
    """The only site there is (`config.apps.PlainAdministration`)."""

    def register(
        self,
        model_or_iterable: type[Model] | Iterable[type[Model]],
        admin_class: Any = None,
        **options: Any,
    ) -> None:
        """Of the house alone: pages that libraries bring along have forms, and show secrets."""
        if admin_class is not None and issubclass(admin_class, Shown):
            super().register(model_or_iterable, admin_class, **options)

    def admin_view(
        self, view: Callable[..., HttpResponse], cacheable: bool = False
    ) -> Callable[..., HttpResponse]:
        """Every page of the site, of its models too, passes here: read, never sent to."""
        page: Callable[..., HttpResponse] = super().admin_view(view, cacheable)
        return page if view == self.logout else require_safe(page)

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Staff sign in where everybody does: there attempts are limited."""
        page: HttpResponse = require_safe(secure_admin_login(super().login))(request, extra_context)
        return page

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """So do they change their password where everybody does."""
        return redirect("account_change_password")
