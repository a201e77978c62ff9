"""Clubs over the API, for staff: what was reported, closing one, giving it another name."""

from rest_framework.request import Request

from accounts.api.shapes import PlayerShape
from accounts.clubs.models import NAME_CHARS_MAX
from backoffice.api.view import Before, OfficeReasonForm, OfficeView, act_on
from backoffice.clubs import deciding
from backoffice.clubs import reading as read
from web.api.operations import Answer, Json, answers
from web.api.paging import page_from
from web.api.payloads import Moment, Shape, Whole, With, Word
from web.api.reading import Form, Text


class OfficeClubsQuery(Form):
    name = Text(max_length=NAME_CHARS_MAX, default="", allow_blank=True)
    before = Before()


class OfficeRenameClubForm(OfficeReasonForm):
    name = Text(max_length=NAME_CHARS_MAX)


class OfficeClubReportShape(Shape):
    reporter = PlayerShape()
    note = Word()
    at = Moment()


class OfficeClubShape(Shape):
    id = Whole()
    name = Word()
    about = Word(allow_blank=True)
    created_at = Moment()
    closed_at = Moment(allow_null=True)


class OfficeClubLineShape(OfficeClubShape):
    members = Whole(source="size")
    reports = OfficeClubReportShape(source="waiting", many=True, help_text="that wait")


class OfficeClubsShape(Shape):
    reported = OfficeClubLineShape(many=True)
    results = OfficeClubLineShape(many=True)
    next_before = Whole(allow_null=True)


class OfficeClubKeptShape(Shape):
    answered = Whole(help_text="reports that this has answered")


class OfficeClubs(OfficeView, at="office/clubs/", reading_right="see_reports"):
    """Clubs that were reported, and all of them, newest first. Right `see_reports`."""

    @answers(OfficeClubsShape, query=OfficeClubsQuery)
    def get(self, request: Request, query: Json) -> Answer:
        return With(page_from(read.clubs(**query), read.PAGE), reported=read.reported())


class OfficeCloseClub(
    OfficeView, at="office/clubs/<player:club_id>/close/", writing_right="decide_report"
):
    """Close a club; its members are told the reason. Right `decide_report`."""

    post = act_on(deciding.close, answers=OfficeClubShape)


class OfficeRenameClub(
    OfficeView, at="office/clubs/<player:club_id>/rename/", writing_right="decide_report"
):
    """Another name, and no text any more; its owner is told why. Right `decide_report`."""

    post = act_on(deciding.rename, OfficeRenameClubForm, answers=OfficeClubShape)


class OfficeKeepClub(
    OfficeView, at="office/clubs/<player:club_id>/keep/", writing_right="decide_report"
):
    """Nothing is wrong with it: its reports are answered. Right `decide_report`."""

    post = act_on(
        deciding.keep, answers=OfficeClubKeptShape, told=lambda number: With(answered=number)
    )
