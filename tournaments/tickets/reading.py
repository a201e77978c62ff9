"""A player's tickets, and which of them admit to a tournament."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Player
from tournaments.models import Ticket, TicketState, Tournament

SHOWN_MAX = 40


@dataclass(frozen=True, slots=True)
class TicketRow:
    """A ticket as its owner sees it. `for_name` is where it admits to, "" for any that costs no
    more than its value; `tournament` where it was used or may be."""

    id: int
    value_chips: int
    state: str
    for_name: str
    tournament: int | None
    won_in: int | None
    won_in_name: str
    valid_until: dt.datetime
    created_at: dt.datetime


def tickets_of(player: Player) -> list[TicketRow]:
    """Valid ones first, then what has become of the others."""
    own = _of(player)
    valid = own.filter(state=TicketState.VALID).order_by("valid_until", "pk")[:SHOWN_MAX]
    ended = own.exclude(state=TicketState.VALID).order_by("-pk")[:SHOWN_MAX]
    return [_row(ticket) for ticket in (*valid, *ended)][:SHOWN_MAX]


def usable(tournament: Tournament, player: Player) -> list[TicketRow]:
    """Those the player could enter this tournament with, the first to lapse first."""
    valid = _of(player).filter(state=TicketState.VALID, valid_until__gt=timezone.now())
    return [_row(ticket) for ticket in valid.order_by("valid_until") if admits(ticket, tournament)]


def _of(player: Player) -> QuerySet[Ticket]:
    rows = Ticket.objects.filter(player=player)
    return rows.select_related("admits_to", "admits_recurring", "won_in", "used_for__tournament")


def admits(ticket: Ticket, tournament: Tournament) -> bool:
    if ticket.admits_to_id is not None:
        return ticket.admits_to_id == tournament.pk
    if ticket.admits_recurring_id is not None:
        return ticket.admits_recurring_id == tournament.recurring_id
    plan = tournament.plan
    price: int = plan.get("buy_in_chips", 0) + plan.get("fee_chips", 0)
    return 0 < price <= ticket.value_chips


def _row(ticket: Ticket) -> TicketRow:
    target = ticket.admits_to
    if ticket.used_for is not None:
        target = ticket.used_for.tournament
    recurring = ticket.admits_recurring
    name = target.name if target else recurring.name if recurring else ""
    return TicketRow(
        id=ticket.pk,
        value_chips=ticket.value_chips,
        state=ticket.state,
        for_name=name,
        tournament=target.pk if target else None,
        won_in=ticket.won_in_id,
        won_in_name=ticket.won_in.name if ticket.won_in else "",
        valid_until=ticket.valid_until,
        created_at=ticket.created_at,
    )
