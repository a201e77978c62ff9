"""How often something may be done: counted in PostgreSQL, exact across all processes.

One statement counts and tells the count, so that of a thousand requests at once exactly as many
pass as may. Callers are stored as keyed digests: no address of anybody lies in the table.
"""

import ipaddress
import time
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from rest_framework.request import Request

from web.database import sql
from web.refusals import Refused

HIT = """
WITH this AS (
  SELECT to_timestamp(floor(extract(epoch FROM clock_timestamp()) / %(seconds)s) * %(seconds)s)
         AS started_at
)
INSERT INTO accounts_ratewindow AS w (scope, subject, started_at, hits)
SELECT %(scope)s, %(subject)s, started_at, 1 FROM this
ON CONFLICT (scope, subject, started_at) DO UPDATE SET hits = w.hits + 1
RETURNING hits,
  ceil(extract(epoch FROM started_at) + %(seconds)s - extract(epoch FROM clock_timestamp()))::int
"""
COUNT = """
SELECT coalesce(max(hits), 0) FROM accounts_ratewindow
WHERE scope = %(scope)s AND subject = %(subject)s
  AND started_at > clock_timestamp() - make_interval(secs => %(seconds)s)
"""
GIVE_BACK = """
UPDATE accounts_ratewindow SET hits = greatest(hits - 1, 0)
WHERE scope = %(scope)s AND subject = %(subject)s
  AND started_at > clock_timestamp() - make_interval(secs => %(seconds)s)
"""
FORGET = """
DELETE FROM accounts_ratewindow
WHERE scope = %(scope)s AND started_at < clock_timestamp() - make_interval(secs => %(seconds)s)
"""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` per caller in each window of `seconds`."""

    scope: str
    most: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left of a limit, as the RateLimit headers say it."""

    limit: Limit
    left: int
    reset_seconds: int

    def headers(self) -> dict[str, str]:
        limit = self.limit
        return {
            "RateLimit-Policy": f'"{limit.scope}";q={limit.most};w={limit.seconds}',
            "RateLimit": f'"{limit.scope}";r={self.left};t={self.reset_seconds}',
        }


# A club plays behind one address, so this is generous.
GUESTS = Limit("guests", most=settings.GUESTS_PER_HOUR_MAX, seconds=3600)
# Whoever loses what many guests were given to one friend mints chips; there are only so many.
WELCOMES = Limit("welcomes", most=settings.WELCOMES_PER_DAY_MAX, seconds=86_400)
OWN_DATA = Limit("own_data", most=5, seconds=3600)
# Who is called otherwise every hour is nobody whom others can know again, mute or report.
NAMES = Limit("names", most=5, seconds=86_400)
TABLES = Limit("tables", most=60, seconds=3600)
# Who sits down and gets up again moves chips twice, which stand in the books for ever.
LEFT_SEATS = Limit("left_seats", most=60, seconds=3600)
TOKENS = Limit("tokens", most=30, seconds=3600)
# Codes are long enough that this makes guessing one hopeless.
TICKETS = Limit("tickets", most=20, seconds=3600)


def spend(limit: Limit, subject: str) -> Allowance:
    """Count one more by this caller; to be called outside the transaction of the work itself.

    Raises Refused(rate_limited): with when to try again.
    """
    hits, reset_seconds = note(limit, subject)
    if hits > limit.most:
        raise _too_often(limit, reset_seconds)
    return Allowance(limit, limit.most - hits, max(0, reset_seconds))


def note(limit: Limit, subject: str) -> tuple[int, int]:
    """Count one more and refuse nothing: how many there are, and seconds until it begins anew."""
    values = _values(limit, subject)
    hits, reset_seconds = sql.row(HIT, values)
    if hits == 1:  # the first of a new window sweeps up behind the old ones
        sql.run(FORGET, values)
    return hits, reset_seconds


def is_welcomed(request: Request | HttpRequest) -> bool:
    """Whether somebody new from there is still given chips; counts one more."""
    return note(WELCOMES, address_of(request))[0] <= WELCOMES.most


def count(limit: Limit, subject: str) -> int:
    """How many there are, without counting one; the fuller of the windows within reach."""
    (hits,) = sql.row(COUNT, _values(limit, subject))
    return int(hits)


def require_left(limit: Limit, subject: str) -> None:
    """Raises Refused(rate_limited) where nothing is left of a limit that something else counts."""
    if count(limit, subject) >= limit.most:
        raise _too_often(limit, limit.seconds - int(time.time()) % limit.seconds)


def _too_often(limit: Limit, reset_seconds: int) -> Refused:
    return Refused(
        "rate_limited",
        limit=limit.scope,
        most=limit.most,
        window_seconds=limit.seconds,
        retry_after_seconds=max(1, reset_seconds),
    )


def give_back(limit: Limit, subject: str) -> None:
    """Take back what was counted for something that should not count."""
    sql.run(GIVE_BACK, _values(limit, subject))


def _values(limit: Limit, subject: str) -> dict[str, str | int]:
    digest = salted_hmac("web.security.limits", subject, algorithm="sha256").hexdigest()
    return {"scope": limit.scope, "subject": digest, "seconds": limit.seconds}


def address_of(request: Request | HttpRequest) -> str:
    """The caller's address, as `network_of` counts it."""
    return network_of(str(request.META.get("REMOTE_ADDR", "")))


def network_of(address: str, *, bits: int = 64) -> str:
    """The address; of IPv6 the network of so many bits, since a caller owns all of it.

    What is no address, as whoever stands behind a proxy may write it, is one caller's: nobody.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:  # IPv4 on a socket that takes both
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, bits), strict=False))
