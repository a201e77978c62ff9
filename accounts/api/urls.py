"""The accounts half of /api/v1/."""

from __future__ import annotations

from django.urls import path, re_path

from accounts import converters  # noqa: F401 - importing registers
from accounts.api import careers, tokens, views

_ONE = r"^tokens/(?P<token_key>[a-z0-9_]{15,25})/"

urlpatterns = [
    path("guests/", views.Guests.as_view(), name="api-guests"),
    path("me/", views.Me.as_view(), name="api-me"),
    path("me/statement/", views.Statement.as_view(), name="api-statement"),
    path("me/refill/", views.Refill.as_view(), name="api-refill"),
    path("me/career/", careers.MyCareer.as_view(), name="api-career"),
    path("me/matches/", careers.MyMatches.as_view(), name="api-matches"),
    path("me/statistics/", careers.MyStatistics.as_view(), name="api-statistics"),
    path("me/premium/", careers.MyPremium.as_view(), name="api-premium"),
    path(
        "players/<player:player_id>/career/",
        careers.PlayerCareer.as_view(),
        name="api-player-career",
    ),
    path("league/", careers.League.as_view(), name="api-league"),
    path("tokens/", tokens.Tokens.as_view(), name="api-tokens"),
    re_path(_ONE + "$", tokens.OneToken.as_view(), name="api-token"),
    re_path(_ONE + "rotate/$", tokens.RotateToken.as_view(), name="api-rotate-token"),
]
