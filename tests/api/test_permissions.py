"""Who may do what: visitor, guest, seated, staff, and tokens of each scope, at every address."""

from dataclasses import dataclass

import pytest
from django.db import transaction
from django.test import Client

from accounts.models import Player
from games.models import Table

from .client import Caller
from .playing import guest, open_table, play_moves, running_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

OK, MADE, GONE = 200, 201, 204
WHO = ("visitor", "other", "seated", "staff", "reader", "player")


@dataclass(frozen=True)
class Row:
    """An operation and the status it gives each of `WHO` (`reader` and `player`: scoped tokens)."""

    method: str
    path: str
    statuses: tuple[int, int, int, int, int, int]


PUBLIC = (OK, OK, OK, OK, OK, 403)
SIGNED_IN = (401, OK, OK, OK, OK, 403)
ROWS = [
    Row("GET", "/tables/", PUBLIC),
    Row("GET", "/tables/{running}/", PUBLIC),
    Row("GET", "/tables/{running}/view/", PUBLIC),
    Row("GET", "/tables/{running}/log/", PUBLIC),
    Row("GET", "/tables/{running}/events/", PUBLIC),
    Row("GET", "/tables/{running}/rounds/1/", (404, 404, 404, 404, 404, 403)),
    Row("GET", "/tables/{finished}/rounds/1/", PUBLIC),
    Row("GET", "/tables/{private}/", (404, 404, OK, 404, OK, 403)),
    Row("GET", "/tables/{private}/view/", (404, 404, OK, 404, OK, 403)),
    Row("GET", "/tables/{private}/log/", (404, 404, OK, 404, OK, 403)),
    Row("GET", "/tables/{private}/rounds/1/", (404, 404, OK, 404, OK, 403)),
    Row("GET", "/presets/", PUBLIC),
    Row("GET", "/me/", SIGNED_IN),
    Row("GET", "/me/statement/", SIGNED_IN),
    Row("GET", "/me/tables/", SIGNED_IN),
    Row("GET", "/tokens/", SIGNED_IN),
    Row("POST", "/guests/", (MADE, MADE, MADE, MADE, 403, MADE)),
    Row("POST", "/tables/", (401, MADE, MADE, MADE, 403, MADE)),
    Row("POST", "/tables/{open}/join/", (401, MADE, MADE, MADE, 403, MADE)),
    Row("POST", "/tables/{private}/join/", (401, 404, 409, 404, 403, 409)),
    Row("POST", "/tables/{running}/leave/", (401, 409, 409, 409, 403, 409)),
    Row("POST", "/tables/{open}/add-bot/", (401, 403, 403, 403, 403, 403)),
    Row("POST", "/tables/{running}/actions/", (401, 403, 409, 403, 403, 409)),
    Row("POST", "/me/refill/", (401, 409, 409, OK, 403, 409)),
    Row("POST", "/tokens/", (401, MADE, MADE, MADE, 403, 403)),
    Row("DELETE", "/tokens/jeton_000000000/", (401, 404, 404, 404, 403, 404)),
    Row("POST", "/tokens/jeton_000000000/rotate/", (401, 404, 404, 404, 403, 404)),
    Row("GET", "/nowhere/", (404, 404, 404, 404, 404, 404)),
]
BODIES = {
    "/tokens/": {"name": "mine", "scopes": ["read"]},
    "/tables/": {"rounds": 1, "format": "ring"},
    "/tables/{running}/actions/": {"action": {"type": "draw_stock"}, "expected_version": 0},
}


@pytest.fixture
def world() -> tuple[dict[str, Table], dict[str, Caller]]:
    """Tables and callers of every kind; `seated` sits at the running and the private table."""
    running, seated, _ = running_table()
    finished, _, _ = running_table()
    play_moves(finished)
    private, _, _ = running_table(is_private=True, players=(seated, guest()))
    play_moves(private)
    tables = {
        "open": open_table(guest()),
        "running": running,
        "finished": finished,
        "private": private,
    }
    staff = Player.objects.create_superuser(username="boss", password="x" * 20)
    callers = {
        "visitor": Caller(),
        "other": Caller(guest()),
        "seated": Caller(seated),
        "staff": Caller(staff),
        "reader": Caller(seated, scopes=("read",)),
        "player": Caller(seated, scopes=("play",)),
    }
    return tables, callers


def test_each_operation_is_open_to_exactly_those_it_is_for(
    world: tuple[dict[str, Table], dict[str, Caller]],
) -> None:
    tables, callers = world
    numbers = {name: table.pk for name, table in tables.items()}
    found = {}
    for row in ROWS:
        statuses = []
        for who in WHO:
            with transaction.atomic():  # each asks the world as it was
                statuses.append(_status(callers[who], row, numbers))
                transaction.set_rollback(True)
        found[f"{row.method} {row.path}"] = tuple(statuses)
    assert found == {f"{row.method} {row.path}": row.statuses for row in ROWS}


def _status(caller: Caller, row: Row, numbers: dict[str, int]) -> int:
    path = row.path.format(**numbers)
    if row.method == "GET":
        answer = caller.get(path)
    elif row.method == "DELETE":
        answer = caller.delete(path)
    else:
        answer = caller.post(path, BODIES.get(row.path), idempotency_key="once")
    if answer.status_code >= 400:
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json()["status"] == answer.status_code
    assert answer.headers["Cache-Control"] in ("private, no-store", "private, no-cache")
    assert ("ETag" in answer.headers) == (answer.headers["Cache-Control"] == "private, no-cache")
    return int(answer.status_code)


def test_staff_see_no_more_cards_than_any_spectator() -> None:
    table, _, _ = running_table()
    boss = Caller(Player.objects.create_superuser(username="boss", password="x" * 20))
    view = boss.get(f"/tables/{table.pk}/view/").json()
    visitors = Caller().get(f"/tables/{table.pk}/view/").json()
    assert view["round"] == visitors["round"]
    assert view["round"]["hand"] is None
    assert view["legal"] == []


def test_the_log_shows_a_seat_its_own_cards_only() -> None:
    table, host, other = running_table()
    play_moves(table, most=6)
    path = f"/tables/{table.pk}/log/"
    logs = {who: Caller(who).get(path).json()["events"] for who in (host, other)}
    hands = []
    for log in logs.values():
        (dealt,) = [event for event in log if event["type"] == "round_dealt"]
        hands.append([hand for hand in dealt["hands"] if hand is not None])
        assert "stock" not in dealt or dealt["stock"] is None
    assert [len(hand) for hand in hands] == [1, 1]
    assert hands[0] != hands[1]
    spectators = Caller().get(path).content.decode()
    dealt_cards = {card for hand in hands for card in hand[0]}
    assert not {card for card in dealt_cards - _public(table) if f'"{card}"' in spectators}


def _public(table: Table) -> set[str]:
    view = Caller().get(f"/tables/{table.pk}/view/").json()["round"]
    taken = table.events.filter(kind="upcard_taken")
    return {*view["discard_pile"], *(event.payload["card"] for event in taken)}


@pytest.mark.parametrize(
    "header",
    ["Token", "Token ", "Token nonsense", "Basic cm9vdDpyb290", "Bearer \x7f", "Token a b", "é"],
)
def test_a_header_of_no_use_is_refused_rather_than_taken_for_a_visit(header: str) -> None:
    answer = Caller().get("/tables/", Authorization=header)
    assert answer.status_code == 401
    assert answer.json()["code"] == "bad_token"
    assert answer.headers["WWW-Authenticate"] == "Token"


def test_an_expired_a_revoked_and_a_banned_players_token_are_refused() -> None:
    caller = Caller(guest())
    made = caller.post("/tokens/", {"name": "short", "days": 1}).json()
    second = {"Authorization": f"Bearer {made['token']}"}
    assert Caller().get("/me/", **second).status_code == 200
    assert caller.delete(f"/tokens/{made['id']}/").status_code == 204
    assert Caller().get("/me/", **second).status_code == 401
    assert caller.player is not None
    caller.player.api_tokens.update(expiry="2020-01-01T00:00:00Z")
    assert caller.get("/me/").status_code == 401
    caller.player.api_tokens.update(expiry=None)
    assert caller.get("/me/").status_code == 200
    Player.objects.filter(pk=caller.player.pk).update(is_active=False)
    assert caller.get("/me/").status_code == 401


def test_a_token_makes_none_that_reaches_further() -> None:
    narrow = Caller(guest(), scopes=("play",))
    answer = narrow.post("/tokens/", {"name": "wide", "scopes": ["play", "read"]})
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
    assert narrow.post("/tokens/", {"name": "same", "scopes": ["play"]}).status_code == 201


def test_tokens_are_stored_as_digests_only() -> None:
    made = Caller().post("/guests/").json()
    token = Player.objects.get(pk=made["player"]["id"]).api_tokens.get()
    stored = [str(value) for value in vars(token).values()]
    assert not any(made["token"] in value for value in stored)
    assert made["token"].startswith(token.token_key)


def test_a_browser_must_know_its_csrf_secret() -> None:
    player = guest()
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    assert browser.get("/api/v1/me/").json()["player"]["id"] == player.pk
    answer = browser.post("/api/v1/tables/", "{}", content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf_failed")
