"""Redis as a cache that may be away: then each process remembers by itself, as it does without one.

What lies here are counts of sign-ins and codes used up. While Redis is away limits hold within
each process, so nobody is turned away for it and nobody may guess on; no page asks for more.
"""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

# Who is away is not asked again before so long: a page shall not wait for it each time.
REST_SECONDS = 5.0
ANSWER_SECONDS = 0.5
WHILE_AWAY = "while Redis is away"

log = logging.getLogger(__name__)


def cache_settings(url: str) -> dict[str, Any]:
    """Django's setting for the cache; without an address, each process's own memory."""
    if not url:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    from redis.backoff import NoBackoff  # a large library, which few houses need
    from redis.retry import Retry

    return {
        "BACKEND": "config.cache.SteadyCache",
        "LOCATION": url,
        "KEY_PREFIX": "jeton",
        "OPTIONS": {
            "socket_connect_timeout": ANSWER_SECONDS,
            "socket_timeout": ANSWER_SECONDS,
            # Once more for a connection that Redis has closed meanwhile, and not a second longer.
            "retry": Retry(NoBackoff(), 1),
        },
    }


class SteadyCache(RedisCache):
    """Redis, or this process's memory while Redis is away."""

    asks_again = 0.0  # for all threads: each has its own object of this class

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._memory = LocMemCache(WHILE_AWAY, {**params, "OPTIONS": {}})

    def _with(self, redis: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """What Redis answers to one of its methods, or what the memory answers to the same."""
        from redis.exceptions import RedisError

        if time.monotonic() >= SteadyCache.asks_again:
            try:
                return redis(self, *args, **kwargs)
            except RedisError as error:
                SteadyCache.asks_again = time.monotonic() + REST_SECONDS
                log.warning("Redis is away as a cache: %s", error)
        return getattr(self._memory, redis.__name__)(*args, **kwargs)


def _or_memory(redis: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: SteadyCache, *args: Any, **kwargs: Any) -> Any:
        return self._with(redis, *args, **kwargs)

    return method


for _name in (
    *("add", "get", "set", "touch", "delete", "get_many", "has_key", "incr", "set_many"),
    *("delete_many", "clear"),
):
    setattr(SteadyCache, _name, _or_memory(getattr(RedisCache, _name)))
