"""Lists to their end: each page is asked for when its rows are wanted, and none after the last."""

import asyncio
from itertools import islice
from typing import Any

import httpx
import jeton_client
import pytest
from jeton_client import AsyncClient, Client

from .replies import Prepared, ok, problem

PAGES = [
    {"results": [{"id": 9}, {"id": 8}], "next_before": 8},
    {"results": [{"id": 5}], "next_before": 5},
    {"results": [], "next_before": None},
]


def prepared(*pages: Any) -> Prepared:
    return Prepared([ok(page) for page in pages])


def asked(network: Prepared) -> list[dict[str, str]]:
    return [dict(request.url.params) for request in network.asked]


def client(network: Prepared) -> Client:
    return Client("http://platform", "jeton_x", transport=httpx.MockTransport(network))


def all_of(network: Prepared, name: str, *args: Any, **options: Any) -> list[Any]:
    """By the client for asyncio."""

    async def rows() -> list[Any]:
        transport = httpx.MockTransport(network)
        async with AsyncClient("http://platform", "jeton_x", transport=transport) as one:
            return [row async for row in getattr(one.office, name)(*args, **options)]

    return asyncio.run(rows())


def test_pages_follow_each_other_by_what_the_last_one_said() -> None:
    one, other = prepared(*PAGES), prepared(*PAGES)
    with client(one) as office:
        rows = list(office.office.every_player(kind="guests"))
    assert [row["id"] for row in rows] == [9, 8, 5]
    assert all_of(other, "every_player", kind="guests") == rows
    wanted = [
        {"kind": "guests"},
        {"kind": "guests", "before": "8"},
        {"kind": "guests", "before": "5"},
    ]
    assert asked(one) == asked(other) == wanted


def test_what_is_not_wanted_is_not_asked_for() -> None:
    network = prepared(*PAGES)
    with client(network) as office:
        rows = office.office.every_player()
        assert network.asked == []
        assert [row["id"] for row in islice(rows, 2)] == [9, 8]
    assert len(network.asked) == 1


def test_reports_come_the_oldest_first() -> None:
    pages = [
        {"results": [{"id": 1}], "next_after": 1},
        {"results": [{"id": 4}], "next_after": None},
    ]
    one, other = prepared(*pages), prepared(*pages)
    with client(one) as office:
        rows = list(office.office.every_report())
    assert [row["id"] for row in rows] == [1, 4]
    assert all_of(other, "every_report") == rows
    assert asked(one) == [{}, {"after": "1"}]


def test_a_refusal_in_the_middle_is_raised() -> None:
    network = Prepared([ok(PAGES[0]), problem(403, "not_allowed")])
    with client(network) as office, pytest.raises(jeton_client.NotAllowed):
        list(office.office.every_player())


def test_a_table_for_a_spreadsheet_is_text() -> None:
    kind = {"Content-Type": "text/csv; charset=utf-8"}
    network = Prepared([httpx.Response(200, text="Tag,Chips\r\n", headers=kind)])
    with client(network) as office:
        text = office.office.figure_csv("chips", since="2026-01-01", reason="bonus")
    assert text == "Tag,Chips\r\n"
    assert asked(network) == [{"since": "2026-01-01", "reason": "bonus"}]
