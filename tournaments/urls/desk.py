"""Addresses of the director's desk and of the planner."""

from django.urls import URLPattern, URLResolver, path

from tournaments.desk import views as desk_views
from tournaments.pages import calls as call_views
from tournaments.planner import views as planner_views
from tournaments.recurring import views as recurring_views
from tournaments.series import views as series_views
from tournaments.sheets import views as sheet_views
from tournaments.tickets import views as aiming_views

_AT = "tournaments/<tournament:tournament_id>/"
_DRAFT = "tournaments/plan/<tournament:draft_id>/"
_SERIES = "tournaments/plan/series/<tournament:series_id>/"
_RECURRING = "tournaments/plan/recurring/<tournament:recurring_id>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{_AT}desk/", desk_views.desk_page, name="tournament-desk"),
    path(f"{_AT}desk/entrants/", desk_views.entrants_page, name="desk-entrants"),
    path(f"{_AT}desk/print/<slug:what>.pdf", desk_views.print_file, name="desk-print"),
    path(f"{_AT}desk/results/", sheet_views.results_page, name="desk-results"),
    path(f"{_AT}desk/directors/", desk_views.appoint, name="tournament-directors"),
    path(f"{_AT}desk/order/<slug:kind>/", desk_views.order_page, name="desk-order"),
    path(f"{_AT}desk/tickets/", aiming_views.aim_tickets, name="aim-tickets"),
    path(f"{_AT}desk/undo/<tournament:act_id>/", desk_views.undo_page, name="desk-undo"),
    path(f"{_AT}call/", call_views.call_page, name="call-director"),
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
    path(_SERIES, series_views.keep_page, name="keep-series"),
    path(f"{_SERIES}add/", series_views.add_event, name="add-to-series"),
    path(
        f"{_SERIES}take-out/<tournament:tournament_id>/",
        series_views.take_out,
        name="take-out-of-series",
    ),
    path(f"{_SERIES}close/", series_views.close, name="close-series"),
    path(_RECURRING, recurring_views.recurring_page, name="recurring-tournament"),
    path(f"{_RECURRING}stop/", recurring_views.stop_or_resume, name="stop-recurring"),
]
