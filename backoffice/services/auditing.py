"""Having the books audited by a worker; what it finds is stored when it is done."""

from __future__ import annotations

from kombu.exceptions import OperationalError as BrokerAway

from accounts.models import Player
from accounts.refusals import Refused
from backoffice.services.staff_log import record
from backoffice.tasks import audit_books


def ask_for_audit(*, by: Player) -> None:
    """Raises Refused(queue_away)."""
    try:
        audit_books.delay()
    except (BrokerAway, OSError):
        raise Refused("queue_away") from None
    record(by=by, act="audit_asked")
