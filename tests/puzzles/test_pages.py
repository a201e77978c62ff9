"""Solving puzzles on the page and over the API; a hidden card never leaves the server."""

import html
import json
from typing import Any

import pytest
from django.test import Client

from accounts.joining.players import create_guest
from games.models import Puzzle, PuzzleTry
from games.puzzles.solving import take_in_puzzles
from rummy import puzzles
from rummy.engine.cards import cards_of, cards_text
from rummy.puzzles.puzzle import GO_OUT
from tests.chance import some

from .test_proof import hidden_of
from .test_solving import RIGHT, WRONG, a_puzzle

pytestmark = pytest.mark.django_db


def post(client: Client, address: str, body: dict[str, Any], key: str = "once") -> Any:
    return client.post(
        address, body, content_type="application/json", headers={"Idempotency-Key": key}
    )


def told(client: Client, address: str) -> str:
    answer = client.get(address, headers={"Accept-Language": "de"})
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def hidden_cards(puzzle: puzzles.Puzzle) -> set[str]:
    """What the seat of the puzzle cannot know."""
    hands, stock = hidden_of(puzzle.position.state)
    others = [hand for seat, hand in enumerate(hands) if seat != puzzle.position.seat]
    known = sum(
        puzzle.position.recalled.held_by(seat) & hands[seat]
        for seat in range(len(hands))
        if seat != puzzle.position.seat
    )
    hidden = {*stock, *(card for hand in others for card in cards_of(hand & ~known))}
    return {text for card in hidden for text in cards_text(1 << card)}


def cards_in(data: Any) -> set[str]:
    """Every text in this JSON that names a card."""
    if isinstance(data, dict):
        return {card for value in data.values() for card in cards_in(value)}
    if isinstance(data, list):
        return {card for value in data for card in cards_in(value)}
    return {data.split("=")[0]} if isinstance(data, str) and len(data) in (2, 3, 5) else set()


@pytest.mark.drawn
def test_no_hidden_card_is_told_before_or_after_the_answer() -> None:
    """On no page and over no API: of a third of the puzzles by the seed, in the soak run of all."""
    take_in_puzzles()
    anna = create_guest()
    client = Client()
    client.force_login(anna)
    every = list(Puzzle.objects.order_by("pk"))
    for row in some(every, len(every) // 3, "puzzles"):
        content = puzzles.Puzzle.from_json(row.content)
        hidden = hidden_cards(content)
        page = told(client, f"/puzzles/{row.pk}/")
        scripts = [
            part.split("</script>")[0] for part in page.split('type="application/json">')[1:]
        ]
        asked = client.get(f"/api/v1/puzzles/{row.pk}/").json()
        verdict = post(client, f"/api/v1/puzzles/{row.pk}/answer/", {"give_up": True}, str(row.pk))
        shown = post(client, f"/puzzles/{row.pk}/move/", {"show_me": True}).json()
        for data in (*map(json.loads, scripts), asked, verdict.json(), shown):
            assert not cards_in(data) & hidden, row.key


def test_what_is_drawn_in_a_right_answer_is_the_only_card_that_comes() -> None:
    client, puzzle = Client(), a_puzzle()
    answer = post(client, f"/puzzles/{puzzle.pk}/move/", {"action": RIGHT[0]}).json()
    (news,) = answer["news"]
    assert (news["view"]["legal"], news["view"]["turn"]) == ([], None)
    assert news["coach"]["waits"] == "over"
    assert [event["type"] for event in news["events"]] == ["upcard_taken"]


def test_whose_turn_it_is_stands_where_the_table_page_looks() -> None:
    """There is no clock; the buttons come from the turn all the same."""
    take_in_puzzles()
    for row in Puzzle.objects.all():
        view = Client().get(f"/puzzles/{row.pk}/view/").json()
        assert view["turn"] == view["seat"] == view["round"]["turn"]
        assert view["legal"]
        assert view["controls"] == []


def test_a_wrong_answer_leaves_the_table_and_points_at_the_right_one() -> None:
    client, puzzle = Client(headers={"Accept-Language": "de"}), a_puzzle()
    answer = post(client, f"/puzzles/{puzzle.pk}/move/", {"action": WRONG[0]}).json()
    (news,) = answer["news"]
    assert news["events"] == []
    assert news["coach"]["points_at"] == ["discards"]
    assert news["coach"]["says"] == "Nicht ganz."
    assert news["coach"]["made"] == WRONG[0]
    assert news["coach"]["proof"]["choices"][1]["behind"] == 20.0


def test_a_move_against_the_rules_is_refused_as_at_any_table() -> None:
    client, puzzle = Client(), a_puzzle()
    answer = post(
        client, f"/puzzles/{puzzle.pk}/move/", {"action": {"type": "discard", "card": "7s"}}
    )
    assert answer.status_code == 422
    assert answer.json()["code"] == "draw_first"
    stale = post(client, f"/puzzles/{puzzle.pk}/move/", {"action": RIGHT[0], "expected_version": 0})
    assert stale.json()["code"] == "stale_version"


def test_a_whole_turn_is_played_move_by_move_and_counts_once() -> None:
    take_in_puzzles()
    anna = create_guest()
    client = Client()
    client.force_login(anna)
    row = Puzzle.objects.filter(theme=GO_OUT).order_by("pk")[0]
    client.get(f"/puzzles/{row.pk}/")
    line = row.content["line"]
    for action in line[:-1]:
        (news,) = post(client, f"/puzzles/{row.pk}/move/", {"action": action}).json()["news"]
        assert news["coach"]["waits"] == "move"
        assert client.get(f"/puzzles/{row.pk}/view/").json()["version"] == news["version"]
    (news,) = post(client, f"/puzzles/{row.pk}/move/", {"action": line[-1]}).json()["news"]
    assert news["coach"]["waits"] == "over"
    assert PuzzleTry.objects.get(player=anna).solved


def test_over_the_api_a_repeat_gets_the_first_verdict() -> None:
    client, puzzle = Client(), a_puzzle()
    client.force_login(create_guest())
    address = f"/api/v1/puzzles/{puzzle.pk}/answer/"
    first = post(client, address, {"moves": RIGHT})
    again = post(client, address, {"moves": RIGHT})
    assert first.json() == again.json()
    assert first.json()["counted"] is True
    assert [one["behind"] for one in first.json()["proof"]["choices"]] == [0.0, 20.0]
    later = post(client, address, {"moves": RIGHT}, "another")
    assert later.json()["counted"] is False


def test_the_overview_tells_how_one_stands() -> None:
    client, puzzle = Client(), a_puzzle()
    client.force_login(create_guest())
    post(client, f"/api/v1/puzzles/{puzzle.pk}/answer/", {"moves": RIGHT})
    found = client.get("/api/v1/puzzles/").json()
    assert (found["tried"], found["solved"], found["run"], found["today"]) == (1, 1, 1, puzzle.pk)
    assert found["rating"] > 1500
    assert found["themes"] == [
        {"game": "gin_palast", "theme": "draw", "puzzles": 1, "tried": 1, "solved": 1}
    ]
    assert "1 von 1 gelöst" in told(client, "/puzzles/")


def test_next_leads_to_one_of_the_kind_that_was_wished() -> None:
    client, puzzle = Client(), a_puzzle()
    answer = client.get("/puzzles/next/?game=gin_palast&theme=draw")
    assert answer.headers["Location"] == f"/puzzles/{puzzle.pk}/?game=gin_palast&theme=draw"
    assert client.get("/puzzles/next/?game=romme_500").headers["Location"] == "/puzzles/"
    found = client.get("/api/v1/puzzles/next/?game=gin_palast").json()
    assert (found["id"], found["theme"], found["solved"]) == (puzzle.pk, "draw", None)
    assert client.get("/api/v1/puzzles/next/?theme=cook").status_code == 400
    nothing = client.get("/api/v1/puzzles/next/?game=romme_500")
    assert (nothing.status_code, nothing.json()["code"]) == (404, "no_puzzle_left")


def test_an_unknown_puzzle_is_not_found() -> None:
    assert Client().get("/puzzles/77/").status_code == 404
    assert Client().get("/api/v1/puzzles/77/").json()["code"] == "puzzle_not_found"


def test_what_no_browser_sends_is_refused_and_not_kept() -> None:
    """Nothing but the moves themselves is remembered, and of those no more than an answer has."""
    take_in_puzzles()
    client = Client()
    row = Puzzle.objects.filter(theme=GO_OUT).order_by("pk")[0]
    address, first = f"/puzzles/{row.pk}/move/", row.content["line"][0]
    assert post(client, address, {"action": {**first, "junk": "x" * 5_000}}).status_code == 200
    assert client.session[f"puzzle:{row.pk}"] == [first]
    undone = {"action": {"type": "undo"}}
    for action in (undone, {"action": first}) * 29 + (undone,):
        assert post(client, address, action).status_code == 200
    assert post(client, address, {"action": first}).json()["code"] == "answer_too_long"
    long = {"action": {"type": "lay_meld", "cards": ["4h"] * 7_000}}
    assert post(Client(), address, long).json()["code"] == "action_too_long"
    for wish in ("game=%01", "theme=%01x", "game=poker", "theme=" + "x" * 500):
        assert client.get(f"/puzzles/next/?{wish}").status_code == 302
