"""Premium tickets over the API, for staff: the list, a new one, taking one back."""

from typing import Any

from rest_framework.request import Request

from accounts.api.shapes import PlayerShape
from accounts.premium.giving import DAYS_MAX
from backoffice.api.view import OfficeReasonForm, OfficeView, act_on
from backoffice.people import tickets as service
from web.api.operations import Answer, Json, answers
from web.api.paging import PageQuery, page_of, pages_of
from web.api.payloads import Moment, Shape, Whole, Word
from web.api.reading import WholeNumber


class OfficeTicketForm(OfficeReasonForm):
    days = WholeNumber(min_value=1, max_value=DAYS_MAX)
    valid_days = WholeNumber(
        min_value=1, max_value=DAYS_MAX, required=False, help_text="without, it stays good"
    )


class OfficeTicketShape(Shape):
    id = Whole()
    code = Word()
    days = Whole()
    note = Word(help_text="the reason it was given for")
    created_at = Moment()
    expires_at = Moment(allow_null=True)
    issued_by = PlayerShape(allow_null=True)
    redeemed_by = PlayerShape(allow_null=True)
    redeemed_at = Moment(allow_null=True)


class OfficeTickets(
    OfficeView, at="office/tickets/", reading_right="end_premium", writing_right="end_premium"
):
    """Tickets for premium, newest first; a new one, for whoever redeems it first.

    Right `end_premium`.
    """

    post: Any = act_on(service.give_ticket, OfficeTicketForm, answers=OfficeTicketShape, status=201)

    @answers(pages_of(OfficeTicketShape, "OfficeTicketsShape"), query=PageQuery)
    def get(self, request: Request, query: Json) -> Answer:
        return page_of(service.tickets(), query)


class OfficeTakeBackTicket(
    OfficeView, at="office/tickets/<player:ticket_id>/take-back/", writing_right="end_premium"
):
    """Take back a ticket that nobody has redeemed. Right `end_premium`."""

    post = act_on(service.take_back_ticket, answers=OfficeTicketShape)
