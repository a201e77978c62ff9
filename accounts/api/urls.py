"""The accounts half of /api/v1/."""

from __future__ import annotations

from django.urls import path, re_path

from accounts.api import views

urlpatterns = [
    path("guests/", views.Guests.as_view(), name="api-guests"),
    path("me/", views.Me.as_view(), name="api-me"),
    path("me/statement/", views.Statement.as_view(), name="api-statement"),
    path("me/refill/", views.Refill.as_view(), name="api-refill"),
    path("tokens/", views.Tokens.as_view(), name="api-tokens"),
    re_path(
        r"^tokens/(?P<token_key>[a-z0-9_]{15,25})/$", views.OneToken.as_view(), name="api-token"
    ),
]
