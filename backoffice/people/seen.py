"""Where players sign in from, kept as keyed digests: whether two are alike can be told, no more."""

import datetime as dt
import ipaddress
from typing import Any

from django.conf import settings
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.signing_in.at_the_door import device_of
from backoffice.models import Seen, SeenKind
from web.database import sql
from web.security.limits import network_of

# From where more people sign in is a club's place, not a household's.
HOUSEHOLD_MOST = 4
HOUSEHOLD_BITS = 56  # of IPv6: the network that a household is given

_SEE = """
INSERT INTO player_seen (player_id, kind, digest, first_at, last_at, times)
SELECT %s, kind, digest, now(), now(), 1 FROM unnest(%s::text[], %s::text[]) AS s (kind, digest)
ON CONFLICT (player_id, kind, digest) DO UPDATE
SET last_at = now(), times = player_seen.times + 1
"""


def remember_sign_in(*, player_id: int, request: HttpRequest) -> None:
    """Keep the device, browser and network of a sign-in, as far as the request names them."""
    found = digests_of(request)
    if not found:
        return
    kinds, digests = zip(*found.items(), strict=True)
    sql.run(_SEE, [player_id, list(kinds), list(digests)])


def digests_of(request: HttpRequest) -> dict[str, str]:
    """By kind: digests of the device's cookie, of network and browser together, of the network."""
    device, _players = device_of(request)
    found = {SeenKind.DEVICE.value: _digest(device)} if device else {}
    address = str(request.META.get("REMOTE_ADDR", ""))
    try:
        ipaddress.ip_address(address)
    except ValueError:
        return found  # all whom a proxy calls "unknown" would share one place
    network = network_of(address, bits=HOUSEHOLD_BITS)
    agent = str(request.META.get("HTTP_USER_AGENT", ""))[:400]
    languages = str(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))[:100]
    return found | {
        SeenKind.NETWORK.value: _digest(network),
        SeenKind.BROWSER.value: _digest(f"{network}\n{agent}\n{languages}"),
    }


def of_households(seen: QuerySet[Seen]) -> QuerySet[Any, Any]:
    """These places by `digest`, but those from which more `people` sign in than live together."""
    by_place = seen.values("digest").annotate(people=Count("player_id"))
    return by_place.filter(people__lte=HOUSEHOLD_MOST)


def forget_old_places(*, now: dt.datetime | None = None) -> int:
    """Drop what was not seen again for long."""
    before = (now or timezone.now()) - dt.timedelta(days=settings.KEEP_SIGN_INS_DAYS)
    deleted, _by_model = Seen.objects.filter(last_at__lt=before).delete()
    return deleted


def _digest(text: str) -> str:
    return str(salted_hmac("backoffice.seen", text, algorithm="sha256").hexdigest())[:32]
