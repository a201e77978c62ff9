"""What players have reported, over the API: what waits, what was decided, and deciding it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller
from accounts.api.reading import WholeNumber, read_body, read_query
from accounts.api.records import record_json
from accounts.api.repeats import answer_once
from accounts.api.shapes import IDEMPOTENCY_KEY, PlayerShape, player_json
from accounts.refusals import Refused
from accounts.services.silence import HOURS_MAX
from backoffice.api.paging import cut
from backoffice.api.people import NUMBER_MAX
from backoffice.api.view import OfficeView
from backoffice.selectors import complaints as read
from backoffice.services.complaints import decide_complaint
from games.models import ChatReport, ReportOutcome, ReportReason
from games.services.moderation import SILENCE_HOURS

Form = serializers.Serializer[Any]
Shape = serializers.Serializer[Any]
Done = tuple[int, dict[str, Any]]
WAITING, DECIDED = "waiting", "decided"


class OfficeComplaintsQuery(Form):
    state = serializers.ChoiceField((WAITING, DECIDED), default=WAITING)
    after = WholeNumber(
        min_value=1, max_value=NUMBER_MAX, required=False, help_text="from `next_after`"
    )


class OfficeDecisionForm(Form):
    outcome = serializers.ChoiceField(
        ReportOutcome.values,
        help_text="`hidden`: nobody sees the message any more; `silenced`: nor does its author "
        "write for some hours; `nothing`: it stays",
    )
    hours = WholeNumber(min_value=1, max_value=HOURS_MAX, default=SILENCE_HOURS)


class OfficeSaidShape(Shape):
    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    channel = serializers.CharField()
    author = serializers.IntegerField()
    name = serializers.CharField()
    words = serializers.CharField(allow_blank=True)
    phrase = serializers.CharField(allow_blank=True)
    reported = serializers.BooleanField(help_text="the message that was reported")


class OfficeComplaintShape(Shape):
    id = serializers.IntegerField()
    table = serializers.IntegerField()
    message = serializers.IntegerField(help_text="its number in the table's talk")
    author = PlayerShape()
    reporter = PlayerShape()
    reason = serializers.ChoiceField(ReportReason.values)
    note = serializers.CharField(allow_blank=True)
    context = OfficeSaidShape(many=True)  # type: ignore[assignment]  # what was said around it
    at = serializers.DateTimeField()
    outcome = serializers.ChoiceField(ReportOutcome.values, allow_null=True)
    decided_by = serializers.CharField(allow_null=True)
    decided_at = serializers.DateTimeField(allow_null=True)


class OfficeComplaintsShape(Shape):
    results = OfficeComplaintShape(many=True)
    next_after = serializers.IntegerField(
        allow_null=True, help_text="send it as `after` for the next page; null on the last"
    )


class OfficeDecidedShape(Shape):
    closed = serializers.IntegerField(
        help_text="reports of this message that it closed; 0: somebody had decided it already"
    )
    report = OfficeComplaintShape()


@extend_schema(tags=["office"])
class OfficeComplaints(OfficeView):
    """Reports of players: waiting ones as they came, decided ones newest first.

    Right `see_reports`.
    """

    reading_right = "see_reports"

    @extend_schema(parameters=[OfficeComplaintsQuery], responses=OfficeComplaintsShape)
    def get(self, request: Request) -> Response:
        query = read_query(request, OfficeComplaintsQuery)
        found = read.complaints(decided=query["state"] == DECIDED, after=query.get("after"))
        shown, next_after = cut(found, read.PAGE)
        return Response(
            {
                "results": [report_json(one) for one in shown],
                "next_after": next_after,
            }
        )


@extend_schema(tags=["office"])
class OfficeDecideComplaint(OfficeView):
    """Decide about a message, for everybody who has reported it. Right `decide_report`.

    What has been decided stays so: then nothing changes, and the answer tells what was decided.
    """

    writing_right = "decide_report"

    @extend_schema(
        request=OfficeDecisionForm, parameters=[IDEMPOTENCY_KEY], responses=OfficeDecidedShape
    )
    def post(self, request: Request, report_id: int) -> Response:
        form = read_body(request, OfficeDecisionForm)
        report = _report(report_id)

        def work() -> Done:
            closed = decide_complaint(report=report, by=caller(request), **form)
            return 200, {"closed": closed, "report": report_json(_report(report_id))}

        return answer_once(request, form, work)


def _report(report_id: int) -> ChatReport:
    known = ChatReport.objects.select_related("author", "reporter", "handled_by")
    found = known.filter(pk=report_id).first()
    if found is None:
        raise Refused("not_found")
    return found


def report_json(one: ChatReport) -> dict[str, Any]:
    return {
        "id": one.pk,
        "table": one.table_id,
        "message": one.number,
        "author": player_json(one.author),
        "reporter": player_json(one.reporter),
        "reason": one.reason,
        "note": one.note,
        "context": one.context,
        "at": one.created_at.isoformat(),
        "outcome": one.outcome or None,
        "decided_by": one.handled_by.name if one.handled_by else None,
        "decided_at": record_json(one.handled_at),
    }
