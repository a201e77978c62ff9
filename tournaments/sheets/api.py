"""Score sheets over the API: one's own, entering, confirming, objecting; the desk's list."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from accounts.models import Player
from tournaments.desk.api import DirectedView
from tournaments.director.errors import CHIPS_MAX
from tournaments.models import ScoreSheet, Tournament
from tournaments.selectors.lobby import one_tournament
from tournaments.selectors.seats import own_entry
from tournaments.sheets import reading, reporting
from web.api.operations import Answer, Json, answers
from web.api.paging import PageQuery, page_of, pages_of
from web.api.payloads import With
from web.api.reading import Form, WholeNumber
from web.api.records import shape_of
from web.api.view import ApiView
from web.refusals import Refused

SheetShape = shape_of(reading.SheetRow, "SheetShape")


class SheetVersionForm(Form):
    version = WholeNumber(min_value=0, max_value=10**9, help_text="of the sheet as you saw it")


class SheetPointsForm(SheetVersionForm):
    points = serializers.ListField(
        child=WholeNumber(min_value=-CHIPS_MAX, max_value=CHIPS_MAX),
        max_length=6,
        help_text="of every seat, in seat order; penalty points where points are penalties",
    )


class MySheet(ApiView, at="tournaments/<serial:tournament_id>/me/sheet/"):
    """The sheet of the table where you play now, at real tables."""

    @answers(SheetShape)
    def get(self, request: Request, tournament_id: int) -> Json:
        player = caller(request)
        tournament = one_tournament(tournament_id)
        sheet = reading.sheet_in_play(tournament, own_entry(tournament_id, player))
        if sheet is None:
            raise Refused("sheet_not_found")
        return _told(tournament, sheet, player)


class Sheets(DirectedView, at="tournaments/<serial:tournament_id>/sheets/"):
    """All sheets, the latest first, for whoever directs the tournament."""

    @answers(pages_of(SheetShape, "SheetsShape"), query=PageQuery)
    def get(self, request: Request, query: Json, tournament_id: int) -> Answer:
        tournament = one_tournament(tournament_id)
        sheets = ScoreSheet.objects.filter(tournament=tournament)
        known = sheets.select_related("entered_by", "confirmed_by", "objected_by")
        page = page_of(known, query)
        return With(page, results=reading.sheet_rows(tournament, page.results))


class OneSheet(ApiView, at="tournaments/<serial:tournament_id>/sheets/<serial:sheet_id>/"):
    """A sheet: what is written for a table, and what you may do."""

    @answers(SheetShape)
    def get(self, request: Request, tournament_id: int, sheet_id: int) -> Json:
        tournament = one_tournament(tournament_id)
        return _told(tournament, reading.one_sheet(tournament, sheet_id), caller(request))


class EnterPoints(ApiView, at="tournaments/<serial:tournament_id>/sheets/<serial:sheet_id>/enter/"):
    """Write down what every seat of your table has; another player of it confirms."""

    @once(SheetPointsForm, answers=SheetShape)
    def post(self, request: Request, form: Json, tournament_id: int, sheet_id: int) -> Json:
        return _done(reporting.enter_points, request, form, tournament_id, sheet_id)


class ConfirmPoints(
    ApiView, at="tournaments/<serial:tournament_id>/sheets/<serial:sheet_id>/confirm/"
):
    """Say that what another has entered is right: it counts from now on."""

    @once(SheetVersionForm, answers=SheetShape)
    def post(self, request: Request, form: Json, tournament_id: int, sheet_id: int) -> Json:
        return _done(reporting.confirm_points, request, form, tournament_id, sheet_id)


class ObjectToPoints(
    ApiView, at="tournaments/<serial:tournament_id>/sheets/<serial:sheet_id>/object/"
):
    """Say that what another has entered is wrong; it is entered anew, or the desk decides."""

    @once(SheetVersionForm, answers=SheetShape)
    def post(self, request: Request, form: Json, tournament_id: int, sheet_id: int) -> Json:
        return _done(reporting.object_to_points, request, form, tournament_id, sheet_id)


def _done(act: Any, request: Request, form: Json, tournament_id: int, sheet_id: int) -> Json:
    player = caller(request)
    sheet = act(tournament_id=tournament_id, sheet_id=sheet_id, player=player, **form)
    return _told(one_tournament(tournament_id), sheet, player)


def _told(tournament: Tournament, sheet: ScoreSheet, player: Player) -> Json:
    return SheetShape.of(reading.sheet_row(tournament, sheet, player))
