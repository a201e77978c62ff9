"""Tickets for premium that staff hand out: prizes and gifts, for whoever redeems them first."""

import datetime as dt

from django.db.models import QuerySet
from django.utils import timezone

from accounts.interest import concerns, concerns_nobody
from accounts.models import Player, PremiumTicket
from accounts.premium.giving import issue_ticket, require_days
from backoffice.people.premium import NOTE_CHARS
from backoffice.team.staff_log import record, require_reason
from web.finding import or_raise
from web.refusals import Refused


def tickets() -> QuerySet[PremiumTicket]:
    return PremiumTicket.objects.select_related("issued_by", "redeemed_by").order_by("-id")


@concerns_nobody
def give_ticket(
    *, days: int, reason: str, by: Player, valid_days: int | None = None
) -> PremiumTicket:
    """A ticket for so many days of premium; without `valid_days` it is good until redeemed.

    Raises Refused(reason_missing | out_of_range).
    """
    words, until = require_reason(reason), None
    if valid_days is not None:
        require_days(valid_days, "valid_days")
        until = timezone.now() + dt.timedelta(days=valid_days)
    note = words[:NOTE_CHARS]
    given = issue_ticket(days=days, issued_by=by, note=note, expires_at=until)
    after = {"days": days, "until": until and until.isoformat()}
    record(by=by, act="ticket_given", subject=f"ticket:{given.pk}", reason=words, after=after)
    return given


@concerns("ticket", "ticket_id")
def take_back_ticket(*, ticket_id: int, reason: str, by: Player) -> PremiumTicket:
    """Nobody redeems it any more; a used one is why somebody is a member, and stays.

    Raises Refused(reason_missing | ticket_unknown | ticket_redeemed).
    """
    words = require_reason(reason)
    found = PremiumTicket.objects.select_for_update(of=("self",)).filter(pk=ticket_id).first()
    ticket = or_raise(found, Refused("ticket_unknown"))
    if ticket.redeemed_at is not None:
        raise Refused("ticket_redeemed")
    PremiumTicket.objects.filter(pk=ticket.pk).delete()
    before = {"days": ticket.days}
    subject = f"ticket:{ticket.pk}"
    record(by=by, act="ticket_taken_back", subject=subject, reason=words, before=before)
    return ticket
