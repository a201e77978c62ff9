"""Rounds are judged once, after their end, for people only, and told to everybody alike."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.joining.players import create_guest
from accounts.models import Player
from games.models import Mistake, Round, RoundSkill, RoundToJudge, Table
from games.running.results import book_results
from games.running.waking import wake_table
from games.skill import judging
from games.skill.judging import judge_due_rounds
from games.skill.reading import skills_of
from games.tables.admission import Admission
from games.tables.opening import add_bot, create_table, join_table, seat_bot
from games.tables.reading import table_reading
from games.tables.terms import TableOffer
from rummy.match import Phase
from tests.play.clock import due_now
from tests.play.players import finish, ready, take_turn

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def seated(*players: Player, **given: Any) -> Table:
    table = create_table(player=players[0], offer=TableOffer(format="ring", **given))
    for player in players:
        join_table(table_id=table.pk, player=player)
    return table


def test_every_round_of_people_is_judged_once_when_it_is_over() -> None:
    anna, bert = create_guest(language="de"), create_guest(language="en")
    table = seated(anna, bert, rounds=2)
    finish(table, [anna, bert])
    for _times in range(2):
        book_results(table_id=table.pk)
    assert RoundToJudge.objects.count() == 2
    assert judge_due_rounds(seconds=60) == 2
    assert not judging.is_any_due()
    assert RoundSkill.objects.count() == 4
    book_results(table_id=table.pk)
    assert judge_due_rounds(seconds=60) == 0
    for player in (anna, bert):
        (found,) = skills_of(player, player)
        assert (found.game, found.all.rounds) == ("gin", 2)
        assert 0 <= found.all.percent <= 100
        assert found.blocks == []


def test_a_round_in_play_is_judged_by_nobody() -> None:
    anna, bert = create_guest(language="de"), create_guest(language="en")
    table = seated(anna, bert, rounds=1)
    for player in (anna, bert):
        ready(table, player)
    take_turn(table, [anna, bert])
    book_results(table_id=table.pk)
    assert not judging.is_any_due()


@pytest.mark.soak
def test_of_bots_of_the_house_nothing_is_kept() -> None:
    anna = create_guest(language="de")
    table = seated(anna, rounds=1)
    add_bot(table_id=table.pk, player=anna)
    alone = create_table(player=None, offer=TableOffer(format="ring", rounds=1))
    for _seat in range(2):
        seat_bot(table_id=alone.pk, bot="casual")
    for each, people in ((table, [anna]), (alone, [])):
        played_out(each, people)
        book_results(table_id=each.pk)
    assert judge_due_rounds(seconds=60) == 1
    assert [one.player_id for one in RoundSkill.objects.all()] == [anna.pk]


def played_out(table: Table, people: list[Player]) -> None:
    for _step in range(2_000):
        state = table_reading(table.pk).state
        if state.phase is Phase.FINISHED:
            return
        turn = state.round.turn if state.round is not None else None
        of_people = {state.seat_of(player.pk): player for player in people}
        if state.phase is Phase.PLAYING and turn in of_people:
            take_turn(table, [of_people.get(seat, people[0]) for seat in range(2)])
        elif state.phase is Phase.BETWEEN and people and not all(state.ready):
            ready(table, people[0])
        else:
            due_now(table)
            wake_table(table_id=table.pk)
    raise AssertionError("the round does not end")


def test_a_round_that_cannot_be_read_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bert = create_guest(language="de"), create_guest(language="en")
    table = seated(anna, bert, rounds=2)
    finish(table, [anna, bert])
    book_results(table_id=table.pk)
    broken = Round.objects.filter(table=table).order_by("pk").values_list("pk", flat=True)[0]
    judged = judging.judged

    def breaks(played: Round) -> tuple[list[RoundSkill], list[Mistake]]:
        if played.pk == broken:
            raise ValueError("unreadable")
        return judged(played)

    monkeypatch.setattr(judging, "judged", breaks)
    assert judge_due_rounds(seconds=60) == 2
    assert RoundSkill.objects.count() == 2


def test_a_worker_stops_when_its_share_is_used_up() -> None:
    anna, bert = create_guest(language="de"), create_guest(language="en")
    table = seated(anna, bert, rounds=2)
    finish(table, [anna, bert])
    book_results(table_id=table.pk)
    assert judge_due_rounds(seconds=0) == 0
    assert judging.is_any_due()


def test_the_api_and_the_profile_tell_it_to_everybody() -> None:
    anna, bert = create_guest(language="de"), create_guest(language="en")
    table = seated(anna, bert, rounds=5)
    finish(table, [anna, bert])
    book_results(table_id=table.pk)
    judge_due_rounds(seconds=60)
    (found,) = Client().get(f"/api/v1/players/{anna.pk}/accuracy/").json()["results"]
    assert found["game"] == "gin"
    assert found["recent"]["rounds"] == 5
    assert found["recent"]["margin"] is not None
    assert found["levels"]["expert"] == 100
    assert Client().get("/api/v1/players/999999999/accuracy/").json()["code"] == "player_not_found"
    page = Client(headers={"Accept-Language": "de"}).get(f"/players/{anna.pk}/").content.decode()
    assert "Genauigkeit" in page
    assert "Gemütlich" in page


def test_what_a_match_was_made_of_is_told_when_it_is_over() -> None:
    """The parts of all its rounds, for everybody who may see the table; nothing before its end."""
    anna, bert = create_guest(language="de"), create_guest(language="en")
    table = seated(anna, bert, rounds=2)
    address = f"/api/v1/tables/{table.pk}/skill/"
    client = Client(headers={"Accept-Language": "de"})
    assert client.get(address).json() == {"results": [], "is_complete": True}
    finish(table, [anna, bert])
    assert client.get(address).json() == {"results": [], "is_complete": False}
    book_results(table_id=table.pk)
    assert client.get(address).json() == {"results": [], "is_complete": False}
    judge_due_rounds(seconds=60)
    assert client.get(address).json()["is_complete"]
    rounds = Round.objects.filter(table=table).values_list("score", flat=True)
    points = sum(score["points"][0] - score["points"][1] for score in rounds if score)
    found = {one["player"]["name"]: one for one in client.get(address).json()["results"]}
    assert {name: one["luck"]["result"] for name, one in found.items()} == {
        anna.username: points,
        bert.username: -points,
    }
    assert [one["luck"]["rounds"] for one in found.values()] == [2, 2]
    of_match = found[anna.username]["accuracy"]
    (skill,) = client.get(f"/api/v1/players/{anna.pk}/accuracy/").json()["results"]
    assert skill["luck"]["rounds"] == 2
    assert skill["luck"]["result"] == pytest.approx(found[anna.username]["luck"]["result"] / 2)
    assert of_match == skill["all"]
    page = client.get(f"/tables/{table.pk}/replay/1/").content.decode()
    assert "Die ganze Partie" in page
    profile = client.get(f"/players/{anna.pk}/").content.decode()
    assert "Glück je Runde" in profile


def test_of_what_others_may_not_know_yet_no_figure_tells() -> None:
    """Private matches, those under way, and late ones: neither their luck nor a mean with it."""
    anna, bert = create_guest(language="de"), create_guest(language="en")
    late = create_table(
        player=anna,
        offer=TableOffer(format="ring", rounds=1),
        admission=Admission(delay_seconds=600),
    )
    secret = create_table(player=anna, offer=TableOffer(format="ring", rounds=1), is_private=True)
    for table in (late, secret):
        for player in (anna, bert):
            join_table(table_id=table.pk, player=player, invite_code=table.invite_code)
        finish(table, [anna, bert])
        book_results(table_id=table.pk)
    assert judge_due_rounds(seconds=60) == 2
    visitor, owner = Client(), Client()
    owner.force_login(anna)
    address = f"/api/v1/players/{anna.pk}/accuracy/"
    assert visitor.get(address).json() == {"results": []}
    assert owner.get(address).json()["results"][0]["all"]["rounds"] == 2
    assert visitor.get(f"/api/v1/tables/{late.pk}/skill/").json()["results"] == []
    assert len(owner.get(f"/api/v1/tables/{late.pk}/skill/").json()["results"]) == 2
    assert visitor.get(f"/api/v1/tables/{secret.pk}/skill/").status_code == 404
    Table.objects.filter(pk=late.pk).update(finished_at=timezone.now() - dt.timedelta(hours=1))
    assert visitor.get(address).json()["results"][0]["all"]["rounds"] == 1
    assert len(visitor.get(f"/api/v1/tables/{late.pk}/skill/").json()["results"]) == 2
