"""Using tickets: to enter with, to aim at a tournament, to pay out when they lapse."""

import datetime as dt

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.books.posting import post_transfers
from accounts.models import Player
from accounts.notices.telling import tell
from games.moves.errors import Conflict, NotAllowed
from tournaments.entries.entering import enter_tournament
from tournaments.entries.teams import require_team
from tournaments.models import Ticket, TicketState
from tournaments.models.tournaments import LIVE_PHASES
from tournaments.running.live import lock_tournament
from tournaments.selectors.seats import own_entry
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
    if own_entry(tournament_id, player) is not None:
        return False
    ticket = Ticket.objects.select_for_update().filter(pk=ticket_id, player=player).first()
    if ticket is None or ticket.state != TicketState.VALID or ticket.valid_until <= database_now():
        raise NotAllowed("ticket_not_yours", ticket=ticket_id)
    if not admits(ticket, live.row):
        raise Conflict("ticket_not_here", ticket=ticket_id, tournament=tournament_id)
    require_team(live, team)
    post_transfers([taken(ticket)])
    entry = enter_tournament(tournament_id=tournament_id, player=player, team=team, seed=seed)
    ticket.state, ticket.used_for, ticket.ended_at = TicketState.USED, entry, timezone.now()
    ticket.save(update_fields=("state", "used_for", "ended_at"))
    return True


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
