"""The tickets' audit: a valid ticket's worth lies aside, any other's is gone from there."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.audit import Fault, Figure, audit_check
from tournaments.models import Ticket
from web.database.statements import rows

_CHIPS = """
SELECT t.id, t.state, t.value_chips, coalesce(a.balance, 0)
FROM tournaments_ticket t
LEFT JOIN chip_account a ON a.kind = 'hold' AND a.ref = 'ticket:' || t.id
WHERE coalesce(a.balance, 0) <> CASE WHEN t.state = 'valid' THEN t.value_chips ELSE 0 END
"""


@audit_check("tickets")
def check_tickets() -> Iterator[Figure | Fault]:
    yield Figure("tickets", Ticket.objects.count())
    for ticket, state, value, held in rows(_CHIPS):
        facts = {"state": state, "value": value, "held": held}
        yield Fault("ticket_chips_differ", f"ticket {ticket}", facts)
