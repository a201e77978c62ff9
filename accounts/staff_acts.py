"""Acts of the staff outside the office: told here, and written down there in the same transaction.

The staff's log belongs to the back office, which lies above the apps; it listens.
"""

from collections.abc import Mapping
from typing import Any

from django.dispatch import Signal

from accounts.models import Player

# Sent with what `tell_log` takes. Whoever listens and fails undoes the act with its transaction.
staff_acted = Signal()


def tell_log(
    *,
    by: Player,
    act: str,
    subject: str = "",
    reason: str = "",
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    """To be called in the transaction of the act. Numbers and names only, never a secret."""
    facts = {"subject": subject, "reason": reason, "before": before, "after": after}
    staff_acted.send(sender=None, by=by, act=act, **facts)
