"""A ticket's chips: put aside when it is won, and again when what it paid for is undone.

Prizes and refunds go to the wallet like everybody's; a ticket's worth is moved on from there in
the same transaction, so that pool and prizes add up as if there were no tickets.
"""

import datetime as dt
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.books.posting import account_id_of, post_transfers
from accounts.ledger import AccountKind, InsufficientChips, TransferKind, TransferPlan
from accounts.notices.telling import tell
from tournaments.director.commands import PayPrize
from tournaments.models import Entry, Ticket, TicketState
from tournaments.running.live import LiveTournament

VALID_FOR = dt.timedelta(days=90)


def issue_tickets(live: LiveTournament, prizes: Sequence[PayPrize]) -> None:
    """Tickets for those whose prize is one, out of what was paid to their wallets (PLAY-44).

    A bot keeps the chips: it could not use the ticket.
    """
    won = {prize.entry for prize in prizes if prize.ticket}
    if not won:
        return
    winners = Entry.objects.filter(pk__in=won, player__is_bot=False).order_by("number")
    made = Ticket.objects.bulk_create(
        Ticket(
            player_id=entry.player_id,
            value_chips=live.plan.prizes.ticket_chips,
            admits_to_id=live.row.feeds_id,
            admits_recurring_id=live.row.feeds_recurring_id,
            won_in=live.row,
            key=f"{live.ref}:{entry.pk}",
            valid_until=timezone.now() + VALID_FOR,
        )
        for entry in winners
    )
    post_transfers([aside(ticket) for ticket in made])
    for ticket in made:
        facts = {"name": live.row.name, "chips": ticket.value_chips}
        tell(player=ticket.player, kind="ticket_won", facts=facts, key=f"won:{ticket.ref}")


def make_valid_again(entries: Iterable[int]) -> None:
    """Tickets whose entries were refunded admit once more; their chips are put aside again.

    Whoever has spent them in the meantime keeps what the refund brought, without the ticket; so
    does a replacement, who was refunded in the place of the ticket's owner.
    """
    used = Ticket.objects.select_for_update(of=("self",)).filter(
        used_for__in=list(entries), used_for__player=F("player"), state="used"
    )
    for ticket in used.order_by("pk"):
        ticket.turns += 1
        try:
            with transaction.atomic():
                post_transfers([aside(ticket)])
        except InsufficientChips:
            continue
        ticket.state, ticket.used_for, ticket.ended_at = TicketState.VALID, None, None
        ticket.save(update_fields=("state", "used_for", "ended_at", "turns"))


def aside(ticket: Ticket) -> TransferPlan:
    """From the wallet to the ticket."""
    return _between(ticket, TransferKind.HOLD, ticket.value_chips)


def taken(ticket: Ticket) -> TransferPlan:
    """From the ticket to the wallet."""
    return _between(ticket, TransferKind.RELEASE, -ticket.value_chips)


def _between(ticket: Ticket, kind: TransferKind, chips: int) -> TransferPlan:
    wallet = account_id_of(kind=AccountKind.WALLET, player_id=ticket.player_id)
    held = account_id_of(kind=AccountKind.HOLD, ref=ticket.ref)
    return TransferPlan.of(
        key=f"{kind.value}:{ticket.ref}:{ticket.turns}",
        kind=kind,
        postings=[(wallet, -chips), (held, chips)],
        memo={"ticket": ticket.pk},
    )
