"""Standing, streak and first turns: who is told what, and when."""

import datetime as dt
import uuid
from typing import Any

import pytest
from django.test import Client

from accounts.joining.players import create_guest
from accounts.models import Player
from games.daily.playing import deal_of, look_after_daily_deals, play_daily
from games.daily.reading import deal_reading, streak
from games.models import Round, Seat
from games.moves.acting import play_action
from games.running.waking import wake_table
from games.tables.reading import table_reading
from rummy.engine.records import Action
from rummy.match import Phase, Resign, SitOut
from tests.by_hand import by_hand
from tests.daily.players import a_member, at_noon, played, step
from tests.play.clock import time_passes
from web.api.payloads import With

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
DAY = dt.date(2026, 11, 26)
GAME = "gin_palast"


@pytest.fixture(autouse=True)
def _day(monkeypatch: pytest.MonkeyPatch) -> None:
    at_noon(monkeypatch, DAY)


def read(player: Player | None, *, whole: bool = False) -> With:
    return deal_reading(deal_of(DAY, GAME), player, whole=whole)


def gives_up(player: Player) -> None:
    seat = play_daily(player=player, game=GAME)
    assert step(seat, "casual", "")
    act(seat, Resign())


def act(seat: Seat, action: Action) -> None:
    play_action(
        table_id=seat.table_id,
        player_id=seat.player_id,
        action=action,
        expected_version=None,
        key=str(uuid.uuid4()),
    )


def with_points(player: Player, points: int) -> None:
    """Played through, and scored so many more points than the opponent."""
    table = played(player, GAME)
    seat = table.seats.get(player=player).number
    score = Round.objects.get(table=table).score
    assert score is not None
    both = [max(0, -points)] * 2
    both[seat] = max(0, points)
    with by_hand():
        Round.objects.filter(table=table).update(score=score | {"points": both})


def test_who_has_not_played_is_told_how_many_have_and_nothing_more() -> None:
    anna, bert = a_member("Anna"), a_member("Bert")
    played(anna, GAME)
    for reader in (bert, None):
        deal = read(reader)
        assert (deal.players, deal.lines, deal.own, deal.state) == (1, [], None, "open")
    play_daily(player=bert, game=GAME)
    assert (read(bert).state, read(bert).lines) == ("playing", [])
    own = read(anna)
    assert (own.state, own.own and own.own.place, len(own.lines)) == ("finished", 1, 1)


def test_giving_up_is_a_result_too_and_the_last_one() -> None:
    anna, bert = a_member("Anna"), a_member("Bert")
    gives_up(anna)
    played(bert, GAME)
    deal = read(anna)
    assert deal.state == "given_up"
    assert [(line.player.name, line.points is None) for line in deal.lines] == [
        ("Bert", False),
        ("Anna", True),
    ]
    assert [(line.place, deal.players) for line in deal.lines] == [(1, 1), (None, 1)]


def test_who_has_the_table_play_to_the_end_has_given_up() -> None:
    anna = a_member("Anna")
    seat = play_daily(player=anna, game=GAME)
    act(seat, SitOut())
    for _step in range(200):
        if table_reading(seat.table_id).state.phase is Phase.FINISHED:
            break
        time_passes(seat.table)
        wake_table(table_id=seat.table_id)
    deal = read(anna)
    assert (deal.state, deal.players, streak(anna)) == ("given_up", 0, 0)


def test_a_guest_who_keeps_the_account_gets_no_place_by_it() -> None:
    guest = create_guest(language="de")
    played(guest, GAME)
    Player.objects.filter(pk=guest.pk).update(is_guest=False)
    guest.refresh_from_db()
    own = read(guest).own
    assert own is not None
    assert own.place is None
    assert own.points is not None


def test_what_the_house_called_off_is_nobodys_result(monkeypatch: pytest.MonkeyPatch) -> None:
    anna = a_member("Anna")
    seat = play_daily(player=anna, game=GAME)
    assert step(seat, "casual", "")
    at_noon(monkeypatch, DAY + dt.timedelta(days=1), hour=6)
    look_after_daily_deals()
    deal = read(anna)
    assert (deal.state, deal.own, deal.players, deal.lines) == ("called_off", None, 0, [])


def test_guests_and_bots_are_shown_and_take_nobodys_place() -> None:
    look_after_daily_deals()
    people = [a_member("Anna"), create_guest(language="de"), a_member("Bert")]
    for person in people:
        played(person, GAME)
    deal = read(people[0])
    places = {line.player.pk: line.place for line in deal.lines}
    assert [places[person.pk] for person in people] == [1, None, 1]  # they all played alike
    assert deal.players == 2


def test_equal_points_share_the_better_place() -> None:
    people = [a_member(name) for name in ("Anna", "Bert", "Cora", "Dora")]
    for person, points in zip(people, (-5, 31, 31, 0), strict=True):
        with_points(person, points)
    lines = read(people[0]).lines
    assert [(line.player.name, line.points, line.place) for line in lines] == [
        ("Bert", 31, 1),
        ("Cora", 31, 1),
        ("Dora", 0, 3),
        ("Anna", -5, 4),
    ]


def test_a_streak_counts_days_in_a_row_and_lasts_until_tomorrow_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna = a_member("Anna")
    assert streak(anna) == 0
    for days, expected in ((0, 1), (1, 2), (2, 3), (4, 1)):
        at_noon(monkeypatch, DAY + dt.timedelta(days=days))
        before = streak(anna)
        assert before == (expected - 1)  # not played yet today: yesterday's still stands
        played(anna, GAME)
        assert streak(anna) == expected
        played(anna, "romme_500")
        assert streak(anna) == expected  # a day counts once


def test_the_next_morning_everybody_sees_every_line_and_how_the_field_began(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna, bert, cora = (a_member(name) for name in ("Anna", "Bert", "Cora"))
    played(anna, GAME)
    played(bert, GAME)
    played(cora, GAME, like="greedy")
    assert read(anna, whole=True).openings == []
    at_noon(monkeypatch, DAY + dt.timedelta(days=1), hour=6)
    look_after_daily_deals()
    deal = read(None, whole=True)
    assert deal.is_open
    assert deal.state == "missed"
    assert len(deal.lines) == 3
    assert sum(one.players for one in deal.openings) == 3
    for one in deal.openings:
        assert one.taken in ("upcard_taken", "stock_drawn", "discard_taken")
        assert one.average <= one.best
        assert Client().get(f"/tables/{one.best_table}/replay/1/").status_code == 200


def test_the_api_tells_the_same() -> None:
    anna = Client()
    anna.force_login(a_member("Anna"))
    today = anna.get("/api/v1/daily/").json()
    assert today["day"] == "2026-11-26"
    assert [deal["game"] for deal in today["results"]] == [GAME, "german_romme", "romme_500"]
    begun = post(anna, f"/api/v1/daily/{GAME}/", key="one")
    assert begun.status_code == 201
    table = begun.json()["table"]
    assert table["terms"]["shared_deals"] == [deal_of(DAY, GAME).deal_id]
    assert post(anna, f"/api/v1/daily/{GAME}/", key="two").json()["table"]["id"] == table["id"]
    deal = anna.get(f"/api/v1/daily/2026-11-26/{GAME}/").json()
    assert (deal["state"], deal["lines"], deal["server_seed"]) == ("playing", [], "")
    assert post(anna, "/api/v1/daily/gin_team/", key="three").json()["code"] == "no_such_daily_deal"
    assert anna.get(f"/api/v1/daily/2026-02-30/{GAME}/").status_code == 404


def post(client: Client, address: str, *, key: str) -> Any:
    return client.post(
        address, "{}", content_type="application/json", headers={"Idempotency-Key": key}
    )
