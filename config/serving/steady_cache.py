"""A cache in Redis that goes on in PostgreSQL while Redis is away."""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.db import DatabaseCache
from django.core.cache.backends.redis import RedisCache

from config.cache import ENTRIES_MAX, TABLE

# Who is away is not asked again before so long: a page shall not wait for it each time.
REST_SECONDS = 5.0

log = logging.getLogger(__name__)


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
