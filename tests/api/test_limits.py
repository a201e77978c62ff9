"""Limits count in the database: of many at once exactly as many pass as may."""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import URLResolver

from accounts.books.reading import own_chips
from accounts.models import Player, RateWindow, Transfer
from config.api import urlpatterns
from games.forms.table import TableForm
from games.live import app as play_door
from games.models import Table
from web.refusals import Refused
from web.security import limits

from .client import Caller
from .playing import guest
from .test_openapi import document
from .test_repeats import at_once, committed, single

COUNTING = {"limits.spend", "self.views.spend", "self.place"}


@single
def test_guests_are_limited_by_address_and_told_when_to_return(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "GUESTS", replace(limits.GUESTS, most=2))
    first = Caller().post("/guests/")
    assert first.headers["RateLimit-Policy"] == '"guests";q=2;w=3600'
    assert first.headers["RateLimit"].startswith('"guests";r=1;t=')
    assert Caller().post("/guests/").status_code == 201
    refused = Caller().post("/guests/")
    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
    assert 1 <= int(refused.headers["Retry-After"]) <= 3600
    assert Player.objects.count() == 2


@single
def test_a_network_is_given_only_so_many_welcomes_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guests who lose theirs to one friend mint no end of chips; by signing up no more either."""
    monkeypatch.setattr(limits, "WELCOMES", replace(limits.WELCOMES, most=2))
    assert [Caller().post("/guests/").json()["balance"] for _ in range(3)] == [1_000, 1_000, 0]
    poor = Caller(Player.objects.latest("pk"))
    assert poor.post("/me/refill/").json()["code"] == "refill_tomorrow"
    Player.objects.filter(pk=Player.objects.latest("pk").pk).update(
        date_joined="2026-01-01T12:00:00Z"
    )
    assert poor.post("/me/refill/").status_code in (200, 201)
    page = Client().post("/play-as-guest/", follow=True, headers={"accept-language": "en"})
    assert "you begin without chips" in page.content.decode()
    form = {"username": "Berta", "password1": "rummy-evening", "password2": "rummy-evening"}
    Client().post("/accounts/signup/", form)
    assert own_chips(Player.objects.get(username="Berta")) == 0


@single
def test_each_has_a_limit_of_their_own() -> None:
    one, two = guest(), guest()
    for _ in range(limits.TABLES.most - 1):
        limits.spend(limits.TABLES, str(one.pk))
    assert Caller(one).post("/tables/", {}).status_code == 201
    assert Caller(one).post("/tables/", {}).status_code == 429
    assert Caller(two).post("/tables/", {}).status_code == 201


@single
def test_tables_opened_on_the_pages_count_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TABLES", replace(limits.TABLES, most=1))
    host = guest()
    assert Caller(host).post("/tables/", {}).status_code == 201
    browser = Client()
    browser.force_login(host)
    form = TableForm.defaults()
    assert "Too many attempts" in browser.post("/tables/new/", form).content.decode()
    assert browser.post("/quick-seat/")["location"] == "/"
    assert Table.objects.count() == 1


@single
def test_whoever_has_left_many_seats_takes_no_more_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "LEFT_SEATS", replace(limits.LEFT_SEATS, most=2))
    host, restless = guest(), guest()
    table = Caller(host).post("/tables/", {}).json()["id"]
    assert Caller(host).post(f"/tables/{table}/join/", {}).status_code == 201
    path, before = f"/tables/{table}/", Transfer.objects.count()
    for _ in range(2):
        other = Caller(restless).post("/tables/", {"stake_chips": 10}).json()["id"]
        assert Caller(restless).post(f"/tables/{other}/join/", {}).status_code == 201
        assert Caller(restless).post(f"/tables/{other}/leave/", {}).status_code == 200
    moved = Transfer.objects.count()
    assert moved == before + 4
    refused = Caller(restless).post(f"{path}join/", {})
    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
    assert 1 <= int(refused["Retry-After"]) <= 3600
    assert Transfer.objects.count() == moved
    browser = Client()
    browser.force_login(restless)
    assert browser.post(f"{path}join/")["location"] == "/"
    assert Caller(guest()).post(f"{path}join/", {}).status_code == 201


@single
def test_no_address_is_stored() -> None:
    Caller().post("/guests/")
    windows = RateWindow.objects.all()
    assert windows.exists()
    assert not windows.filter(subject__contains="127.0.0.1").exists()


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("", ""),
        ("unix:", ""),
        ("of a visitor's own choice" * 400, ""),
    ],
)
def test_an_address_counts_as_what_one_caller_owns(address: str, counted: str) -> None:
    assert limits.network_of(address) == counted


@committed
def test_of_forty_at_once_exactly_ten_pass() -> None:
    ten = limits.Limit("test", most=10, seconds=86_400)

    def passes(_: int) -> bool:
        try:
            limits.spend(ten, "somebody")
        except Refused:
            return False
        return True

    assert sum(at_once(passes, times=40)) == 10


def reading_views(patterns: list[Any]) -> Iterator[Callable[..., Any]]:
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from reading_views(one.url_patterns)
        elif hasattr(getattr(one.callback, "view_class", None), "get"):
            yield inspect.unwrap(one.callback.view_class.get)


def spends(function: Callable[..., Any]) -> bool:
    """Whether it counts against a limit, by itself or by another function of its module."""
    module = inspect.getmodule(function)
    assert module is not None
    waiting, seen = [function], set[Callable[..., Any]]()
    while waiting:
        one = waiting.pop()
        seen.add(one)
        for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(one)))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in COUNTING:
                return True
            called = getattr(module, node.id, None) if isinstance(node, ast.Name) else None
            if inspect.isfunction(called) and called not in seen:
                waiting.append(called)
    return False


def test_what_reads_and_is_limited_says_so_in_the_document() -> None:
    """What writes may always answer 429 by the document."""
    limited = {
        one.__qualname__.partition(".")[0] for one in reading_views(urlpatterns) if spends(one)
    }
    assert {"OneHint", "MyData"} <= limited
    for path, operations in document()["paths"].items():
        _, route = play_door._route(re.sub(r"{\w+}", "1", path))
        if "get" in operations:
            name = operations["get"]["operationId"].removeprefix("get")
            if name in limited or (route is not None and spends(route.serve)):
                assert "429" in operations["get"]["responses"], path
