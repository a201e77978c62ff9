"""Whatever is sent: a stable code, a sentence in two languages, nothing changed, never a 5xx."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games.models import Table, TableEvent

from .client import Caller
from .playing import guest, play_moves, running_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

ROUND = b'{"format": "ring", "rounds": 1, '
BODIES: dict[str, tuple[bytes, str]] = {
    "NUL in a value": (rb'{"name": "a\u0000b"}', "text_unstorable"),
    "NUL in a key": (rb'{"a\u0000b": 1}', "text_unstorable"),
    "NUL inside options": (rb'{"options": {"a\u0000": 1}}', "text_unstorable"),
    "a lone surrogate": (rb'{"name": "\ud800"}', "text_unstorable"),
    "nested 100,000 deep": (b'{"options":' + b"[" * 60_000, "json_too_deep"),
    "nested and closed": (b'{"options":' + b"[" * 30 + b"]" * 30 + b"}", "json_too_deep"),
    "70 kB": (b'{"name": "' + b"x" * 70_000 + b'"}', "body_too_large"),
    "NaN": (ROUND + b'"stake_chips": NaN}', "number_not_finite"),
    "Infinity": (ROUND + b'"stake_chips": Infinity}', "number_not_finite"),
    "1e999": (ROUND + b'"stake_chips": 1e999}', "number_not_whole"),
    "5,000 digits": (ROUND + b'"stake_chips": ' + b"9" * 5_000 + b"}", "number_too_long"),
    "digits in options": (b'{"options": {"x": ' + b"9" * 4_000 + b"}}", "number_too_long"),
    "a fraction": (ROUND + b'"stake_chips": 1.0}', "number_not_whole"),
    "a number as text": (ROUND + b'"stake_chips": "7"}', "invalid_input"),
    "true for a number": (ROUND + b'"stake_chips": true}', "invalid_input"),
    "null for a number": (ROUND + b'"stake_chips": null}', "invalid_input"),
    "below zero": (ROUND + b'"stake_chips": -1}', "invalid_input"),
    "19 digits below zero": (ROUND + b'"stake_chips": -1000000000000000000}', "number_too_long"),
    "18 digits below zero": (ROUND + b'"stake_chips": -999999999999999999}', "invalid_input"),
    "2**63": (ROUND + b'"stake_chips": 9223372036854775808}', "number_too_long"),
    "10**17": (ROUND + b'"stake_chips": 100000000000000000}', "invalid_input"),
    "a text for yes or no": (b'{"training": "yes"}', "invalid_input"),
    "1 for yes or no": (b'{"training": 1}', "invalid_input"),
    "a key twice": (b'{"name": "a", "name": "b"}', "json_key_twice"),
    "mass assignment": (b'{"created_by": 1, "status": "playing"}', "unknown_field"),
    "a list": (b"[]", "json_not_an_object"),
    "a text": (b'"x"', "json_not_an_object"),
    "null": (b"null", "json_not_an_object"),
    "nothing": (b"", "json_not_an_object"),
    "a byte order mark": (b"\xef\xbb\xbf{}", "json_syntax"),
    "no UTF-8": (b'{"name": "\xff"}', "body_not_utf8"),
    "half an object": (b'{"name": ', "json_syntax"),
    "an unknown preset": (b'{"preset": "poker"}', "invalid_input"),
    "an unknown house rule": (b'{"house_rules": ["mine"]}', "invalid_input"),
    "house rules as text": (b'{"house_rules": "oklahoma"}', "invalid_input"),
    "house rules of everything": (b'{"house_rules": [{}, 1, null]}', "invalid_input"),
    "an unknown format": (b'{"format": "forever"}', "invalid_input"),
    "an unknown option": (b'{"options": {"jokers": 3}}', "option_unknown"),
    "an option that is a field": (b'{"options": {"preset": "gin_palast"}}', "invalid_input"),
    "an option of the wrong kind": (b'{"options": {"point_limit": [1]}}', "option_not_allowed"),
    "a point limit not offered": (b'{"point_limit": 7}', "option_not_allowed"),
    "rounds missing": (b'{"format": "ring"}', "out_of_range"),
    "51 rounds": (b'{"format": "ring", "rounds": 51}', "invalid_input"),
    "six seats": (b'{"seats": 6}', "seats_not_allowed"),
    "a name of control characters": (rb'{"name": "a\u202e\u0007"}', "invalid_input"),
    "a name too long": (b'{"name": "' + b"n" * 61 + b'"}', "invalid_input"),
}


def contents() -> dict[str, int]:
    """How many rows lie in every table of ours, but for counters."""
    counters = ("accounts_ratewindow", "accounts_cacheentry")
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        counts = {}
        for name in names:
            if name.startswith(("games_", "accounts_", "chip_")) and name not in counters:
                cursor.execute(f'SELECT count(*) FROM "{name}"')
                counts[name] = int(cursor.fetchone()[0])
    return counts


def assert_problem(answer: Any, code: str) -> dict[str, Any]:
    assert 400 <= answer.status_code < 500, answer.content
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    assert problem["code"] == code
    assert problem["status"] == answer.status_code
    assert problem["detail"]
    assert "%(" not in problem["detail"]
    return problem


def test_no_body_however_bad_opens_a_table_or_breaks_anything() -> None:
    caller = Caller(guest())
    before = contents()
    for body, code in BODIES.values():
        assert_problem(caller.send("/tables/", body), code)
        assert_problem(caller.send("/tables/", body, Accept_Language="de"), code)
    assert contents() == before


def test_a_body_may_be_left_out_where_nothing_in_it_is_required() -> None:
    caller = Caller(guest())
    assert caller.send("/tables/quick-seat/", b"").status_code == 201
    assert_problem(caller.send("/tokens/", b""), "json_not_an_object")


@pytest.mark.parametrize(
    "kind",
    [
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/json; charset=utf-7",
        "application/json; charset=nope",
        "application/json-patch+json",
    ],
)
def test_only_json_in_utf8_is_read(kind: str) -> None:
    answer = Caller(guest()).send("/tables/", b"{}", kind=kind)
    assert assert_problem(answer, "content_type_not_json")["status"] == 415


def test_a_packed_body_is_refused_by_the_name_of_its_packing() -> None:
    caller = Caller(guest())
    for path in ("/tables/", "/tables/1/actions/"):
        answer = caller.send(path, b"\x1f\x8b", content_encoding="gzip", idempotency_key="a")
        told = assert_problem(answer, "content_encoded")
        assert told["status"] == 415
        assert "gzip" in told["detail"]
    assert caller.send("/tables/", b"{}", content_encoding="identity").status_code == 201


@pytest.mark.parametrize(
    ("path", "code", "address"),
    [
        ("/api/v1/tables", "address_without_slash", "/api/v1/tables/"),
        ("/api/v1/tables/7/view", "address_without_slash", "/api/v1/tables/7/view/"),
        ("/api/v1/nothing", "not_found", None),
        ("/api/v1", "not_found", None),
        ("/api/v2/tables/", "not_found", None),
        ("/api/v2", "not_found", None),
        ("/api/", "not_found", None),
    ],
)
def test_an_address_that_is_none_is_a_problem_too(path: str, code: str, address: str) -> None:
    for answer in (Client().get(path), Client().post(path)):
        told = assert_problem(answer, code)
        assert told["status"] == 404
        assert told["facts"].get("address") == address


def test_problems_are_a_page_or_json() -> None:
    page = Client().get("/api/v1/problems/", headers={"Accept": "text/html,*/*"})
    assert page["Content-Type"].startswith("text/html")
    told = Client().get("/api/v1/problems/", headers={"Accept": "application/json"})
    assert "stale_version" in {one["code"] for one in told.json()["results"]}
    assert "Accept" in told["Vary"]


def test_a_stream_says_which_of_its_wishes_cannot_be_read() -> None:
    table, host, _ = running_table()
    path = f"/tables/{table.pk}/events/"
    for query, headers, name in (
        ("?format=xml", {}, "format"),
        ("?after=-1", {}, "after"),
        ("", {"last_event_id": "abc"}, "Last-Event-ID"),
    ):
        answer = Caller(host).get(path + query, **headers)
        told = assert_problem(answer, "invalid_input")
        assert list(told["facts"]["fields"]) == [name]


def test_the_name_of_the_charset_may_be_said() -> None:
    kind = "application/json; charset=UTF-8"
    assert Caller(guest()).send("/tables/", b"{}", kind=kind).status_code == 201


@pytest.mark.parametrize(
    "number", ["0", "-1", "10000000000000000000000000", "%00", "٣", "1e3", "%201", "1.0", "abc"]
)
@pytest.mark.parametrize("rest", ["", "view/", "log/", "rounds/1/", "events/"])
def test_an_id_that_is_none_leads_nowhere(number: str, rest: str) -> None:
    assert Caller(guest()).get(f"/tables/{number}/{rest}").status_code == 404


@pytest.mark.parametrize("number", ["0", "999999999", "9999999999", "x"])
def test_a_round_that_is_none_leads_nowhere(number: str) -> None:
    table, _, _ = running_table()
    assert Caller().get(f"/tables/{table.pk}/rounds/{number}/").status_code == 404


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("?limit=1000000000", "invalid_input"),
        ("?limit=0", "invalid_input"),
        ("?limit=-1", "invalid_input"),
        ("?limit=٣", "invalid_input"),
        ("?limit=1e3", "invalid_input"),
        ("?before=99999999999999999999", "invalid_input"),
        ("?before=%00", "invalid_input"),
        ("?status=secret", "invalid_input"),
        ("?preset=%00", "invalid_input"),
        ("?preset=a&preset=b", "json_key_twice"),
        ("?ordering=created_by__password", "unknown_field"),
        ("?fields=state", "unknown_field"),
        ("?page=-1", "unknown_field"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(query: str, code: str) -> None:
    assert_problem(Caller().get(f"/tables/{query}"), code)


def test_where_nothing_is_asked_a_question_is_not_passed_over() -> None:
    """Whoever misspells a filter would believe that it was kept; what writes takes a body alone."""
    caller = Caller(guest())
    for answer in (caller.get("/me/?limit=1"), caller.post("/me/refill/?days=2")):
        told = assert_problem(answer, "unknown_field")
    assert told["facts"]["fields"] == ["days"]
    assert caller.get("/me/").status_code == 200


@pytest.mark.parametrize(
    "query",
    ["?until=10000-01-01", "?since=2026-02-30", "?since=24:60", "?until=٣"],
)
def test_a_day_that_is_none_is_refused(query: str) -> None:
    assert_problem(Caller(guest()).get(f"/me/statement/{query}"), "invalid_input")


@pytest.mark.parametrize("verb", ["TRACE", "PUT", "PATCH", "DELETE", "BREW"])
def test_a_method_that_is_none_is_refused(verb: str) -> None:
    answer = Caller(guest()).method(verb, "/tables/")
    assert assert_problem(answer, "method_not_allowed")["status"] == 405
    assert answer.headers["Allow"] == "GET, POST, HEAD, OPTIONS"
    assert answer.json()["detail"] == "Use GET, POST, HEAD, OPTIONS here."


def test_ten_thousand_parameters_are_too_many() -> None:
    query = "&".join(f"a{number}=1" for number in range(10_000))
    assert_problem(Caller().get(f"/tables/?{query}"), "unreadable_request")


def test_a_method_cannot_be_smuggled_in() -> None:
    caller = Caller(guest())
    assert caller.post("/me/refill/", X_HTTP_Method_Override="GET").status_code == 409


def test_sentences_come_in_the_language_asked_for() -> None:
    german = Caller().get("/me/", Accept_Language="de, en;q=0.5")
    english = Caller().get("/me/", Accept_Language="fr, en;q=0.5")
    assert german.headers["Content-Language"] == "de"
    assert english.json()["detail"] == "Sign in or play as a guest first."
    assert german.json()["code"] == english.json()["code"]


ACTIONS: list[tuple[Any, str]] = [
    (None, "action_not_an_object"),
    ([], "action_not_an_object"),
    ("draw_stock", "action_not_an_object"),
    ({}, "action_type_missing"),
    ({"type": "win"}, "action_type_unknown"),
    ({"type": ["draw_stock"]}, "action_type_unknown"),
    ({"type": "discard"}, "action_unreadable"),
    ({"type": "discard", "card": "8x"}, "action_unreadable"),
    ({"type": "discard", "card": 7}, "action_unreadable"),
    ({"type": "discard", "card": None}, "action_unreadable"),
    ({"type": "knock", "card": "7h", "melds": "7h"}, "action_unreadable"),
    ({"type": "knock", "card": "7h", "melds": [["7h", "7h", "7h"]]}, ""),
    ({"type": "answer", "layoffs": [{"card": "7h", "meld": -1}]}, ""),
    ({"type": "ready", "seed": "x" * 65}, "seed_unreadable"),
    ({"type": "ready", "seed": "\u202e"}, "seed_unreadable"),
    ({"type": "draw_stock", "card": "7h"}, "unknown_field"),
]


def test_no_action_however_bad_moves_a_card() -> None:
    table, host, other = running_table()
    play_moves(table, most=2)
    before = TableEvent.objects.count()
    for player in (host, other):
        caller = Caller(player)
        version = caller.get(f"/tables/{table.pk}/view/").json()["version"]
        for number, (action, code) in enumerate(ACTIONS):
            answer = caller.post(
                f"/tables/{table.pk}/actions/",
                {"action": action, "expected_version": version},
                idempotency_key=f"bad-{number}",
            )
            assert_problem(answer, code or answer.json()["code"])
    assert TableEvent.objects.count() == before


@pytest.mark.parametrize(
    ("version", "status", "code"),
    [
        (None, 400, "expected_version_missing"),
        (0, 409, "stale_version"),
        (10**17, 409, "stale_version"),
        (-1, 400, "expected_version_unreadable"),
        ("7", 400, "expected_version_unreadable"),
        (True, 400, "expected_version_unreadable"),
    ],
)
def test_a_move_must_be_made_on_the_state_one_sees(version: Any, status: int, code: str) -> None:
    table, host, _ = running_table()
    body = {"action": {"type": "draw_stock"}, "expected_version": version}
    answer = Caller(host).post(f"/tables/{table.pk}/actions/", body, idempotency_key="a")
    assert assert_problem(answer, code)["status"] == status


def test_a_move_needs_its_key() -> None:
    table, host, _ = running_table()
    answer = Caller(host).post(f"/tables/{table.pk}/actions/", {"action": {"type": "resign"}})
    assert_problem(answer, "idempotency_key_missing")
    assert Table.objects.get(pk=table.pk).status == "playing"


def test_every_page_of_a_long_list_comes_once() -> None:
    for _ in range(5):
        running_table()
    seen, query = [], "?limit=2"
    while query:
        page = json.loads(Caller().get(f"/tables/{query}").content)
        seen += [table["id"] for table in page["results"]]
        query = f"?limit=2&before={page['next_before']}" if page["next_before"] else ""
    assert seen == sorted(seen, reverse=True)
    assert len(seen) == len(set(seen)) == 5
