"""The desk of a tournament of stages: what it offers and shows where no chips are played for."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction

from accounts.models import Player
from games.moves.errors import NotFound
from tests.pages.browsers import browser, look
from tests.tournaments.club import (
    its_hour_has_come,
    people,
    playing,
    published,
    report,
    started,
)
from tournaments.desk.ordering import give_order, undo_order
from tournaments.desk.orders import ORDERS, REPORTING, DeskOrder
from tournaments.desk.words import in_words
from tournaments.director import Plan, Schedule
from tournaments.director import Refused as RefusedByRules
from tournaments.models import DeskAct, Entry, Tournament
from tournaments.running.directing import look_after

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]

ORDER_LINK = re.compile("/desk/order/([a-z_]+)/")
NEVER_IN_STAGES = {"adjust", "extend", "move", "pause_table", "resume_table", "void_round"}
REQUESTS = {"keep_apart", "pair", "rest"}
# Once tables are in play.
TOO_LATE = {"start", "resume", "enter", "check_in", "withdraw", "name_team"}
PLAN = Plan(seats=3, stack_chips=1_000, schedule=Schedule(3, (2, 1), rounds=4))


def desk(tournament: Tournament, path: str = "") -> str:
    return f"/tournaments/{tournament.pk}/desk/{path}"


def offered(boss: Player, tournament: Tournament) -> set[str]:
    """The orders to which the desk has a link."""
    links = look(browser(boss).get(desk(tournament))).all("a")
    return {found[1] for one in links if (found := ORDER_LINK.search(one.get("href") or ""))}


@pytest.mark.parametrize(
    ("key", "missing"),
    [
        ("freezeout", REQUESTS),
        ("shootout", {"move"} | REQUESTS),
        ("swiss", NEVER_IN_STAGES),
        ("round_robin", NEVER_IN_STAGES),  # with three at a table: nobody knows who meets whom
        ("knockout", NEVER_IN_STAGES | {"penalize"} | REQUESTS),
    ],
)
def test_menus_offer_what_the_format_allows_and_the_rest_is_refused(
    boss: Player, key: str, missing: set[str]
) -> None:
    tournament = started(replace(PLAN, format=key), 6)
    first, second = Entry.objects.filter(tournament=tournament).order_by("table_number")[:2]
    assert offered(boss, tournament) == set(ORDERS) - missing - TOO_LATE - set(REPORTING)
    for kind in sorted(missing):
        asked = DeskOrder(kind, entry=first.pk, other=second.pk, table=1, number=5)
        with pytest.raises((RefusedByRules, NotFound)) as refused, transaction.atomic():
            give_order(tournament_id=tournament.pk, asked=asked, by=boss, remark="-", key=kind)
        assert getattr(refused.value, "code", "") in {
            *("not_in_this_format", "points_without_effect"),
            *("table_is_not_paused", "round_not_found"),
        }, kind


def test_where_no_chips_are_played_for_the_desk_shows_stages_and_points(boss: Player) -> None:
    tournament = started(replace(PLAN, format="swiss", stages=2), 6)
    leader = playing(tournament)[0].dealt[0]
    Entry.objects.filter(pk=leader).update(points=4)
    page = look(browser(boss).get(desk(tournament)))
    assert "Stage" in page.text
    for words in ("Chips per point", "Average stack", "In this level"):
        assert words not in page.text
    order = look(browser(boss).get(desk(tournament, "order/disqualify/")))
    assert "points: 4" in order.text
    assert "0 chips" not in order.text
    assert not order.all("button", name="preview")


def test_a_table_that_has_played_waits_for_the_others_of_its_stage(boss: Player) -> None:
    tournament = started(replace(PLAN, format="swiss", stages=2), 6)
    first, second = playing(tournament)
    report(tournament, first, 3, 2, 1)
    page = look(browser(boss).get(desk(tournament)))
    states = {tag["data-table"]: tag["class"] for tag in page.all("li") if "data-table" in tag}
    assert "is-over" in str(states[str(first.number)])
    assert "is-playing" in str(states[str(second.number)])


def test_no_order_is_offered_for_players_or_tables_that_are_not_there(boss: Player) -> None:
    whole = {"announce", "pause", "extend", "cancel", "enter"}
    assert offered(boss, published(PLAN, [], due=False)) == whole
    entered = offered(boss, published(PLAN, people(3), due=False))
    assert {"disqualify", "remove"} <= entered
    assert not {"move", "give_time"} & entered


def test_play_42_who_rests_on_request_has_no_table_and_half_of_what_winning_is_worth(
    boss: Player,
) -> None:
    tournament = started(replace(PLAN, format="swiss", seats=2, stages=3), 6)
    entry = Entry.objects.filter(tournament=tournament, table_number__isnull=False).earliest("pk")
    asked = DeskOrder("rest", entry=entry.pk)
    act = give_order(tournament_id=tournament.pk, asked=asked, by=boss, remark="a train", key="1")
    with pytest.raises(RefusedByRules, match="asked_already"), transaction.atomic():
        give_order(tournament_id=tournament.pk, asked=asked, by=boss, remark="again", key="2")
    for table in playing(tournament):
        report(tournament, table, 3, 1)
    look_after(tournament_id=tournament.pk)
    entry.refresh_from_db()
    before = entry.points
    assert entry.table_number is None, "stage 2 is paired without them"
    assert len(playing(tournament)) == 2
    with pytest.raises(RefusedByRules, match="stage_is_paired"), transaction.atomic():
        undo_order(tournament_id=tournament.pk, act_id=act.pk, by=boss, remark="late", key="3")
    for table in playing(tournament):
        report(tournament, table, 3, 1)
    look_after(tournament_id=tournament.pk)
    entry.refresh_from_db()
    assert (entry.points - before, entry.byes) == (1, 0)
    assert entry.places[1] == -1
    assert entry.table_number is not None, "and plays again in stage 3"


def test_play_42_two_whom_the_director_pairs_meet_in_the_next_stage(boss: Player) -> None:
    tournament = published(replace(PLAN, format="swiss", seats=2, stages=3), people(7))
    entries = Entry.objects.filter(tournament=tournament).order_by("pk")
    one, other, third = entries[:3]

    def order(kind: str, key: str, **asked: Any) -> DeskAct:
        wish = DeskOrder(kind, **asked)
        with transaction.atomic():
            return give_order(
                tournament_id=tournament.pk, asked=wish, by=boss, remark="an error", key=key
            )

    act = order("pair", "1", entries=(other.pk, one.pk))
    assert in_words(act) == f"{other.player.name} with {one.player.name} in stage 1"
    for named, code in (
        ((one, third), "paired_by_hand"),
        ((third, third), "pairs_oneself"),
    ):
        with pytest.raises(RefusedByRules, match=code):
            order("pair", "2", entries=tuple(entry.pk for entry in named))
    for kind in ("rest", "keep_apart"):
        with pytest.raises(RefusedByRules, match="paired_by_hand"):
            order(kind, "3", entry=one.pk, other=other.pk)
    its_hour_has_come(tournament)
    look_after(tournament_id=tournament.pk)
    assert together(tournament, one, other)
    with pytest.raises(RefusedByRules, match="stage_is_paired"), transaction.atomic():
        undo_order(tournament_id=tournament.pk, act_id=act.pk, by=boss, remark="-", key="4")
    with pytest.raises(RefusedByRules, match="met_already"):
        order("pair", "5", entries=(one.pk, other.pk))
    again = order("pair", "6", entries=(one.pk, other.pk), insists=True)
    finish_stage(tournament)
    assert together(tournament, one, other)
    assert again.facts["stage"] == 2
    late = order("pair", "7", entries=(one.pk, third.pk))
    undo_order(tournament_id=tournament.pk, act_id=late.pk, by=boss, remark="-", key="8")
    finish_stage(tournament)
    assert not together(tournament, one, other), "nobody asked for it this time"


def together(tournament: Tournament, one: Entry, other: Entry) -> bool:
    return any({one.pk, other.pk} == set(table.dealt) for table in playing(tournament))


def finish_stage(tournament: Tournament) -> None:
    for table in playing(tournament):
        report(tournament, table, 3, 1)
    look_after(tournament_id=tournament.pk)


def test_play_42_two_who_are_kept_apart_do_not_meet_until_that_is_taken_back(boss: Player) -> None:
    tournament = published(replace(PLAN, format="swiss", seats=2, stages=3), people(4))
    one, other = Entry.objects.filter(tournament=tournament).order_by("pk")[:2]
    asked = DeskOrder("keep_apart", entry=other.pk, other=one.pk)
    act = give_order(tournament_id=tournament.pk, asked=asked, by=boss, remark="sisters", key="1")
    assert in_words(act) == f"{other.player.name} from {one.player.name}"
    for twice in (asked, DeskOrder("keep_apart", entry=one.pk, other=one.pk)):
        with pytest.raises(RefusedByRules), transaction.atomic():
            give_order(tournament_id=tournament.pk, asked=twice, by=boss, remark="-", key="2")
    its_hour_has_come(tournament)
    look_after(tournament_id=tournament.pk)
    for stage in (1, 2):
        tables = playing(tournament)
        assert not [table for table in tables if {one.pk, other.pk} == set(table.dealt)]
        if stage == 2:
            undo_order(tournament_id=tournament.pk, act_id=act.pk, by=boss, remark="-", key="3")
        for table in tables:
            report(tournament, table, 3, 1)
        look_after(tournament_id=tournament.pk)
    assert [table for table in playing(tournament) if {one.pk, other.pk} == set(table.dealt)]
