"""What all processes of the house remember together for a while: in PostgreSQL, or in Redis.

What lies here are counts of sign-ins and codes used up. Without Redis, and while Redis is away,
they lie in a table that web processes alone may read and write, so that a limit is one for the
house and a code is used up for all.
"""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.db import DatabaseCache
from django.core.cache.backends.redis import RedisCache
from django.utils.crypto import salted_hmac

# Who is away is not asked again before so long: a page shall not wait for it each time.
REST_SECONDS = 5.0
ANSWER_SECONDS = 0.5
TABLE = "accounts_cacheentry"
# Old entries are swept out beyond so many; far more than a house has signing in within an hour.
ENTRIES_MAX = 10_000

log = logging.getLogger(__name__)


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
        "BACKEND": "config.cache.SteadyCache",
        "LOCATION": url,
        "OPTIONS": {
            "socket_connect_timeout": ANSWER_SECONDS,
            "socket_timeout": ANSWER_SECONDS,
            # Once more for a connection that Redis has closed meanwhile, and not a second longer.
            "retry": Retry(NoBackoff(), 1),
        },
    }


class SteadyCache(RedisCache):
    """Redis, or PostgreSQL while Redis is away."""

    asks_again = 0.0  # for all threads: each has its own object of this class

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._table = DatabaseCache(TABLE, {**params, "OPTIONS": {"MAX_ENTRIES": ENTRIES_MAX}})

    def _with(self, redis: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """What Redis answers to one of its methods, or what the table answers to the same."""
        from redis.exceptions import RedisError

        if time.monotonic() >= SteadyCache.asks_again:
            try:
                return redis(self, *args, **kwargs)
            except RedisError as error:
                SteadyCache.asks_again = time.monotonic() + REST_SECONDS
                log.warning("Redis is away as a cache: %s", error)
        return getattr(self._table, redis.__name__)(*args, **kwargs)


def _or_table(redis: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: SteadyCache, *args: Any, **kwargs: Any) -> Any:
        return self._with(redis, *args, **kwargs)

    return method


for _name in (
    *("add", "get", "set", "touch", "delete", "get_many", "has_key", "incr", "set_many"),
    *("delete_many", "clear"),
):
    setattr(SteadyCache, _name, _or_table(getattr(RedisCache, _name)))
