"""Who is let in at the play door: odd cookies, odd secrets, and when a token was last used."""

import asyncio
import datetime as dt
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.joining.players import create_guest
from accounts.models import ApiToken
from accounts.programs.tokens.issuing import issue_token
from accounts.programs.tokens.look_up import LOOK_UP, USED_AFTER, asked
from games.live.http import Request, is_our_host
from games.live.identity import VISITOR, Doorkeeper
from web.security.csrf import is_from_our_pages

ODD_KEYS = ('"\\000aaaaaaaaaaaa"', "x" * 100_000, "UPPERCASE", "short", "\xe9" * 32)


SECRET = "a" * 32


@pytest.mark.parametrize(
    ("headers", "ours"),
    [
        ({"X-CSRFToken": SECRET}, True),
        ({"X-CSRFToken": SECRET, "Origin": "http://cards.example"}, True),
        ({"X-CSRFToken": SECRET, "Sec-Fetch-Site": "same-origin"}, True),
        ({}, False),
        ({"X-CSRFToken": "b" * 32}, False),
        ({"X-CSRFToken": SECRET, "Origin": "http://evil.example"}, False),
        ({"X-CSRFToken": SECRET, "Origin": "null"}, False),
        ({"X-CSRFToken": SECRET, "Sec-Fetch-Site": "cross-site"}, False),
        ({"X-CSRFToken": SECRET, "Sec-Fetch-Site": "same-site"}, False),
        *(
            ({"X-CSRFToken": sent}, False)
            for sent in ("!" * 64, "\xe9" * 64, "!" * 32, "", "a" * 33)
        ),
    ],
)
def test_both_doors_believe_the_same_writes_of_browsers(
    headers: dict[str, str], ours: bool, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["cards.example"]
    cookie = f"{settings.CSRF_COOKIE_NAME}={SECRET}"
    sent = {"Host": "cards.example", "Cookie": cookie, **headers}
    play = Request(
        "POST",
        {name.lower().encode(): value.encode("latin-1") for name, value in sent.items()},
        b"",
        "",
    )
    pages = RequestFactory().post("/", headers=sent)
    assert is_from_our_pages(play.for_django(play.cookies())) is ours
    assert is_from_our_pages(pages) is ours


@pytest.mark.parametrize("kept", ["", "!" * 32, "\xe9" * 32, "a" * 31])
def test_a_cookie_that_holds_no_secret_opens_nothing(kept: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["cards.example"]
    play = Request("POST", {b"host": b"cards.example", b"x-csrftoken": SECRET.encode()}, b"", "")
    assert not is_from_our_pages(play.for_django({settings.CSRF_COOKIE_NAME: kept}))


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("cards.example", True),
        ("cards.example:8000", True),
        ("CARDS.example", True),
        ("evil.example", False),
        ("cards.example.evil.example", False),
        ("cards.example, evil.example", False),
        ("cards.example@evil.example", False),
        ("", False),
        ("\xe9", False),
    ],
)
def test_only_our_own_names_are_answered_to(host: str, ours: bool, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["cards.example"]
    is_our_host.cache_clear()
    assert is_our_host(host) is ours
    is_our_host.cache_clear()


@pytest.mark.parametrize("key", ODD_KEYS)
def test_what_is_no_session_key_is_neither_looked_up_nor_remembered(key: str) -> None:
    no_database: Any = None
    door = Doorkeeper(no_database)
    cookie = f"{settings.SESSION_COOKIE_NAME}={key}".encode("latin-1")
    request = Request("GET", {b"cookie": cookie}, b"", "127.0.0.1")
    assert asyncio.run(door.identify(request)) == VISITOR
    assert not door._known


@pytest.mark.django_db(databases=["default", "owner"])
@pytest.mark.parametrize("key", ['"\\000aaaaaaaaaaaa"', "x" * 5_000, "short"])
def test_pages_take_an_odd_session_key_for_a_visit(key: str) -> None:
    visitor = Client(headers={"cookie": f"{settings.SESSION_COOKIE_NAME}={key}"})
    assert visitor.get("/wallet/").status_code == 302
    assert visitor.get("/").status_code == 200


@pytest.mark.django_db(databases=["default", "owner"])
def test_a_token_remembers_its_last_use_without_a_write_per_request() -> None:
    token, _ = issue_token(player=create_guest(), name="bot")

    def used(last: dt.datetime | None) -> dt.datetime | None:
        ApiToken.objects.update(last_used=last)
        with connection.cursor() as cursor:
            cursor.execute(LOOK_UP, asked(token.digest))
            assert cursor.fetchone() == (token.user_id, ["read", "play"], True)
        last_used: dt.datetime | None = ApiToken.objects.get().last_used
        return last_used

    now = timezone.now()
    assert used(None) is not None
    recent, long_ago = now - USED_AFTER / 2, now - 2 * USED_AFTER
    assert used(recent) == recent
    again = used(long_ago)
    assert again is not None
    assert again > long_ago
