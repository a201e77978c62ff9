"""The table page hands each viewer their own view and nothing more."""

import json

import pytest

from accounts.models import Player
from games.tables.reading import table_view
from tests.pages.browsers import browser, look
from tests.pages.tables import finished_ring, open_table, running_table
from tests.play.players import take_turn

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def test_a_player_finds_their_own_hand_in_the_page(anna: Player, bert: Player) -> None:
    table = running_table(anna, bert)
    page = look(browser(anna).get(f"/tables/{table.pk}/"))
    view = page.json("table-view")
    assert view["seat"] == 0
    assert sorted(view["round"]["hand"]) == sorted(table_view(table.pk, anna.pk)["round"]["hand"])


def test_no_card_of_the_other_hand_is_in_the_page(anna: Player, bert: Player) -> None:
    """Neither in the view nor in the log that comes with it, the card just drawn included."""
    table = running_table(anna, bert)
    take_turn(table, [anna, bert])
    for viewer, other in ((anna, bert), (bert, anna)):
        page = look(browser(viewer).get(f"/tables/{table.pk}/"))
        events = page.json("table-events")
        open_cards = {event.get("card") for event in events if event["type"] == "upcard_taken"}
        hidden = set(table_view(table.pk, other.pk)["round"]["hand"]) - open_cards
        assert len(hidden) >= 10
        assert [card for card in hidden if json.dumps(card) in page.html] == []


def test_a_spectator_sees_no_hand_at_all(anna: Player, bert: Player) -> None:
    table = running_table(anna, bert)
    page = look(browser().get(f"/tables/{table.pk}/"))
    view = page.json("table-view")
    assert (view["seat"], view["round"]["hand"], view["legal"]) == (None, None, [])
    dealt = next(event for event in page.json("table-events") if event["type"] == "round_dealt")
    assert dealt["hands"] == [None, None]


def test_before_any_script_the_page_shows_who_plays_and_cards_from_behind(
    anna: Player, bert: Player
) -> None:
    table = running_table(anna, bert)
    page = look(browser(anna).get(f"/tables/{table.pk}/"))
    assert len(page.all("b", **{"class": "who-name"})) == 2
    assert {view["player"]["name"] for view in page.json("table-view")["seats"]} <= set(page.words)
    assert len(page.all("li", **{"class": "card back"})) == 10
    watched = look(browser().get(f"/tables/{table.pk}/"))
    assert len(watched.all("b", **{"class": "who-name"})) == 2
    assert watched.all("li", **{"class": "card back"}) == []


def test_the_rules_of_the_table_are_in_the_page_with_their_numbers(anna: Player) -> None:
    table = open_table(anna, preset="gin_classic", house_rules=("oklahoma",))
    text = look(browser(anna).get(f"/tables/{table.pk}/")).text
    for words in ("Gin Rummy, classic", "Undercut bonus 10", "Gin bonus 25", "offered to both"):
        assert words in text
    assert "Its value is the knock limit:" in text


def test_a_private_table_is_no_table_for_strangers(anna: Player, bert: Player) -> None:
    table = open_table(anna, is_private=True)
    assert browser(bert).get(f"/tables/{table.pk}/").status_code == 404
    for code in ("wrong", "%01", "", "%ED%A0%80"):
        assert browser(bert).get(f"/tables/{table.pk}/?invite={code}").status_code == 404
    assert table.name not in look(browser(bert).get("/")).text


def test_an_invitation_shows_the_terms_and_offers_a_seat(anna: Player, bert: Player) -> None:
    table = open_table(anna, is_private=True)
    link = look(browser(anna).get(f"/tables/{table.pk}/")).json("table-page")["table_url"]
    guest = browser(bert)
    page = look(guest.get(link))
    assert page.status == 200
    assert "Anna invites you" in page.text
    (hidden,) = page.all("input", name="invite")
    answer = guest.post(f"/tables/{table.pk}/join/", {"invite": hidden["value"]})
    assert answer["location"] == f"/tables/{table.pk}/"
    assert table_view(table.pk, bert.pk)["seat"] == 1


def test_the_finished_table_leads_to_its_replay(anna: Player, bert: Player) -> None:
    table = finished_ring(anna, bert)
    page = look(browser(bert).get(f"/tables/{table.pk}/"))
    assert page.json("table-view")["result"]["totals"]
    replay = look(browser().get(f"/tables/{table.pk}/replay/1/"))
    proof = replay.json("round")
    assert proof["commitment"] in replay.text
    assert len(proof["deck"]) == 52
    assert [len(step["hands"]) for step in proof["steps"]] == [2] * len(proof["steps"])


def test_a_round_under_way_has_no_replay(anna: Player, bert: Player) -> None:
    table = running_table(anna, bert)
    assert browser(anna).get(f"/tables/{table.pk}/replay/1/").status_code == 404
