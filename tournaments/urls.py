"""Addresses of the tournaments: what players meet, and the director's desk."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path, register_converter

from tournaments import views


class TournamentId:
    """A tournament's number, as far as the database counts."""

    regex = "[0-9]{1,18}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(TournamentId, "tournament")

urlpatterns: list[URLPattern | URLResolver] = [
    path("tournaments/", views.list_page, name="tournaments"),
    path("", include("tournaments.desk_urls")),
]
