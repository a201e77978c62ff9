"""Using tickets: to enter with, to aim at a tournament, to pay out when they lapse."""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.books.posting import post_transfers
from accounts.models import Player
from accounts.notices.telling import tell
from games.moves.errors import Conflict, NotAllowed
from tournaments.entries.asking import require_team
from tournaments.entries.entering import enter_tournament
from tournaments.models import Entry, Series, Ticket, TicketState, Tournament
from tournaments.models.tournaments import LIVE_PHASES
from tournaments.running.live import lock_tournament
from tournaments.tickets.chips import taken
from tournaments.tickets.reading import admits
from web.database.database_time import database_now

LAPSE_MAX = 200


@transaction.atomic
def enter_with_ticket(
    *, tournament_id: int, player: Player, ticket_id: int, team: str = "", seed: str = ""
) -> bool:
    """Enter for a ticket instead of chips; False when the player is in already.

    What the ticket is worth beyond the entry stays in the wallet.

    Raises:
        NotAllowed(ticket_not_yours): unknown, somebody else's, used or lapsed.
        Conflict(ticket_not_here): it admits to another tournament.
        Refused: as `enter_tournament`.
    """
    live = lock_tournament(tournament_id)
    own = Entry.objects.filter(tournament_id=tournament_id, player=player)
    if own.entered().exists():
        return False
    ticket = Ticket.objects.select_for_update().filter(pk=ticket_id, player=player).first()
    if ticket is None or ticket.state != TicketState.VALID or ticket.valid_until <= database_now():
        raise NotAllowed("ticket_not_yours", ticket=ticket_id)
    if not admits(ticket, live.row):
        raise Conflict("ticket_not_here", ticket=ticket_id, tournament=tournament_id)
    team = require_team(live, team)
    post_transfers([taken(ticket)])
    entry = enter_tournament(tournament_id=tournament_id, player=player, team=team, seed=seed)
    ticket.state, ticket.used_for, ticket.ended_at = TicketState.USED, entry, timezone.now()
    ticket.save(update_fields=("state", "used_for", "ended_at"))
    return True


def aim_tickets(
    *, tournament_id: int, feeds: Tournament | None = None, feeds_series: Series | None = None
) -> None:
    """Say where the tickets of a satellite admit to; with neither, to whatever costs no more."""
    Tournament.objects.filter(pk=tournament_id).update(feeds=feeds, feeds_series=feeds_series)


def pay_out_lapsed_tickets(*, now: dt.datetime | None = None) -> int:
    """Tickets that are too old, or whose tournament is over: their chips go to the wallet."""
    now = now or timezone.now()
    gone = Q(valid_until__lte=now) | (
        Q(admits_to__isnull=False) & ~Q(admits_to__phase__in=LIVE_PHASES)
    )
    lapsed = Ticket.objects.filter(gone, state=TicketState.VALID).values_list("pk", flat=True)
    return sum(_pay_out(ticket_id) for ticket_id in list(lapsed[:LAPSE_MAX]))


@transaction.atomic
def _pay_out(ticket_id: int) -> bool:
    ticket = (
        Ticket.objects.select_for_update(of=("self",))
        .select_related("player")
        .filter(pk=ticket_id, state=TicketState.VALID)
        .first()
    )
    if ticket is None:
        return False  # somebody was quicker
    post_transfers([taken(ticket)])
    ticket.state, ticket.ended_at = TicketState.PAID_OUT, timezone.now()
    ticket.save(update_fields=("state", "ended_at"))
    facts = {"chips": ticket.value_chips}
    tell(player=ticket.player, kind="ticket_paid_out", facts=facts, key=f"paid out:{ticket.ref}")
    return True
