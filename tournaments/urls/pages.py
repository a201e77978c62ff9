"""Addresses of the tournaments: what players meet, the director's desk, and the planner."""

from django.urls import URLPattern, URLResolver, path, register_converter
from django.urls.converters import StringConverter

from tournaments.boards import views as board_views
from tournaments.desk import views as desk_views
from tournaments.entries import views as entering_views
from tournaments.pages import calls as call_views
from tournaments.pages import certificates as certificate_views
from tournaments.pages import lists as views
from tournaments.pages import lobby as lobby_views
from tournaments.pages import tables as table_views
from tournaments.pages import wall as wall_views
from tournaments.planner import views as planner_views
from tournaments.proof import views as proof_views
from tournaments.recurring import views as recurring_views
from tournaments.series import views as series_views
from tournaments.sheets import views as sheet_views
from tournaments.tickets import views as aiming_views


class Wish(StringConverter):
    """What a player may ask for, as in addresses."""

    regex = "|".join(entering_views.WISHES)


register_converter(Wish, "wish")

_ONE = "tournaments/<tournament:tournament_id>/"
_CERTIFICATE = "tournaments/certificates/<slug:code>"
_SERIES = "tournaments/series/"
_DRAFT = "tournaments/plan/<tournament:draft_id>/"
_KEPT_SERIES = "tournaments/plan/series/<tournament:series_id>/"
_RECURRING = "tournaments/plan/recurring/<tournament:recurring_id>/"
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
    path(_ONE + "team/", entering_views.team_page, name="tournament-team"),
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
    path(f"{_ONE}desk/", desk_views.desk_page, name="tournament-desk"),
    path(f"{_ONE}desk/entrants/", desk_views.entrants_page, name="desk-entrants"),
    path(f"{_ONE}desk/print/<slug:what>.pdf", desk_views.print_file, name="desk-print"),
    path(f"{_ONE}desk/results/", sheet_views.results_page, name="desk-results"),
    path(f"{_ONE}desk/directors/", desk_views.appoint, name="tournament-directors"),
    path(f"{_ONE}desk/order/<slug:kind>/", desk_views.order_page, name="desk-order"),
    path(f"{_ONE}desk/tickets/", aiming_views.aim_tickets, name="aim-tickets"),
    path(f"{_ONE}desk/undo/<tournament:act_id>/", desk_views.undo_page, name="desk-undo"),
    path(f"{_ONE}call/", call_views.call_page, name="call-director"),
    path("tournaments/calls/<tournament:call_id>/", call_views.call_act, name="director-call"),
    path("tournaments/plan/", planner_views.plans_page, name="tournament-plans"),
    path("tournaments/plan/new/", planner_views.new_draft, name="new-draft"),
    path("tournaments/plan/check/", planner_views.check, name="check-plan"),
    path(_DRAFT, planner_views.draft_page, name="tournament-draft"),
    path(f"{_DRAFT}forecast/", planner_views.forecast_part, name="draft-forecast"),
    path(f"{_DRAFT}publish/", planner_views.publish, name="publish-draft"),
    path(f"{_DRAFT}copy/", planner_views.copy, name="copy-draft"),
    path(f"{_DRAFT}discard/", planner_views.discard, name="discard-draft"),
    path(f"{_DRAFT}repeat/", recurring_views.repeat_page, name="repeat-draft"),
    path("tournaments/plan/series/", series_views.open_page, name="open-series"),
    path(_KEPT_SERIES, series_views.keep_page, name="keep-series"),
    path(f"{_KEPT_SERIES}add/", series_views.add_event, name="add-to-series"),
    path(
        f"{_KEPT_SERIES}take-out/<tournament:tournament_id>/",
        series_views.take_out,
        name="take-out-of-series",
    ),
    path(f"{_KEPT_SERIES}close/", series_views.close, name="close-series"),
    path(_RECURRING, recurring_views.recurring_page, name="recurring-tournament"),
    path(f"{_RECURRING}stop/", recurring_views.stop_or_resume, name="stop-recurring"),
]
