"""Correcting a result after the end over the API, for whoever directs the tournament.

Scope `tournament:direct`. What is asked for is decided in the office, by somebody else.
"""

from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from backoffice.restitution.acting import propose_correction
from backoffice.restitution.api import OfficeRestitutionFileShape, file_of
from backoffice.restitution.reading import claims_about
from tournaments.desk.api import DirectedView
from tournaments.director.errors import CHIPS_MAX
from tournaments.models.desk import REMARK_CHARS_MAX
from web.api.operations import Json, answers
from web.api.payloads import list_of
from web.api.reading import Form, Text, WholeNumber


class CorrectResultForm(Form):
    points = serializers.ListField(
        child=WholeNumber(min_value=-CHIPS_MAX, max_value=CHIPS_MAX),
        max_length=6,
        help_text="of every seat, in seat order, as they should have counted",
    )
    reason = Text(
        max_length=REMARK_CHARS_MAX, help_text="why; those concerned read it with what moves"
    )


class CorrectAfterTheEnd(
    DirectedView,
    at="tournaments/<player:tournament_id>/sheets/<player:sheet_id>/correct/",
    called="api-correct-after-the-end",
):
    """A result of a finished tournament that turned out wrong, at real tables."""

    @answers(list_of(OfficeRestitutionFileShape, "CorrectionsOfResultShape"))
    def get(self, request: Request, tournament_id: int, sheet_id: int) -> Json:
        """What has been asked for this sheet and what became of it, newest first."""
        found = claims_about(sheet_id).filter(tournament=tournament_id)
        return {"results": [file_of(claim.pk) for claim in found]}

    @once(CorrectResultForm, answers=OfficeRestitutionFileShape, status=201)
    def post(self, request: Request, form: Json, tournament_id: int, sheet_id: int) -> Json:
        """Propose it: who gets or gives what is worked out now, and moves when somebody else
        approves."""
        claim = propose_correction(
            tournament_id=tournament_id, sheet_id=sheet_id, **form, by=caller(request)
        )
        return file_of(claim.pk)
