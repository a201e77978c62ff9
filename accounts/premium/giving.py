"""Giving premium time: by an operator, by a prize, or for a ticket; each gift once."""

import datetime as dt
import secrets

from django.db import transaction
from django.utils import timezone

from accounts.interest import require_may
from accounts.models import Membership, Player, PremiumTicket
from web.finding import or_raise
from web.refusals import Refused

DAYS_MAX = 3660
# No letters and digits that are mistaken for each other.
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_CHARS = 12


@transaction.atomic
def grant_premium(
    *, player: Player, days: int, key: str, granted_by: Player | None = None, note: str = ""
) -> Membership:
    """Premium for so many days, after what the player has already; once per key.

    Raises Refused(out_of_range): not between one day and ten years.
    """
    require_days(days)
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    earlier = Membership.objects.filter(key=key).first()
    if earlier is not None:
        return earlier
    last = player.memberships.order_by("-ends_at").first()
    now = timezone.now()
    starts_at = max(now, last.ends_at) if last else now
    return Membership.objects.create(
        player=player,
        key=key,
        starts_at=starts_at,
        ends_at=starts_at + dt.timedelta(days=days),
        granted_by=granted_by,
        note=note,
    )


@transaction.atomic
def end_premium(*, player: Player) -> dt.datetime | None:
    """Take away what is left of a membership, from now on.

    Returns until when it would have lasted, None when nothing was left.
    """
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    now = timezone.now()
    left = player.memberships.filter(ends_at__gt=now)
    until = left.order_by("-ends_at").values_list("ends_at", flat=True).first()
    left.filter(starts_at__gte=now).delete()
    left.update(ends_at=now)
    return until


def issue_ticket(
    *,
    days: int,
    issued_by: Player | None = None,
    note: str = "",
    expires_at: dt.datetime | None = None,
) -> PremiumTicket:
    """A ticket with a new code, for whoever redeems it first."""
    require_days(days)
    return PremiumTicket.objects.create(
        code=new_code(), days=days, issued_by=issued_by, note=note, expires_at=expires_at
    )


@transaction.atomic
def redeem_ticket(*, player: Player, code: str) -> Membership:
    """Turn a ticket into premium time. Redeeming one's own ticket again changes nothing.

    Also when staff have taken away what it gave: a ticket gives once.

    Raises Refused(ticket_unknown | ticket_redeemed | ticket_expired | conflict_of_interest).
    """
    ticket = PremiumTicket.objects.select_for_update().filter(code=plain_code(code)).first()
    if ticket is None:
        raise Refused("ticket_unknown")
    require_may(player, "redeem_ticket", "ticket", ticket)
    key = f"ticket:{ticket.pk}"
    if ticket.redeemed_at is not None:
        return or_raise(player.memberships.filter(key=key).first(), Refused("ticket_redeemed"))
    now = timezone.now()
    if ticket.expires_at is not None and ticket.expires_at <= now:
        raise Refused("ticket_expired", day=timezone.localdate(ticket.expires_at).isoformat())
    ticket.redeemed_by, ticket.redeemed_at = player, now
    ticket.save(update_fields=("redeemed_by", "redeemed_at"))
    return grant_premium(player=player, days=ticket.days, key=key, note=ticket.note)


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_CHARS))


def plain_code(text: str) -> str:
    """A code as it is stored, however it was typed."""
    return "".join(letter for letter in text.upper() if letter in CODE_LETTERS)


def require_days(days: int, field: str = "days") -> None:
    """Raises Refused(out_of_range): not between one day and ten years."""
    if not 1 <= days <= DAYS_MAX:
        raise Refused("out_of_range", field=field, value=days, least=1, most=DAYS_MAX)
