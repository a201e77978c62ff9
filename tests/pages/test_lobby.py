"""The lobby: what it lists, and what happens at one tap."""

import re
from typing import Any

import pytest
from django.db import connections

from accounts.models import Player
from games.models import Seat, Table
from games.pages import lobby_rows
from games.tables.lobby import lists
from games.tables.reading import table_view
from tests.backoffice.many import TABLES
from tests.pages.browsers import browser, look
from tests.pages.tables import open_table, running_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def test_ones_own_tables_come_first_and_only_once(anna: Player, bert: Player) -> None:
    other = open_table(bert)
    mine = open_table(anna)
    page = look(browser(anna).get("/"))
    rows = [tag["data-table"] for tag in page.all("li") if "data-table" in tag]
    assert rows == [str(mine.pk), str(other.pk)]
    assert page.text.index("Your tables") < page.text.index("Open tables")


def test_a_table_that_waits_for_me_says_so(anna: Player, bert: Player) -> None:
    table = running_table(anna, bert)
    on_turn, waiting = (anna, bert) if table_view(table.pk, None)["turn"] == 0 else (bert, anna)
    assert "Your turn" in look(browser(on_turn).get("/")).text
    assert "Your turn" not in look(browser(waiting).get("/")).text


def test_what_is_being_played_is_found_past_whatever_is_over(anna: Player) -> None:
    """By two indexes, however few play: no other would end within its time in an old house.

    The owner writes and counts the rows: by figures of another test the database plans for that.
    """
    playing = Table(preset="gin_palast", terms={}, seats_max=2, stake_chips=0, status="playing")
    playing.save(using="owner")
    with connections["owner"].cursor() as owner:
        owner.execute(TABLES, {"rows": 3_000})
        owner.execute("ANALYZE games_table")
        owner.execute("SET LOCAL enable_seqscan = off")
    for player in (None, anna):
        plan = lists.running_tables(player)[:30].using("owner").explain()
        assert "games_table_live" in plan
        assert "games_table_finished" in plan
        assert "Backward using games_table_pkey" not in plan


def test_a_table_for_four_says_how_many_seats_are_free(anna: Player) -> None:
    open_table(anna, preset="gin_team")
    text = look(browser().get("/")).text
    assert "3 seats free" in text
    assert "4 players" in text


def test_a_running_table_can_be_watched(anna: Player, bert: Player) -> None:
    table = running_table(anna, bert)
    page = look(browser().get("/"))
    assert "Being played" in page.text
    assert page.all("a", href=f"/tables/{table.pk}/")


def test_the_lists_alone_are_a_part_of_the_page(anna: Player) -> None:
    open_table(anna)
    part = look(browser().get("/?part=tables"))
    assert part.all("html") == []
    assert [tag for tag in part.all("li") if "data-table" in tag]


def test_the_lobby_asks_as_often_for_two_tables_as_for_eight(
    anna: Player, django_assert_max_num_queries: object
) -> None:
    client = browser()
    open_table(anna)
    for _ in range(4):
        open_table(anna)
    with django_assert_max_num_queries(6):  # type: ignore[operator]
        client.get("/")


def test_the_lobby_reads_no_more_tables_than_it_shows(
    anna: Player, bert: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = open_table(bert)
    mine, others = open_table(anna), [open_table(anna), open_table(anna)]
    read: list[int] = []
    from_db = Table.from_db.__func__  # type: ignore[attr-defined]

    def counted(kind: Any, *row: Any) -> Any:
        table = from_db(kind, *row)
        read.append(table.pk)
        return table

    monkeypatch.setattr(Table, "from_db", classmethod(counted))
    monkeypatch.setattr(lobby_rows, "ROWS_MAX", 2)
    shown = lobby_rows.lobby_rows(bert)["open_tables"]
    assert [row.id for row in shown] == [mine.pk, others[0].pk]
    assert sorted(read) == [own.pk, mine.pk, others[0].pk]


def test_sitting_down_takes_one_tap(anna: Player, bert: Player) -> None:
    table = open_table(anna, stake_chips=100)
    answer = browser(bert).post(f"/tables/{table.pk}/join/")
    assert answer["location"] == f"/tables/{table.pk}/"
    assert Seat.objects.filter(table=table, player=bert, stake_chips=100).exists()


def test_a_visitor_who_sits_down_becomes_a_guest(anna: Player) -> None:
    table = open_table(anna)
    browser(language="de").post(f"/tables/{table.pk}/join/")
    seat = Seat.objects.get(table=table, number=1)
    assert seat.player.is_guest
    assert seat.player.language == "de"


def test_a_full_table_is_refused_in_words(anna: Player, bert: Player) -> None:
    table = running_table(anna, bert)
    answer = browser(language="de").post(f"/tables/{table.pk}/join/", follow=True)
    assert "Dieser Tisch ist nicht mehr offen." in look(answer).text


def test_a_stake_beyond_the_wallet_is_refused_with_the_numbers(anna: Player, bert: Player) -> None:
    dear = open_table(anna, stake_chips=950)
    open_table(bert, stake_chips=100)
    answer = browser(bert).post(f"/tables/{dear.pk}/join/", follow=True)
    assert "You need 950 chips and have 900." in look(answer).text
    assert not Seat.objects.filter(table=dear, player=bert).exists()


def test_play_now_seats_a_visitor_at_a_table(anna: Player) -> None:
    answer = browser().post("/quick-seat/")
    table = Table.objects.latest("pk")
    assert answer["location"] == f"/tables/{table.pk}/"
    assert Seat.objects.filter(table=table, player__is_guest=True).exists()


@pytest.mark.parametrize("path", ["/quick-seat/", "/tables/1/join/", "/play-as-guest/"])
def test_nothing_happens_by_following_a_link(path: str) -> None:
    assert browser().get(path).status_code == 405
    assert not Player.objects.exists()


def test_play_now_joins_whoever_waits(anna: Player, bert: Player) -> None:
    table = open_table(anna, stake_chips=50)
    answer = browser(bert).post("/quick-seat/")
    assert answer["location"] == f"/tables/{table.pk}/"


def test_a_guest_begins_for_nothing_unless_they_say_otherwise(anna: Player) -> None:
    dear = open_table(anna, stake_chips=50)
    client = browser()
    client.post("/quick-seat/")
    assert Table.objects.latest("pk").stake_chips == 0
    assert Seat.objects.filter(table=dear).count() == 1
    other = browser()
    page = look(other.get("/?stake=100"))
    assert "Anna waits" in page.text
    assert "stake 50 chips" in page.text
    answer = other.post("/quick-seat/", what_it_says(page, "quick-seat"))
    assert answer["location"] == f"/tables/{dear.pk}/"


def what_it_says(page: Any, action: str) -> dict[str, str]:
    """What the form of this button sends."""
    form = next(one for one in page.html.split("<form") if f'data-action="{action}"' in one)
    sent = re.findall(r'name="(\w+)"\s+value="([^"]*)"', form)
    return {name: value for name, value in sent if name != "csrfmiddlewaretoken"}


def test_a_tap_asks_for_no_other_game_and_no_more_chips_than_was_said(anna: Player) -> None:
    """What waits when the button is pressed may be something else than when it was shown."""
    client = browser()
    said = what_it_says(look(client.get("/?stake=20")), "quick-seat")
    assert said == {"preset": "gin_palast", "seats": "2", "stake_chips_max": "20"}
    open_table(anna, stake_chips=100)
    open_table(anna, preset="romme_500", seats=2)
    client.post("/quick-seat/", said)
    table = Table.objects.latest("pk")
    assert (table.preset, table.seats_max, table.stake_chips) == ("gin_palast", 2, 20)


def test_before_the_tap_stands_what_opens(anna: Player) -> None:
    text = look(browser().get("/")).text
    assert "Gin Rummy · to 50 points · 2 players · no stake · against 1 bot" in text
    assert "Gin Rummy · 1 round · 2 players · no stake · against 1 bot" in text
    assert "Deutsches Rommé · 2 rounds · 4 players · no stake · against 3 bots" in text
    german = look(browser(language="de").get("/")).text
    assert "Gin Rommé · bis 50 Punkte · 2 Spieler · ohne Einsatz · gegen 1 Bot" in german


@pytest.mark.parametrize(
    "wish",
    [{"preset": "skat"}, {"stake_chips_max": "101"}, {"stake_chips_max": "-1"}, {"seats": "9"}],
)
def test_a_wish_nobody_can_grant_is_refused_in_words(wish: dict[str, str]) -> None:
    answer = browser(language="de").post("/quick-seat/", wish, follow=True)
    assert next(iter(wish)) in look(answer).text
    assert not Table.objects.exists()


def test_ones_own_tables_stand_first_with_whose_turn_it_is(anna: Player, bert: Player) -> None:
    table = running_table(anna, bert)
    on_turn, waiting = (anna, bert) if table_view(table.pk, None)["turn"] == 0 else (bert, anna)
    page = look(browser(waiting).get("/"))
    assert f"{on_turn.name} to play" in page.text
    assert page.text.index("Your tables") < page.text.index("Good luck")
    assert "Play on" in look(browser(on_turn).get("/?part=own")).text


def test_play_now_spends_no_more_than_a_modest_stake(anna: Player) -> None:
    dear = open_table(anna, stake_chips=500)
    browser().post("/quick-seat/")
    assert Seat.objects.filter(table=dear).count() == 1


def test_play_now_leads_back_to_ones_own_table(anna: Player, bert: Player) -> None:
    table = running_table(anna, bert)
    assert browser(anna).post("/quick-seat/")["location"] == f"/tables/{table.pk}/"


def test_play_now_asks_the_broke_for_no_stake(anna: Player) -> None:
    open_table(anna, stake_chips=990, is_private=True)
    Table.objects.update(status="cancelled")
    browser(anna).post("/quick-seat/")
    assert Table.objects.latest("pk").stake_chips == 0


def test_ones_own_games_say_what_to_do_when_there_are_none(anna: Player) -> None:
    page = browser(anna).get("/my-games/")
    for action in ("quick-seat", "new-table"):
        assert f'data-action="{action}"' in page.content.decode()
    table = open_table(anna)
    page = browser(anna).get("/my-games/")
    assert f'data-table="{table.pk}"' in page.content.decode()
    assert "empty-seat" not in page.content.decode()


def test_each_game_is_offered_with_a_picture_its_length_and_what_a_tap_leads_to() -> None:
    page = look(browser().get("/"))
    assert len([one for one in page.all("span") if one.get("class") == "game-picture"]) == 3
    for words in ("5 minutes", "15 minutes", "10 minutes", "no stake · against 3 bots"):
        assert words in page.text
