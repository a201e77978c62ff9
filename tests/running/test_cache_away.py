"""Redis as a cache that dies: people sign in and out all the same, and limits hold."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client, override_settings

from accounts.models import Player
from config.cache import cache_settings
from config.serving.steady_cache import SteadyCache
from tests.running.brokers import Redis, a_broker
from tests.running.hurting import hanging

pytestmark = [
    pytest.mark.process,
    pytest.mark.django_db(databases=["default", "owner"]),
]
PASSWORD = "rummy-evening"


@pytest.fixture
def redis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Redis]:
    monkeypatch.setattr(SteadyCache, "asks_again", 0.0)
    with (
        a_broker(Redis, tmp_path) as redis,
        override_settings(CACHES={"default": cache_settings(redis.url)}),
    ):
        assert isinstance(redis, Redis)
        yield redis


def sign_in(name: str, password: str) -> int:
    answer = Client().post("/accounts/login/", {"login": name, "password": password})
    return answer.status_code


def test_signing_in_works_before_while_and_after_redis_is_away(redis: Redis, anna: Player) -> None:
    assert sign_in("Anna", PASSWORD) == 302
    redis.kill()
    assert sign_in("Anna", PASSWORD) == 302
    assert sign_in("Anna", "guessed") == 200
    redis.start()
    SteadyCache.asks_again = 0.0
    assert sign_in("Anna", PASSWORD) == 302
    cache.set("kept", "in Redis")
    assert SteadyCache.asks_again == 0.0


def test_while_redis_is_away_nobody_guesses_on(redis: Redis, anna: Player) -> None:
    """It is counted in PostgreSQL: five wrong guesses in five minutes are enough."""
    redis.kill()
    for _ in range(12):
        sign_in("Anna", "guessed")
    assert sign_in("Anna", PASSWORD) != 302


def test_a_redis_that_hangs_is_waited_for_once_and_not_for_each_answer(
    redis: Redis, anna: Player
) -> None:
    assert redis.process is not None
    cache.set("told", 1)
    with hanging(redis.process.pid):
        began = time.monotonic()
        for number in range(200):
            cache.set(str(number), number)
        assert cache.get("199") == 199
        assert time.monotonic() - began < 60, "not once for each"


@pytest.mark.parametrize("path", ["/", "/accounts/signup/", "/books/", "/readyz", "/lobby/"])
def test_no_page_fails_for_it(redis: Redis, path: str) -> None:
    redis.kill()
    assert Client().get(path, follow=True).status_code < 500
