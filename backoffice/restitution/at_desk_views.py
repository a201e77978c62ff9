"""A result that turned out wrong after the end: whoever directs the tournament asks to correct it.

They see what follows and say why; a second person of the office decides.
"""

from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.interest import why_not
from accounts.models import Player
from accounts.sent_again import done_once
from accounts.views import signed_in
from backoffice.restitution.acting import propose_correction, worked_out
from backoffice.restitution.facts import lines_of
from backoffice.restitution.reading import claims_about, explained
from backoffice.restitution.wording import STATES
from tournaments.desk.views import directed
from tournaments.director import FORMATS
from tournaments.models.desk import REMARK_CHARS_MAX
from tournaments.sheets.forms import SheetForm
from tournaments.sheets.reading import SheetRow, one_sheet, sheet_row
from web import refusals
from web.routes import own_form

Line = tuple[str, int, list[str]]


class CorrectionForm(SheetForm):
    """What every seat of a sheet should have had, and why it is known."""

    def __init__(self, row: SheetRow, data: Any = None) -> None:
        super().__init__(row, data)
        self.fields["reason"] = forms.CharField(
            label=gettext_lazy("Reason"),
            max_length=REMARK_CHARS_MAX,
            help_text=gettext_lazy("Stays in the record and is shown to those concerned."),
        )


@own_form("tournaments/<row:tournament_id>/desk/results/<row:sheet_id>/", "desk-correct-afterwards")
@done_once
def correct_page(request: HttpRequest, tournament_id: int, sheet_id: int) -> HttpResponse:
    """The points that should have counted, who would get or give what, and asking for it."""
    tournament = directed(request, tournament_id)
    player = signed_in(request)
    row = sheet_row(tournament, one_sheet(tournament, sheet_id), None)
    form = CorrectionForm(row, request.POST or None)
    lines: list[Line] | None = None
    why = why_not(player, "propose_correction", "tournament", tournament_id)
    if request.method == "POST" and not why and form.is_valid():
        asked: dict[str, Any] = {"tournament_id": tournament_id, "sheet_id": sheet_id}
        asked["points"] = form.points
        with refusals.Told(partial(form.add_error, None)):
            if "preview" in request.POST:
                lines = _what_follows(asked, player)
            else:
                propose_correction(**asked, reason=form.cleaned_data["reason"], by=player)
                messages.success(request, _("Proposed: a second person of the office decides."))
                return redirect(request.path)
    context = {
        "tournament": tournament,
        "sheet": row,
        "form": form,
        "lines": lines,
        "why": why,
        "for_chips": FORMATS[tournament.plan["format"]].plays_for_chips,
        "claims": [(claim, STATES[claim.status]) for claim in claims_about(sheet_id)],
    }
    return render(request, "backoffice/correct_result.html", context)


def _what_follows(asked: dict[str, Any], player: Player) -> list[Line]:
    lines = lines_of(worked_out(**asked, by=player))
    names = Player.objects.in_bulk([line.player for line in lines])
    return [(names[line.player].name, *explained(line)) for line in lines]
