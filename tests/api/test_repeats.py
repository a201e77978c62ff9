"""Idempotency-Key: done once, answered every time; another body under the same key is refused."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from accounts.audit import faults
from accounts.books.reading import wallet_balance
from accounts.models import ApiReceipt, ChipAccount, Player, WebhookEndpoint
from games.models import Seat, Table
from tests.promises.tally import tell

from .client import Caller
from .playing import guest, open_table
from .test_openapi import document

single = pytest.mark.django_db(databases=["default", "owner"])
committed = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
THREADS = 16
RING = {"format": "ring", "rounds": 1, "stake_chips": 100}


@single
def test_a_repeat_gets_the_first_answer_and_changes_nothing() -> None:
    caller = Caller(guest())
    first = caller.post("/tables/", RING, idempotency_key="a")
    again = caller.post("/tables/", RING, idempotency_key="a")
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert again.headers["Idempotent-Replay"] == "true"
    assert "Idempotent-Replay" not in first.headers
    assert Table.objects.count() == 1


@single
def test_without_a_key_each_request_counts() -> None:
    caller = Caller(guest())
    assert caller.post("/tables/", RING).json()["id"] != caller.post("/tables/", RING).json()["id"]


@single
def test_the_same_key_with_another_body_or_path_is_refused() -> None:
    caller = Caller(guest())
    made = caller.post("/tables/", RING, idempotency_key="a").json()["id"]
    other = caller.post("/tables/", RING | {"stake_chips": 5}, idempotency_key="a")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    elsewhere = caller.post(f"/tables/{made}/join/", idempotency_key="a")
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (422, "idempotency_key_reused")
    assert Table.objects.count() == 1


@single
def test_two_players_may_choose_the_same_key() -> None:
    answers = [Caller(guest()).post("/tables/", RING, idempotency_key="a") for _ in range(2)]
    assert answers[0].json()["id"] != answers[1].json()["id"]


@single
def test_a_refusal_is_an_answer_too_even_when_it_would_succeed_later() -> None:
    """A join refused for lack of chips must not succeed an hour later by a background retry."""
    host, poor = guest(), Caller(guest())
    table = open_table(host, stake_chips=5_000)
    first = poor.post(f"/tables/{table.pk}/join/", idempotency_key="a")
    assert (first.status_code, first.json()["code"]) == (409, "insufficient_chips")
    Table.objects.filter(pk=table.pk).update(stake_chips=1)
    again = poor.post(f"/tables/{table.pk}/join/", idempotency_key="a")
    assert again.json() == first.json()
    assert again.headers["Content-Type"] == "application/problem+json"
    assert again.headers["Idempotent-Replay"] == "true"
    assert poor.post(f"/tables/{table.pk}/join/", idempotency_key="b").status_code == 201


@single
def test_what_is_about_the_caller_is_not_kept() -> None:
    caller = Caller(guest())
    table = open_table(guest())
    refused = caller.post(f"/tables/{table.pk}/add-bot/", idempotency_key="a")
    assert refused.status_code == 403
    assert not ApiReceipt.objects.exists()
    assert caller.post(f"/tables/{table.pk}/join/", idempotency_key="b").status_code == 201
    assert caller.post(f"/tables/{table.pk}/add-bot/", idempotency_key="a").status_code == 201


@single
@pytest.mark.parametrize(
    ("key", "code"),
    [
        ("", "idempotency_key_missing"),
        ("é", "idempotency_key_missing"),
        ("k" * 256, "idempotency_key_too_long"),
        ("k" * 10_000, "idempotency_key_too_long"),
    ],
)
def test_a_key_must_be_readable_and_not_too_long(key: str, code: str) -> None:
    caller = Caller(guest())
    for path, body in (("/tables/", RING), ("/tables/1/actions/", {"action": {}})):
        answer = caller.post(path, body, idempotency_key=key)
        assert (answer.status_code, answer.json()["code"]) == (400, code), path


def at_once(work: Any, times: int = THREADS) -> list[Any]:
    """Run `work(number)` in so many threads, each with its own connection."""

    def alone(number: int) -> Any:
        try:
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(alone, range(times)))


@committed
def test_of_sixteen_twins_at_once_one_takes_the_seat_and_all_are_told_so() -> None:
    player = guest()
    table = open_table(guest(), stake_chips=100)
    caller = Caller(player)
    before = wallet_balance(player)
    answers = at_once(lambda _: caller.post(f"/tables/{table.pk}/join/", idempotency_key="a"))
    assert {answer.status_code for answer in answers} == {201}
    told = {answer.content for answer in answers}
    tell("repeats", tried=THREADS, lost=len(told) - 1)
    assert len(told) == 1
    assert sum("Idempotent-Replay" in answer.headers for answer in answers) == THREADS - 1
    assert Seat.objects.filter(player=player).count() == 1
    assert wallet_balance(player) == before - 100
    assert faults() == []


@committed
def test_the_last_seat_goes_to_one_of_many() -> None:
    table = open_table(guest(), stake_chips=10)
    callers = [Caller(guest()) for _ in range(THREADS)]
    answers = at_once(lambda number: callers[number].post(f"/tables/{table.pk}/join/"))
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [201] * 2 + [409] * (THREADS - 2)
    assert Seat.objects.filter(table=table).count() == 2
    assert ChipAccount.objects.get(ref=f"table:{table.pk}").balance == 20
    assert faults() == []


@single
def test_a_secret_in_an_answer_is_given_again_and_lies_sealed() -> None:
    """Webhooks, bots, tokens: the repeat has the first secret, the table of receipts has none."""
    boss = Player.objects.create_superuser(username="boss")
    caller = Caller(boss, scopes=("read", "play", "webhooks"))
    hook = {"url": "https://example.org/hook", "name": "ours", "kinds": []}
    kind = caller.get("/webhooks/").json()["kinds"][-1]["key"]
    asked = [
        ("/webhooks/", hook | {"kinds": [kind]}, "secret"),
        ("/me/bots/", {"name": "Robert"}, "token"),
        ("/tokens/", {"name": "second", "scopes": ["read"]}, "token"),
    ]
    for number, (path, body, secret) in enumerate(asked):
        first = caller.post(path, body, idempotency_key=f"key-{number}")
        again = caller.post(path, body, idempotency_key=f"key-{number}")
        assert first.status_code == 201, first.content
        assert again.json() == first.json()
        assert again.headers["Idempotent-Replay"] == "true"
        assert not ApiReceipt.objects.filter(body__contains=first.json()[secret]).exists()
    assert WebhookEndpoint.objects.count() == Player.objects.filter(owner=boss).count() == 1


@single
def test_rotations_changes_and_apps_happen_once() -> None:
    boss = Player.objects.create_superuser(username="boss")
    caller = Caller(boss, scopes=("read", "play", "webhooks"))
    kind = caller.get("/webhooks/").json()["kinds"][-1]["key"]
    hook = {"url": "https://example.org/hook", "name": "ours", "kinds": [kind]}
    number = caller.post("/webhooks/", hook).json()["id"]
    path = f"/webhooks/{number}/rotate/"
    secrets = [caller.post(path, idempotency_key="a").json()["secret"] for _ in range(2)]
    assert secrets[0] == secrets[1] != caller.post(path, idempotency_key="b").json()["secret"]
    app = {"name": "Mine", "redirect_uris": ["https://example.org/back"]}
    made = [caller.post("/me/apps/", app, idempotency_key="c").json() for _ in range(2)]
    assert made[0] == made[1]
    assert len(caller.get("/me/apps/").json()["results"]) == 1
    other = caller.post("/me/apps/", app | {"name": "Other"}, idempotency_key="c")
    assert other.json()["code"] == "idempotency_key_reused"


# What needs no key: sending it twice is sending it once, or there is nobody yet to keep it for.
NO_KEY = {
    "/clubs/{club_id}/leave/",
    "/guests/",
    "/me/confirm/",
    "/me/erase/",
    "/me/notices/quiet-hours/",
    "/me/notices/read/",
    "/me/notices/wishes/",
    "/players/{player_id}/friend/",
    "/players/{player_id}/ignore/",
    "/tokens/{token_key}/rotate/",
}


def test_every_write_takes_a_key() -> None:
    without = {
        path.removeprefix("/api/v1")
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
        if method in ("post", "patch", "put")
        and "Idempotency-Key" not in {one["name"] for one in operation.get("parameters", ())}
    }
    assert without == NO_KEY
