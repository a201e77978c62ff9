"""The page of a score sheet on a phone, and all sheets of a tournament at its desk."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import condition

from accounts.views import signed_in
from tournaments.desk.views import directed
from tournaments.models import ScoreSheet, SheetState, Tournament
from tournaments.pages.state import part_etag
from tournaments.selectors.lobby import one_tournament
from tournaments.sheets import reading, reporting
from tournaments.sheets.forms import SheetForm
from web import refusals
from web.numbers import whole
from web.routes import own_form, own_page

SHEETS_SHOWN = 100


def _etag(request: HttpRequest, tournament_id: int, sheet_id: int) -> str | None:
    sheet = ScoreSheet.objects.filter(tournament=tournament_id, pk=sheet_id).first()
    if sheet is None:
        return None
    phase = Tournament.objects.values_list("phase", flat=True).get(pk=tournament_id)
    return part_etag(request, sheet.pk, sheet.version, len(sheet.gave_up), phase)


@own_form(
    "tournaments/<tournament:tournament_id>/sheets/<tournament:sheet_id>/", "tournament-sheet"
)
@condition(etag_func=_etag)
def sheet_page(request: HttpRequest, tournament_id: int, sheet_id: int) -> HttpResponse:
    """What is written for a table, and what the reader may do; `?part=live` is what changes."""
    tournament = one_tournament(tournament_id)
    player = signed_in(request)
    sheet = reading.one_sheet(tournament, sheet_id)
    row = reading.sheet_row(tournament, sheet, player)
    form = SheetForm(row, request.POST if "enter" in request.POST else None)
    if request.method == "POST" and _done(request, row, form):
        return redirect("tournament-sheet", tournament_id, sheet_id)
    context = {"tournament": tournament, "sheet": row, "form": form}
    if request.GET.get("part") == "live":
        return render(request, "tournaments/sheets/live.html", context)
    return render(request, "tournaments/sheets/sheet.html", context)


def _done(request: HttpRequest, row: reading.SheetRow, form: SheetForm) -> bool:
    """Whether what was sent has been done; else the page says why not."""
    asked: dict[str, Any] = {"tournament_id": row.tournament, "sheet_id": row.id}
    asked["player"] = signed_in(request)
    version = whole(request.POST.get("version", ""), digits=9) or 0
    if "enter" in request.POST:
        if not form.is_valid():
            return False
        with refusals.Told(partial(form.add_error, None)):
            reporting.enter_points(**asked, points=form.points, version=version)
            messages.success(request, _("Entered. Another player of the table confirms it."))
            return True
        return False
    with refusals.Told(partial(messages.error, request)):
        if "confirm" in request.POST:
            reporting.confirm_points(**asked, version=version)
            messages.success(request, _("Confirmed: the result counts."))
        elif "object" in request.POST:
            reporting.object_to_points(**asked, version=version)
            messages.success(request, _("Your objection stands. Agree and enter it anew, or wait."))
    return True


_LATEST_FIRST = ("-stage", "-number", "table_number")


@own_page("tournaments/<tournament:tournament_id>/desk/results/", "desk-results")
def results_page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Every sheet, the latest stage or round first: what is missing, objected to, what counts."""
    tournament = directed(request, tournament_id)
    table = whole(request.GET.get("table", ""), digits=8)
    sheets = ScoreSheet.objects.filter(tournament=tournament)
    if table is not None:
        sheets = sheets.filter(table_number=table)
    chosen = sheets.select_related("entered_by", "confirmed_by", "objected_by")
    rows = reading.sheet_rows(tournament, list(chosen.order_by(*_LATEST_FIRST)[:SHEETS_SHOWN]))
    in_play = reading.sheets_in_play(tournament, {row.table for row in rows})
    context = {
        "tournament": tournament,
        "rows": rows,
        "in_play": {sheet.pk for sheet in in_play.values()},
        "table": table,
        "missing": sheets.exclude(state=SheetState.SETTLED.value).count(),
    }
    return render(request, "tournaments/sheets/results.html", context)
