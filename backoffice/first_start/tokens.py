"""What opens the first page: a token that is told at the console once, and kept as a hash."""

import datetime as dt
import hashlib
import hmac
import secrets

from django.utils import timezone

from accounts.models import Player
from backoffice.models import FirstStart
from web.addresses import absolute
from web.security.limits import Limit

GOOD_FOR = dt.timedelta(hours=24)
TRIES = Limit("first_start", most=20, seconds=600)
PATH = "/setup/"


def issue_token() -> str:
    """A new token, which takes the place of the last one; only the owner of the tables may.

    Raises ValueError where the house has an owner.
    """
    if Player.objects.using("owner").filter(is_superuser=True).exists():
        raise ValueError("the house has an owner")
    text = secrets.token_urlsafe(32)
    FirstStart.objects.using("owner").update_or_create(
        number=1,
        defaults={
            "digest": digest_of(text),
            "until": timezone.now() + GOOD_FOR,
            "done_at": None,
            "owner": None,
        },
    )
    return text


def address_with(token: str, *, base: str = "") -> str:
    """Where the token opens the page. What follows the # is sent to no server and stands in no log.

    `base` is the house's address, where it is not the one of the settings.
    """
    return f"{base.rstrip('/') or absolute('')}{PATH}#{token}"


def waits_for_its_token() -> bool:
    """Whether one that was told is still good: a house that starts anew tells no other."""
    kept = FirstStart.objects.using("owner").filter(done_at=None, until__gt=timezone.now())
    return kept.exists()


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def is_good(digest: str) -> bool:
    """Whether this is the hash of the token that opens the page now."""
    kept = FirstStart.objects.filter(done_at=None, until__gt=timezone.now()).first()
    return kept is not None and hmac.compare_digest(kept.digest.encode(), digest.encode())
