"""Addresses of the tournaments: what players meet, and the director's desk."""

from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.urls.converters import StringConverter

from tournaments.boards import views as board_views
from tournaments.entries import views as entering_views
from tournaments.pages import certificates as certificate_views
from tournaments.pages import lists as views
from tournaments.pages import lobby as lobby_views
from tournaments.pages import tables as table_views
from tournaments.pages import wall as wall_views
from tournaments.proof import views as proof_views
from tournaments.series import views as series_views
from tournaments.sheets import views as sheet_views


class Wish(StringConverter):
    """What a player may ask for, as in addresses."""

    regex = "|".join(entering_views.WISHES)


register_converter(Wish, "wish")

_ONE = "tournaments/<tournament:tournament_id>/"
_CERTIFICATE = "tournaments/certificates/<slug:code>"
_SERIES = "tournaments/series/"
urlpatterns: list[URLPattern | URLResolver] = [
    path("tournaments/", views.list_page, name="tournaments"),
    path("tournaments/calendar/", views.calendar_page, name="tournament-calendar"),
    path("tournaments/calendar.ics", views.calendar_feed, name="tournament-feed"),
    path("tournaments/at-table/<table:table_id>/", table_views.at_table, name="tournament-table"),
    path(_ONE, lobby_views.lobby_page, name="tournament"),
    path(_ONE + "boards/", board_views.boards_page, name="tournament-boards"),
    path(_ONE + "boards/<tournament:number>/", board_views.board_page, name="tournament-board"),
    path(_ONE + "sheets/<tournament:sheet_id>/", sheet_views.sheet_page, name="tournament-sheet"),
    path(_ONE + "wall/", wall_views.wall_page, name="tournament-wall"),
    path(_ONE + "proof/", proof_views.proof_page, name="tournament-proof"),
    path(_ONE + "decisions/", lobby_views.decisions_page, name="tournament-decisions"),
    path(_ONE + "calendar.ics", lobby_views.calendar_file, name="tournament-ics"),
    path(_ONE + "team/", entering_views.team, name="join-team"),
    path(_ONE + "<wish:what>/", entering_views.wish_page, name="tournament-wish"),
    path(_CERTIFICATE + "/", certificate_views.certificate_page, name="tournament-certificate"),
    path(
        _CERTIFICATE + ".pdf", certificate_views.certificate_file, name="tournament-certificate-pdf"
    ),
    path(_SERIES, series_views.list_page, name="series-list"),
    path(_SERIES + "<tournament:series_id>/", series_views.series_page, name="series"),
    path(
        _SERIES + "<tournament:series_id>/print/<slug:what>.pdf",
        series_views.print_file,
        name="series-print",
    ),
    path(
        _SERIES + "certificates/<slug:code>/",
        series_views.certificate_page,
        name="series-certificate",
    ),
    path(
        _SERIES + "certificates/<slug:code>.pdf",
        series_views.certificate_file,
        name="series-certificate-pdf",
    ),
    path("", include("tournaments.urls.desk")),
]
