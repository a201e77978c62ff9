"""What the clients do when the network or the platform fails: both of them, the same."""

import inspect
import json

import httpx
import jeton_client
import pytest
from jeton_client import AsyncClient, Client, Patience

from .replies import Prepared, Run, ask_async, ask_sync, ok, problem, stream

MOVED = {"version": 39, "events": []}
LOST = httpx.ReadError("the answer was lost")
REFUSED = httpx.ConnectError("nobody listens")

pytestmark = pytest.mark.parametrize("ask", [ask_sync, ask_async], ids=["sync", "async"])


def test_a_lost_answer_is_asked_for_again_with_the_same_key(ask: Run) -> None:
    prepared = Prepared([LOST, LOST, ok(MOVED)])
    answer = ask(prepared, "act", 12, {"type": "draw_stock"}, expected_version=37)
    assert answer == MOVED
    assert len(prepared.asked) == 3
    assert len(set(prepared.keys)) == 1
    assert prepared.keys[0]
    bodies = {request.content for request in prepared.asked}
    assert [json.loads(body) for body in bodies] == [
        {"action": {"type": "draw_stock"}, "expected_version": 37}
    ]


def test_each_new_move_has_a_key_of_its_own(ask: Run) -> None:
    prepared = Prepared([ok(MOVED), ok(MOVED)])
    for _ in range(2):
        ask(prepared, "act", 12, {"type": "draw_stock"})
    assert len(set(prepared.keys)) == 2


@pytest.mark.parametrize(("status", "code"), [(429, "too_many_requests"), (503, "busy")])
def test_retry_after_is_obeyed(ask: Run, status: int, code: str) -> None:
    prepared = Prepared([problem(status, code, retry_after=7), ok(MOVED)])
    assert ask(prepared, "act", 12, {"type": "draw_stock"}) == MOVED
    assert prepared.waited == [7.0]
    assert len(set(prepared.keys)) == 1


def test_a_draw_waits_until_the_others_have_had_their_time_to_knock(ask: Run) -> None:
    body = {"status": 422, "code": "others_may_knock", "facts": {"wait_ms": 1_500}}
    prepared = Prepared([httpx.Response(422, json=body), ok(MOVED)])
    assert ask(prepared, "act", 12, {"type": "draw_stock"}) == MOVED
    assert prepared.waited == [1.5]
    assert len(set(prepared.keys)) == 1


def test_what_is_being_thought_about_is_asked_for_until_it_is_there(ask: Run) -> None:
    """However often, within its patience: that takes its time and is no failure."""
    thinking = httpx.Response(202, json={"thinking": True}, headers={"Retry-After": "1"})
    prepared = Prepared([*[thinking] * 15, ok({"results": []})])
    assert ask(prepared, "review", 12, 1) == {"results": []}
    assert prepared.waited == [1.0] * 15
    for_ever = Prepared([thinking for _ in range(4)])
    with pytest.raises(jeton_client.BeingThought):
        ask(for_ever, "review", 12, 1, patience=Patience(seconds=3))
    assert len(for_ever.asked) == 4


def test_nobody_waits_longer_than_their_patience(ask: Run) -> None:
    prepared = Prepared([problem(429, "rate_limited", retry_after=3600)])
    with pytest.raises(jeton_client.TooOften) as caught:
        ask(prepared, "create_table", rounds=1)
    assert (caught.value.retry_after, prepared.waited) == (3600.0, [])


def test_waits_grow_and_end(ask: Run) -> None:
    patience = Patience(attempts=6, seconds=100, first_wait=1, longest_wait=4)
    prepared = Prepared([LOST] * 6)
    with pytest.raises(jeton_client.Unreachable):
        ask(prepared, "me", patience=patience)
    assert len(prepared.asked) == 6
    longest = (1, 2, 4, 4, 4)
    pairs = zip(prepared.waited, longest, strict=True)
    assert all(most / 2 <= wait <= most for wait, most in pairs)


def test_what_carries_no_key_is_never_done_twice(ask: Run) -> None:
    """A guest whose answer was lost may exist; one whose request never left does not."""
    prepared = Prepared([LOST])
    with pytest.raises(jeton_client.Unreachable):
        ask(prepared, "become_guest")
    assert len(prepared.asked) == 1
    again = Prepared([REFUSED, ok({"token": "jeton_y"}, 201)])
    assert ask(again, "become_guest")["token"] == "jeton_y"


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, jeton_client.Unreadable),
        (401, jeton_client.NotSignedIn),
        (403, jeton_client.NotAllowed),
        (404, jeton_client.NotFound),
        (409, jeton_client.MovedOn),
        (422, jeton_client.AgainstTheRules),
        (500, jeton_client.Problem),
    ],
)
def test_a_refusal_is_raised_at_once_with_all_it_says(
    ask: Run, status: int, kind: type[jeton_client.Problem]
) -> None:
    prepared = Prepared([problem(status, "some_code")])
    with pytest.raises(kind) as caught:
        ask(prepared, "act", 12, {"type": "draw_stock"})
    refusal = caught.value
    assert (refusal.status, refusal.code, refusal.rule) == (status, "some_code", "GIN-5")
    assert (refusal.facts, refusal.detail) == ({"needed": 3}, "Not like that.")
    assert prepared.waited == []


def test_a_proxy_that_answers_for_the_platform_is_understood(ask: Run) -> None:
    gateway = httpx.Response(502, content=b"<h1>Bad gateway</h1>")
    assert ask(Prepared([gateway, ok(MOVED)]), "act", 12, {"type": "draw_stock"}) == MOVED
    with pytest.raises(jeton_client.Busy) as caught:
        ask(Prepared([httpx.Response(502, content=b"?")]), "become_guest")
    assert caught.value.code == "http_502"
    with pytest.raises(jeton_client.Unreachable):
        ask(Prepared([httpx.Response(200, content=b"<h1>Hello</h1>")] * 10), "me")


def message(version: int, *numbers: int) -> bytes:
    events = [{"seq": seq, "at": 1, "type": "stock_drawn"} for seq in numbers]
    data = json.dumps({"version": version, "events": events})
    return f"id: {version}\nevent: table\ndata: {data}\n\n".encode()


def test_a_broken_stream_goes_on_after_the_last_event(ask: Run) -> None:
    prepared = Prepared(
        [stream(b"retry: 10\n\n", message(5, 4, 5), then=LOST), stream(message(7, 6, 7))]
    )
    updates = ask(prepared, "follow", 12)
    assert [event["seq"] for one in updates for event in one.events] == [4, 5, 6, 7]
    assert [one.headers.get("Last-Event-ID") for one in prepared.asked] == [None, "5"]


def test_half_a_message_is_none_and_nothing_comes_twice(ask: Run) -> None:
    whole = message(7, 6, 7)
    prepared = Prepared(
        [
            stream(message(5, 4, 5), whole[: len(whole) - 1], then=LOST),
            stream(message(7, 5, 6, 7)),
        ]
    )
    updates = ask(prepared, "follow", 12)
    assert [event["seq"] for one in updates for event in one.events] == [4, 5, 6, 7]


def test_a_stream_that_the_server_ends_is_opened_again_when_it_asks(ask: Run) -> None:
    prepared = Prepared([stream(b"retry: 1500\n\n", message(5, 5)), stream(message(6, 6))])
    assert [one.version for one in ask(prepared, "follow", 12)] == [5, 6]
    assert prepared.waited == [1.5]


def test_a_stream_that_is_refused_is_raised(ask: Run) -> None:
    with pytest.raises(jeton_client.NotFound):
        ask(Prepared([problem(404, "table_not_found")]), "follow", 12)


def test_a_platform_that_only_opens_streams_uses_up_patience(ask: Run) -> None:
    prepared = Prepared([stream(b"retry: 10\n\n", then=LOST) for _ in range(3)])
    with pytest.raises(jeton_client.Unreachable):
        ask(prepared, "follow", 12, patience=Patience(attempts=3))
    assert len(prepared.asked) == 3


def test_both_clients_have_the_same_methods(ask: Run) -> None:
    def methods(cls: type) -> dict[str, list[str]]:
        return {
            name: list(inspect.signature(one).parameters)
            for name, one in vars(cls).items()
            if inspect.isfunction(one) and not name.startswith("__")
        }

    assert methods(Client) == methods(AsyncClient)
