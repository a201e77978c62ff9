"""What players have reported, over the API: what waits, what was decided, and deciding it."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from accounts.api.shapes import PlayerShape
from accounts.people.silence import HOURS_MAX
from backoffice.api.view import OfficeView, RowNumber
from backoffice.complaints import reading as read
from backoffice.complaints.deciding import decide_report
from backoffice.people.sanctions import MUTE_HOURS
from games.models import ChatReport, ReportOutcome, ReportReason
from web.api.operations import Answer, Json, answers
from web.api.paging import cut
from web.api.payloads import Moment, Shape, StoredShape, Whole, With, Word, Yes
from web.api.reading import Form, WholeNumber

WAITING, DECIDED = "waiting", "decided"


class OfficeComplaintsQuery(Form):
    state = serializers.ChoiceField((WAITING, DECIDED), default=WAITING)
    after = RowNumber(required=False, help_text="from `next_after`")


class OfficeDecisionForm(Form):
    outcome = serializers.ChoiceField(
        ReportOutcome.values,
        help_text="`hidden`: nobody sees the message any more; `silenced`: nor does its author "
        "write for some hours; `acted`, about a person only: staff did something about it; "
        "`nothing`: it stays as it is",
    )
    hours = WholeNumber(min_value=1, max_value=HOURS_MAX, default=MUTE_HOURS)


class OfficeSaidShape(StoredShape):
    number = Whole()
    at = Moment()
    channel = Word()
    author = Whole()
    name = Word()
    words = Word(allow_blank=True)
    phrase = Word(allow_blank=True)
    reported = Yes(help_text="the message that was reported")


class OutcomeField(serializers.ChoiceField):
    """A report that waits has none, which the database keeps as an empty word."""

    def to_representation(self, value: str) -> Any:
        return value or None


class OfficeComplaintShape(Shape):
    id = Whole()
    table = Whole(
        source="table_id",
        allow_null=True,
        help_text="of the message; about a person, the last one where both sat",
    )
    message = Whole(
        source="number",
        allow_null=True,
        help_text="its number in the table's talk; null where the person is reported",
    )
    author = PlayerShape()
    reporter = PlayerShape()
    reason = serializers.ChoiceField(ReportReason.values)
    note = Word(allow_blank=True)
    context = OfficeSaidShape(many=True)  # type: ignore[assignment]  # what was said around it
    at = Moment(source="created_at")
    outcome = OutcomeField(ReportOutcome.values, allow_null=True)
    decided_by = Word(source="handled_by.name", allow_null=True)
    decided_at = Moment(source="handled_at", allow_null=True)


class OfficeComplaintsShape(Shape):
    results = OfficeComplaintShape(many=True)
    next_after = Whole(
        allow_null=True, help_text="send it as `after` for the next page; null on the last"
    )


class OfficeDecidedShape(Shape):
    closed = Whole(
        help_text="reports of this message, or of this person for this reason, that it closed; "
        "0: somebody had decided it already"
    )
    report = OfficeComplaintShape()


class OfficeComplaints(OfficeView, at="office/reports/", reading_right="see_reports"):
    """Reports of players: waiting ones as they came, decided ones newest first.

    Right `see_reports`.
    """

    @answers(OfficeComplaintsShape, query=OfficeComplaintsQuery)
    def get(self, request: Request, query: Json) -> Answer:
        found = read.complaints(decided=query["state"] == DECIDED, after=query.get("after"))
        shown, next_after = cut(found, read.PAGE)
        return With(results=shown, next_after=next_after)


class OfficeDecideComplaint(
    OfficeView, at="office/reports/<player:report_id>/decide/", writing_right="decide_report"
):
    """Decide about a message or a person, for everybody who has reported it.

    Right `decide_report`.

    What has been decided stays so: then nothing changes, and the answer tells what was decided.
    """

    @once(OfficeDecisionForm, answers=OfficeDecidedShape)
    def post(self, request: Request, form: Json, report_id: int) -> Answer:
        report = _report(report_id)
        closed = decide_report(report=report, by=caller(request), **form)
        return With(closed=closed, report=_report(report_id))


def _report(report_id: int) -> ChatReport:
    known = ChatReport.objects.select_related("author", "reporter", "handled_by")
    return get_object_or_404(known, pk=report_id)
