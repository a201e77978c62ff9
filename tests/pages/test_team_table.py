"""A table for four: everyone finds their own and the partner's hand in the page, nobody another."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import Player
from games.models import Table
from games.tables import opening
from games.tables.reading import table_view
from tests.api.client import Caller
from tests.pages.browsers import browser, look
from tests.pages.tables import open_table
from tests.play.players import finish, ready
from tests.play.workers import work

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

NAMES = ("Anna", "Bert", "Cleo", "Dora")


@pytest.fixture
def four(make_player: Callable[[str], Player]) -> list[Player]:
    return [make_player(name) for name in NAMES]


def team_table(four: list[Player], **offer: Any) -> Table:
    table = open_table(four[0], preset="gin_team", **offer)
    for player in four[1:]:
        opening.join_table(table_id=table.pk, player=player)
    return table


def hand_of(table: Table, player: Player) -> list[str]:
    hand: list[str] = table_view(table.pk, player.pk)["round"]["hand"]
    return hand


def test_the_partners_hand_is_in_the_page_and_no_opponents_gin_t2(four: list[Player]) -> None:
    table = team_table(four)
    for player in four:
        ready(table, player, seed=player.name)
    for seat, player in enumerate(four):
        page = look(browser(player).get(f"/tables/{table.pk}/"))
        partner = hand_of(table, four[(seat + 2) % 4])
        assert sorted(page.json("table-view")["round"]["partner_hand"]) == sorted(partner)
        for other in (four[(seat + 1) % 4], four[(seat + 3) % 4]):
            hidden = hand_of(table, other)
            assert [card for card in hidden if json.dumps(card) in page.html] == []


def test_a_spectator_of_teams_sees_no_hand_at_all(four: list[Player]) -> None:
    table = team_table(four)
    for player in four:
        ready(table, player, seed=player.name)
    view = look(browser().get(f"/tables/{table.pk}/")).json("table-view")
    assert view["round"]["hand"] is None
    assert "partner_hand" not in view["round"]


def test_the_rules_of_the_table_say_what_teams_play_by(four: list[Player]) -> None:
    page = look(browser(four[0], language="de").get(f"/tables/{team_table(four).pk}/"))
    for words in ("Team-Gin", "4, Partner gegenüber", "Bonus für großes Gin 30", "reihum"):
        assert words in page.text
    assert page.all("a", href="/rules/gin/gin_team/")


def test_a_round_of_four_has_its_replay_with_every_hand_and_a_review(four: list[Player]) -> None:
    table = team_table(four, rounds=1)
    finish(table, four)
    proof = look(browser().get(f"/tables/{table.pk}/replay/1/")).json("round")
    assert [len(step["hands"]) for step in proof["steps"]] == [4] * len(proof["steps"])
    path = f"/tables/{table.pk}/rounds/1/review/"
    assert Caller().get(path).status_code == 202
    work()
    review = Caller().get(path).json()["results"]
    assert [one["seat"] for one in review] == [0, 1, 2, 3]


def test_a_hint_is_given_at_a_training_table_for_four(four: list[Player]) -> None:
    table = team_table(four, house_rules=("training",))
    for player in four:
        ready(table, player, seed=player.name)
    turn = table_view(table.pk, None)["turn"]
    hint = Caller(four[turn]).get(f"/tables/{table.pk}/hint/").json()
    assert hint["action"]["type"] in ("take_upcard", "pass_upcard")
