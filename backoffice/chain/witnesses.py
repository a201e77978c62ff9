"""The chain's head is told, once a day, to whoever may run an audit; by mail it leaves the house.

Whoever rewrites the books and seals them anew cannot reach what lies in those people's mailboxes.
"""

import datetime as dt

from django.utils import timezone

from accounts.models import Notice, Player
from accounts.notices.kinds import KINDS
from accounts.notices.telling import tell
from backoffice.chain.sealing import head

KIND = "chain_head"


def tell_witnesses(*, day: dt.date | None = None) -> int:
    """How many were told now: nobody twice a day, nor of a head that they have been told of."""
    link = head()
    if link is None:
        return 0
    facts = {"number": link.number, "hash": link.hash}
    key = f"chain:{day or timezone.localdate()}"
    told = 0
    for player in Player.objects.filter(is_staff=True, is_active=True).order_by("pk"):
        if not KINDS[KIND].concerns(player):
            continue
        last = Notice.objects.filter(player=player, kind=KIND).order_by("-pk").first()
        if last is not None and last.facts["number"] == link.number:
            continue
        told += tell(player=player, kind=KIND, facts=facts, key=key) is not None
    return told
