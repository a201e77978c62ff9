"""What all processes of the house remember together for a while: in PostgreSQL, or in Redis.

What lies here are counts of sign-ins and codes used up. Without Redis, and while Redis is away,
they lie in a table that web processes alone may read and write, so that a limit is one for the
house and a code is used up for all.
"""

from typing import Any

from django.utils.crypto import salted_hmac

ANSWER_SECONDS = 0.5
TABLE = "accounts_cacheentry"
# Old entries are swept out beyond so many; far more than a house has signing in within an hour.
ENTRIES_MAX = 10_000


def sealed_key(key: str, prefix: str, version: int) -> str:
    """A digest: keys name addresses of people, which lie nowhere."""
    text = f"{prefix}:{version}:{key}"
    return str(salted_hmac("config.cache", text, algorithm="sha256").hexdigest())


def cache_settings(url: str) -> dict[str, Any]:
    """Django's setting for the cache; without an address, PostgreSQL."""
    shared: dict[str, Any] = {"KEY_PREFIX": "jeton", "KEY_FUNCTION": "config.cache.sealed_key"}
    if not url:
        return shared | {
            "BACKEND": "django.core.cache.backends.db.DatabaseCache",
            "LOCATION": TABLE,
            "OPTIONS": {"MAX_ENTRIES": ENTRIES_MAX},
        }
    from redis.backoff import NoBackoff  # a large library, which few houses need
    from redis.retry import Retry

    return shared | {
        "BACKEND": "config.serving.steady_cache.SteadyCache",
        "LOCATION": url,
        "OPTIONS": {
            "socket_connect_timeout": ANSWER_SECONDS,
            "socket_timeout": ANSWER_SECONDS,
            # Once more for a connection that Redis has closed meanwhile, and not a second longer.
            "retry": Retry(NoBackoff(), 1),
        },
    }
