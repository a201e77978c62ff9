"""The wall of the room: clock, numbers, who sits where, news; the same for everybody."""

import datetime as dt
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.joining.players import create_player
from accounts.models import Player
from tests.pages.browsers import Page, browser, look
from tests.tournaments.club import (
    fresh,
    ordered,
    people,
    play_to_the_end,
    playing,
    published,
    report,
    started,
)
from tournaments.desk.calling_off import cancel_tournament
from tournaments.director import EntryRules, Plan, PrizeForm, PrizePlan, Schedule
from tournaments.entries.entering import enter_tournament
from tournaments.models import Decision, Entry, Tournament
from tournaments.planner.publishing import open_tournament
from tournaments.running.directing import look_after
from tournaments.selectors import wall
from tournaments.selectors.standings import standings

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

PLAN = Plan(
    seats=3,
    schedule=Schedule(3, (2, 1), rounds=4),
    buy_in_chips=50,
    prizes=PrizePlan(PrizeForm.TOP, places=3),
)
BY_MINUTES = replace(PLAN, schedule=Schedule(3, (2, 1), rounds=None, level_ms=600_000))


def seen(tournament: Tournament, *, sheet: int = 1, language: str = "en") -> Page:
    return look(browser(language=language).get(f"/tournaments/{tournament.pk}/wall/?sheet={sheet}"))


def named(*names: str) -> list[Player]:
    return [create_player(name=name, password="rummy-evening") for name in names]


def of_the_clock(page: Page) -> list[str | None]:
    return [tag["data-until"] for tag in page.all("span") if "data-until" in tag]


def test_before_the_start_it_counts_down_and_lists_who_is_registered_by_name() -> None:
    tournament = published(PLAN, named("Zoe", "Ärmel", "anna"), due=False)
    page = seen(tournament)
    assert of_the_clock(page) == [str(tournament.clock["starts_at_ms"] // 1000)]
    assert "Starts in" in page.text
    assert "Registered 3" in page.text
    assert "Prize pool 150" in page.text
    assert page.text.index("anna") < page.text.index("Ärmel") < page.text.index("Zoe")


def test_a_tournament_that_waits_until_it_is_full_says_how_many_places_are_left() -> None:
    rules = EntryRules(most=4, least=4, starts_when_full=True)
    starts_at = timezone.now() + dt.timedelta(days=40)
    tournament = open_tournament(
        is_trial=True, name="Sit and go", plan=replace(PLAN, entries=rules), starts_at=starts_at
    )
    page = seen(tournament)
    assert "Starts when it is full 4 places left" in page.text
    assert of_the_clock(page) == []
    assert "Nobody has entered yet." in page.text


def test_while_rounds_make_the_level_it_shows_rounds_chips_prizes_and_the_leaders() -> None:
    tournament = started(PLAN, 9)
    page = seen(tournament)
    assert "Level 1 1 / 4 round of this level" in page.text
    assert "3 chips a point · then 6" in page.text
    assert "Players left 9 / 9" in page.text
    assert "Average stack 1,000" in page.text
    assert "Chips in play 9,000" in page.text
    assert "Prize pool 450" in page.text
    assert "Places paid 3 6 players from the money" in page.text
    assert "place 3" in page.text
    assert page.text.count("Table 1") == 3, "where the leaders are all there is, tables stand there"
    assert "9 players were seated at random at 3 tables." in page.text


def test_while_minutes_make_the_level_it_counts_down_by_the_servers_clock() -> None:
    tournament = started(BY_MINUTES, 3)
    due = tournament.clock["level_started_ms"] + 600_000
    page = seen(tournament)
    assert of_the_clock(page) == [str(due // 1000)]
    (part,) = [tag for tag in page.all("div") if "data-now" in tag]
    server = int(str(part["data-now"])) / 1000
    assert abs(server - timezone.now().timestamp()) < 60


def test_a_pause_is_loud_and_the_clock_stands_still() -> None:
    tournament = started(BY_MINUTES, 3)
    ordered(tournament, "pause")
    clock = fresh(tournament).clock
    clock["paused_at_ms"] = clock["level_started_ms"] + 75_000
    Tournament.objects.filter(pk=tournament.pk).update(clock=clock)
    page = seen(tournament)
    assert page.all("p", role="status")[-1]["class"] == "wall-paused"
    assert "Paused Level 1 8:45" in page.text
    assert of_the_clock(page) == []


def test_a_break_says_how_long_it_is_and_what_comes_then() -> None:
    plan = replace(PLAN, schedule=Schedule(3, (2, 1), rounds=1, break_every=1, break_ms=300_000))
    tournament = started(plan, 3)
    (table,) = playing(tournament)
    report(tournament, table, 5, 0, 0)
    look_after(tournament_id=tournament.pk)
    clock = fresh(tournament).clock
    page = seen(tournament)
    assert of_the_clock(page) == [str(clock["break_until_ms"] // 1000)]
    assert "then level 2: 6 chips a point" in page.text


def test_sheets_take_turns_the_leaders_first_then_everybodys_table_by_name() -> None:
    tournament = started(PLAN, 43)
    shown = [wall.sheet_of(tournament, number) for number in range(1, 6)]
    assert [(one.kind.value, one.number, one.sheets) for one in shown] == [
        ("leaders", 1, 4),
        ("tables", 2, 4),
        ("tables", 3, 4),
        ("tables", 4, 4),
        ("leaders", 1, 4),
    ]
    seats = dict(Entry.objects.values_list("player__username", "table_number"))
    listed = [one for sheet in shown[1:4] for one in sheet.names]
    assert [one.name for one in listed] == sorted(seats)
    assert {one.name: one.table for one in listed} == seats
    page = seen(tournament, sheet=2)
    assert "Find your table" in page.text
    assert page.all("a", href="?sheet=1") != page.all("a", href="?sheet=3") != []


def test_who_has_just_been_moved_is_named_with_the_table_until_they_leave_it() -> None:
    tournament = started(replace(PLAN, stack_chips=200), 10)
    for _ in range(60):
        for table in playing(tournament):
            report(tournament, table, *([90, -30, -40][: len(table.dealt)]))
        look_after(tournament_id=tournament.pk)
        moves = Decision.objects.filter(kind="Move", entry_id__isnull=False)
        if moves.exists():
            break
    told = {one.name: one.table for one in wall.news_of(fresh(tournament)) if one.table}
    assert told, "somebody was moved when tables ran short"
    seats = dict(Entry.objects.values_list("player__username", "table_number"))
    assert told.items() <= seats.items()
    name, number = next(iter(told.items()))
    assert f"{name} → Table {number}" in seen(tournament).text
    Entry.objects.filter(player__username=name).update(table_number=None, seat=None)
    assert name not in {one.name for one in wall.news_of(fresh(tournament))}


def test_the_end_is_a_podium_and_the_whole_result() -> None:
    tournament = play_to_the_end(started(PLAN, 23))
    steps = wall.podium_of(tournament)
    assert steps[0].rank == 1
    winner = Entry.objects.get(rank=1)
    page = seen(tournament)
    assert f"1 . {winner.player.name} {winner.won_chips} chips" in page.text
    second = wall.sheet_of(tournament, 2)
    assert (second.sheets, len(second.rows)) == (2, 3)
    assert wall.sheet_of(tournament, 3).number == 1
    assert of_the_clock(page) == []


def test_who_shares_a_rank_shares_a_step_of_the_podium() -> None:
    tournament = play_to_the_end(started(Plan(format="knockout", seats=2), 8))
    assert [step.rank for step in wall.podium_of(tournament)][:2] == [1, 2]
    Entry.objects.filter(tournament=tournament).update(rank=1)
    (step,) = wall.podium_of(tournament)
    assert (len(step.names), step.more) == (4, 4)
    assert "and 4 more" in seen(tournament).text


def test_in_a_bracket_nobody_has_a_place_or_points_before_the_end(client: Client) -> None:
    """Whoever has won already is not ahead of who still plays."""
    tournament = started(Plan(format="knockout", seats=2), 8)
    for table in playing(tournament):
        report(tournament, table, 30, 10)
    look_after(tournament_id=tournament.pk)
    rows = standings(fresh(tournament)).rows
    assert [(row.place, row.lost_stage) for row in rows] == [(None, None)] * 4 + [(None, 1)] * 4
    asked = client.get(f"/api/v1/tournaments/{tournament.pk}/standings/").json()
    assert {row["place"] for row in asked["results"]} == {None}
    page = seen(tournament)
    for row in rows[:4]:
        assert f"– {row.name} Table {row.table}" in page.text
    assert f"– {rows[-1].name} –" in page.text
    tournament = play_to_the_end(tournament)
    ended = [(row.place, row.is_final) for row in standings(tournament).rows]
    assert ended == [(1, True), (2, True), (3, True), (3, True), *[(5, True)] * 4]


def test_a_tournament_that_was_called_off_says_so() -> None:
    tournament = published(PLAN, people(3), due=False)
    cancel_tournament(tournament_id=tournament.pk)
    assert "The tournament was called off." in seen(tournament).text


def test_a_cancelled_tournament_shows_what_came_back_and_no_places(boss: Player) -> None:
    tournament = published(replace(PLAN, fee_chips=10), people(3), due=False)
    ordered(tournament, "pause")
    cancel_tournament(tournament_id=tournament.pk)
    page = look(browser(boss).get(f"/tournaments/{tournament.pk}/"))
    assert "Final standing" not in page.text
    assert "No. Name Refunded" in page.text
    assert "Place Name" not in page.text
    rows = standings(fresh(tournament)).rows
    assert [(row.place, row.won_chips) for row in rows] == [(None, 60)] * 3
    desk = look(browser(boss).get(f"/tournaments/{tournament.pk}/desk/"))
    assert "Called off" in desk.text
    assert "The tournament is paused." not in desk.text


def test_once_somebody_was_out_a_cancelled_tournament_tells_ranks_from_shares(
    boss: Player,
) -> None:
    tournament = started(replace(PLAN, stack_chips=100, seats=2), 4)
    report(tournament, playing(tournament)[0], 90, 0)
    look_after(tournament_id=tournament.pk)
    cancel_tournament(tournament_id=tournament.pk)
    page = look(browser(boss).get(f"/tournaments/{tournament.pk}/"))
    assert "Place Name Chips Refunded or won" in page.text
    assert [row.place for row in standings(fresh(tournament)).rows] == [None, None, None, 4]


def test_where_everybody_plays_all_stages_nobody_is_short_of_the_money() -> None:
    tournament = started(replace(PLAN, format="swiss", seats=2, stages=3, stack_chips=1_000), 8)
    page = seen(tournament)
    assert "Stage 1 / 3" in page.text
    assert "Stage 1 of 3 has begun" in page.text
    assert "from the money" not in page.text
    assert "Average stack" not in page.text
    assert "from the money" not in look(browser().get(f"/tournaments/{tournament.pk}/")).text


def test_the_tournaments_page_says_how_far_the_money_is() -> None:
    tournament = started(PLAN, 9)
    page = look(browser().get(f"/tournaments/{tournament.pk}/"))
    assert "Places paid 3 6 players from the money" in page.text
    assert page.all("a", href=f"/tournaments/{tournament.pk}/wall/")
    late = published(replace(PLAN, entries=EntryRules(late_until_level=3)), people(9, first=20))
    look_after(tournament_id=late.pk)
    assert "so far: entries are open" in look(browser().get(f"/tournaments/{late.pk}/")).text


def test_it_has_no_menus_and_is_the_same_for_everybody() -> None:
    tournament = published(PLAN, people(3), due=False)
    (anna,) = named("Anna")
    enter_tournament(tournament_id=tournament.pk, player=anna)
    page = look(browser(anna).get(f"/tournaments/{tournament.pk}/wall/"))
    assert page.all("nav") == []
    assert page.all("header") == [{"class": "wall-head"}]
    path = f"/tournaments/{tournament.pk}/wall/?part=live"
    parts = {without_clock(browser(player).get(path).content.decode()) for player in (None, anna)}
    assert len(parts) == 1


def without_clock(part: str) -> str:
    """What ticks between two looks is left out."""
    return re.sub(r'data-now="\d+"|(?<=">)[\d:]+(?=</span>)', "", part)


def test_the_part_is_sent_again_only_when_something_has_happened() -> None:
    tournament = published(PLAN, people(3), due=False)
    path = f"/tournaments/{tournament.pk}/wall/?part=live&sheet=1"
    first = browser().get(path)
    assert "<html" not in first.content.decode()
    assert browser().get(path, headers={"if-none-match": first["etag"]}).status_code == 304
    (anna,) = named("Anna")
    enter_tournament(tournament_id=tournament.pk, player=anna)
    assert browser().get(path, headers={"if-none-match": first["etag"]}).status_code == 200


def test_hostile_sheets_and_unknown_tournaments() -> None:
    assert (
        browser()
        .get("/tournaments/999999/wall/")
        .headers["Location"]
        .startswith("/accounts/login/")
    )
    assert browser(people(1, first=80)[0]).get("/tournaments/999999/wall/").status_code == 404
    tournament = published(PLAN, people(3), due=False)
    for sheet in ("-1", "0", "٣", "9" * 30, "x", "999999", "%01"):
        page = browser().get(f"/tournaments/{tournament.pk}/wall/?sheet={sheet}")
        assert page.status_code == 200, sheet


@pytest.mark.parametrize("sheet", [1, 30])
def test_a_wall_of_a_thousand_asks_no_more_than_one_of_eight(
    sheet: int, django_assert_max_num_queries: Any
) -> None:
    tournament = started(replace(PLAN, buy_in_chips=0), 8)
    bots = Player.objects.bulk_create(
        Player(username=f"Machine {number}", is_bot=True, bot_key="greedy") for number in range(992)
    )
    Entry.objects.bulk_create(
        Entry(tournament=tournament, number=number, player=bot, stack_chips=1_000 + number % 50)
        for number, bot in enumerate(bots, 9)
    )
    Decision.objects.bulk_create(
        Decision(tournament=tournament, kind="Settle", code="round_settled") for _ in range(2_000)
    )
    client = browser()
    with django_assert_max_num_queries(9):
        page = look(client.get(f"/tournaments/{tournament.pk}/wall/?sheet={sheet}"))
    assert f"Page {sheet} of 51" in page.text
    part = f"/tournaments/{tournament.pk}/wall/?part=live&sheet={sheet}"
    seen_before = client.get(part)["etag"]
    with django_assert_max_num_queries(1):
        again = client.get(part, headers={"if-none-match": seen_before})
    assert again.status_code == 304


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_stands_in_both_languages_with_one_heading_and_no_script_of_its_own(
    language: str,
) -> None:
    page = seen(started(PLAN, 5), language=language)
    assert [tag["lang"] for tag in page.all("html")] == [language]
    assert len(page.all("h1")) == 1
    assert [tag for tag in page.all("script") if not tag.get("src")] == []
    assert [tag for name, tag in page.tags if "style" in tag] == []
