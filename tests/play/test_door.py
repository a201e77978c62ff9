"""The lean door as clients meet it: acting, looking, following, and being refused."""

import http.client
import json
from typing import Any

import pytest

from tests.play.site import API, EventStream, WebPlayer, choose, seat_two
from tests.running.demo import Site

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def quiet_game(site: Site) -> tuple[int, list[WebPlayer]]:
    """A round in play at which nothing happens: for requests that change nothing."""
    table, players = seat_two(site.port, format="ring", rounds=2)
    for player in players:
        player.take_turn(table)
    return table, players


@pytest.fixture
def game(site: Site) -> tuple[int, list[WebPlayer]]:
    """A round in play."""
    table, players = seat_two(site.port, format="ring", rounds=2)
    for player in players:
        player.take_turn(table)
    return table, players


def on_turn(table: int, players: list[WebPlayer]) -> tuple[WebPlayer, WebPlayer, dict[str, Any]]:
    for player, other in (players, players[::-1]):
        view = player.view(table)
        if view["turn"] == view["seat"]:
            return player, other, view
    raise AssertionError("nobody is on turn")


def post(
    site: Site, path: str, body: bytes, headers: dict[str, str], method: str = "POST"
) -> tuple[int, dict[str, Any], http.client.HTTPMessage]:
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10)
    connection.request(method, API + path, body, headers)
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer.status, json.loads(data), answer.headers


def test_a_move_is_acknowledged_with_its_events_and_the_new_version(
    game: tuple[int, list[WebPlayer]],
) -> None:
    table, players = game
    player, other, view = on_turn(table, players)
    assert player.act(table, {"type": "draw_stock"}, view["version"]) == 200
    answer = player.journal[-1].answer
    (event,) = answer["events"]
    assert event["type"] == "stock_drawn"
    assert event["card"] in player.view(table)["round"]["hand"]
    assert answer["version"] == view["version"] + 1
    assert other.view(table)["round"]["drawn"] is None


def test_a_repeated_move_gets_the_same_answer_and_counts_once(
    game: tuple[int, list[WebPlayer]],
) -> None:
    table, players = game
    player, _, view = on_turn(table, players)
    body = {"action": {"type": "draw_stock"}, "expected_version": view["version"]}
    path = f"/tables/{table}/actions/"
    first = player.request("POST", path, body, key="once")
    again = player.request("POST", path, body, key="once")
    assert (first[0], again[0]) == (200, 200)
    assert again[1] == first[1]
    status, refused = player.request("POST", path, body | {"expected_version": 1}, key="once")
    assert (status, refused["code"]) == (422, "idempotency_key_reused")


def test_both_streams_hear_every_event_once_and_in_order(
    site: Site, game: tuple[int, list[WebPlayer]]
) -> None:
    table, players = game
    streams = [EventStream(site.port, table, player.token) for player in players]
    began = [stream.next()["version"] for stream in streams]
    for _ in range(12):
        for player in players:
            player.take_turn(table)
    version = players[0].view(table)["version"]
    for stream, start in zip(streams, began, strict=True):
        numbers = [event["seq"] for event in stream.until(version)]
        assert numbers == list(range(start + 1, version + 1))
        stream.close()


def test_a_stream_resumes_after_the_last_event_without_gap_or_repeat(
    site: Site, game: tuple[int, list[WebPlayer]]
) -> None:
    table, players = game
    first = EventStream(site.port, table, players[0].token)
    start = first.next()["version"]
    players[0].take_turn(table)
    players[1].take_turn(table)
    seen = [event["seq"] for event in first.until(start + 1)]
    first.close()
    for _ in range(4):
        for player in players:
            player.take_turn(table)
    version = players[0].view(table)["version"]
    resumed = EventStream(site.port, table, players[0].token, after=seen[-1])
    seen += [event["seq"] for event in resumed.until(version)]
    assert seen == list(range(start + 1, version + 1))
    resumed.close()


@pytest.mark.parametrize("after", [10**9, 10**30])
def test_an_event_number_that_is_none_of_ours_starts_afresh(
    site: Site, game: tuple[int, list[WebPlayer]], after: int
) -> None:
    table, players = game
    stream = EventStream(site.port, table, players[0].token, after=after, query="?include=view")
    message = stream.next()
    assert message["events"] == []
    assert message["view"]["seat"] == 0
    stream.close()


def test_no_stream_and_no_answer_names_a_card_its_reader_may_not_see(
    site: Site, game: tuple[int, list[WebPlayer]]
) -> None:
    """Whole messages are searched, so that no field can be forgotten."""
    table, players = game
    watcher = EventStream(site.port, table, query="?include=view")
    rival = EventStream(site.port, table, players[1].token, query="?include=view")
    watcher.next()
    rival.next()
    own, public = set(), set()
    for _ in range(6):
        for player in players:
            player.take_turn(table)
        view = players[0].view(table)
        if view["phase"] != "playing" or view["round"]["shown"]:
            break
        own |= set(view["round"]["hand"])
        public |= set(view["round"]["discard_pile"])
    version = players[0].view(table)["version"]
    watcher.until(version)
    rival.until(version)
    if view["phase"] == "playing" and not view["round"]["shown"]:
        for card in own - public - set(players[1].view(table)["round"]["hand"]):
            assert f'"{card}"'.encode() not in watcher.raw
            assert f'"{card}"'.encode() not in rival.raw
    watcher.close()
    rival.close()


def test_two_players_play_their_ring_game_to_the_last_chip(site: Site) -> None:
    table, players = seat_two(site.port, format="ring", rounds=1)
    for _ in range(300):
        if players[0].take_turn(table) == "finished":
            break
        players[1].take_turn(table)
    view = players[0].view(table)
    assert view["status"] == "finished"
    balances = [player.request("GET", "/me/")[1]["balance"] for player in players]
    assert sum(balances) == 2_000
    assert [chips - 900 for chips in balances] == view["result"]["payouts"]


BAD_BODIES = {
    b"": "json_syntax",
    b"null": "json_not_an_object",
    b"[1]": "json_not_an_object",
    b"\xff\xfe": "body_not_utf8",
    b"\xef\xbb\xbf{}": "json_syntax",
    b'{"action": {"type": "draw_stock"}, "action": {}}': "json_key_twice",
    b'{"action": NaN}': "number_not_finite",
    b'{"expected_version": 1e999}': "number_not_whole",
    b'{"expected_version": 1.0}': "number_not_whole",
    b'{"expected_version": ' + b"9" * 5000 + b"}": "number_too_long",
    b'{"action": "\\u0000"}': "text_unstorable",
    b'{"action": "\\ud800"}': "text_unstorable",
    b'{"action": ' + b"[" * 30_000: "json_too_deep",
    b'{"action": ' + b"[" * 100 + b"]" * 100 + b"}": "json_too_deep",
    b'{"action": {"type": "draw_stock"}, "seat": 1}': "unknown_field",
    b'{"action": {"type": "draw_stock"}, "expected_version": "7"}': "expected_version_unreadable",
    b'{"action": {"type": "draw_stock"}, "expected_version": true}': "expected_version_unreadable",
    b'{"action": {"type": "draw_stock"}, "expected_version": -1}': "expected_version_unreadable",
    b'{"action": {"type": "draw_stock"}}': "expected_version_missing",
    b'{"action": {"type": "fly"}, "expected_version": 1}': "action_type_unknown",
    b'{"action": {"type": "discard"}, "expected_version": 1}': "action_unreadable",
    b'{"action": {"type": "discard", "card": "9x"}, "expected_version": 1}': "action_unreadable",
    b'{"action": 7, "expected_version": 1}': "action_not_an_object",
    b'{"action": {"type": "ready", "seed": "' + b"x" * 65 + b'"}}': "seed_unreadable",
}


@pytest.mark.parametrize("body", BAD_BODIES, ids=lambda body: body[:40].decode("latin-1"))
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_bad_body_is_refused_with_its_code_and_a_sentence(
    site: Site, quiet_game: tuple[int, list[WebPlayer]], body: bytes, language: str
) -> None:
    table, players = quiet_game
    version = players[0].view(table)["version"]
    status, problem, headers = post(
        site,
        f"/tables/{table}/actions/",
        body,
        {
            "Authorization": f"Token {players[0].token}",
            "Content-Type": "application/json",
            "Idempotency-Key": "k",
            "Accept-Language": language,
        },
    )
    assert problem["code"] == BAD_BODIES[body]
    assert status == 400
    assert headers["Content-Type"] == "application/problem+json"
    assert headers["Content-Language"] == language
    assert problem["code"] not in problem["detail"]
    assert players[0].view(table)["version"] == version


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({}, 401, "not_signed_in"),
        ({"Authorization": "Token nonsense"}, 401, "bad_token"),
        ({"Authorization": "Basic abc"}, 401, "bad_token"),
        ({"Cookie": "jeton_session=forged"}, 401, "not_signed_in"),
    ],
)
def test_strangers_may_not_act(
    site: Site,
    quiet_game: tuple[int, list[WebPlayer]],
    headers: dict[str, str],
    status: int,
    code: str,
) -> None:
    body = b'{"action": {"type": "draw_stock"}, "expected_version": 1}'
    sent = headers | {"Content-Type": "application/json", "Idempotency-Key": "k"}
    found, problem, _ = post(site, f"/tables/{quiet_game[0]}/actions/", body, sent)
    assert (found, problem["code"]) == (status, code)


def test_a_private_table_is_to_strangers_as_none(site: Site) -> None:
    host, stranger = WebPlayer.arrive(site.port), WebPlayer.arrive(site.port)
    _, table = host.request("POST", "/tables/", {"stake_chips": 0, "is_private": True})
    body = b'{"action": {"type": "draw_stock"}, "expected_version": 1}'
    said = []
    for number in (table["id"], 10**12):
        sent = {"Content-Type": "application/json", "Idempotency-Key": "k"}
        sent["Authorization"] = f"Token {stranger.token}"
        status, problem, _ = post(site, f"/tables/{number}/actions/", body, sent)
        said.append((status, problem["code"], problem["detail"]))
    assert said == [(404, "table_not_found", said[0][2])] * 2


@pytest.mark.parametrize("query", ["include=all", "format=xml"])
def test_a_stream_of_a_kind_there_is_none_of_is_refused(
    site: Site, quiet_game: tuple[int, list[WebPlayer]], query: str
) -> None:
    path = f"/tables/{quiet_game[0]}/events/?{query}"
    found, problem, _ = post(site, path, b"", {}, method="GET")
    assert (found, problem["code"]) == (400, "invalid_input")


@pytest.mark.parametrize(
    ("query", "code"),
    [("veiw=1", "unknown_field"), ("format=sse&format=sse", "json_key_twice")],
)
@pytest.mark.parametrize("address", ["tables/{0}/view/", "tables/{0}/events/", "me/events/"])
def test_a_name_that_nobody_asked_for_is_refused(
    site: Site, game: tuple[int, list[WebPlayer]], address: str, query: str, code: str
) -> None:
    table, players = game
    token = {"Authorization": f"Token {players[0].token}"}
    if address.endswith("view/") and code == "json_key_twice":
        code = "unknown_field"  # looking asks for nothing
    path = f"/{address.format(table)}?{query}"
    found, problem, _ = post(site, path, b"", token, method="GET")
    assert (found, problem["code"]) == (400, code)


def test_refusals_of_the_door_itself(site: Site, game: tuple[int, list[WebPlayer]]) -> None:
    table, players = game
    token = {"Authorization": f"Token {players[0].token}"}
    path = f"/tables/{table}/actions/"
    body = b'{"action": {"type": "draw_stock"}, "expected_version": 1}'
    kind = {"Content-Type": "application/json"}
    cases = [
        (token | {"Content-Type": "text/plain", "Idempotency-Key": "k"}, 415),
        (token | kind, 400),
        (token | kind | {"Idempotency-Key": "k" * 256}, 400),
    ]
    for headers, status in cases:
        assert post(site, path, body, headers)[0] == status
    large = b'{"action": "' + b"x" * 70_000 + b'"}'
    assert post(site, path, large, token | kind | {"Idempotency-Key": "k"})[0] == 413
    assert post(site, path, b"", token, method="GET")[0] == 405
    assert post(site, "/tables/999999/view/", b"", token, method="GET")[0] == 404
    assert post(site, "/tables/0/view/", b"", token, method="GET")[0] == 404
    stranger = WebPlayer.arrive(site.port)
    assert stranger.act(table, {"type": "draw_stock"}, 1) == 403


def test_moves_against_the_rules_name_the_rule_and_the_numbers(
    game: tuple[int, list[WebPlayer]],
) -> None:
    table, players = game
    player, other, view = on_turn(table, players)
    assert other.act(table, {"type": "draw_stock"}, view["version"]) == 409
    assert other.refusals[-1]["code"] == "not_your_turn"
    assert player.act(table, {"type": "draw_stock"}, view["version"] - 1) == 409
    assert player.refusals[-1]["facts"]["current"] == view["version"]
    assert player.act(table, {"type": "discard", "card": "As"}, view["version"]) == 422
    assert player.refusals[-1]["rule"] == "GIN-2"
    player.act(table, {"type": "draw_stock"}, view["version"])
    view = player.view(table)
    hand = view["round"]["hand"]
    knockable = {one["card"] for one in view["round"]["knockable"]}
    high = next(card for card in hand if card not in knockable)
    player.act(table, {"type": "knock", "card": high}, view["version"])
    refused = player.refusals[-1]
    assert (refused["code"], refused["rule"]) == ("deadwood_above_knock_limit", "GIN-5")
    assert refused["facts"]["limit"] == 10 < refused["facts"]["points"]
    assert choose(view)["type"] in ("discard", "knock")
