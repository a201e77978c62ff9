"""A director brings players together at tables of three to six: page, API, notices, undo."""

from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction

from accounts.joining.players import create_player
from accounts.models import Player
from accounts.notices.inbox import shown
from tests.pages.browsers import browser, look
from tests.tournaments.club import (
    fresh,
    its_hour_has_come,
    people,
    playing,
    published,
    report,
    started,
)
from tests.tournaments.test_desk_orders import order, take_back
from tests.tournaments.test_desk_pages import desk, send
from tournaments.desk.words import in_words
from tournaments.director import Plan, Refused
from tournaments.models import Decision, DeskAct, Entry, Tournament
from tournaments.running.directing import look_after

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]

SWISS = Plan(format="swiss", seats=4, stages=4)


def entries_of(tournament: Tournament) -> list[Entry]:
    return list(Entry.objects.filter(tournament=tournament).order_by("pk"))


def keys(*entries: Entry) -> tuple[int, ...]:
    return tuple(entry.pk for entry in entries)


def at_one_table(tournament: Tournament, *entries: Entry) -> bool:
    return any({*keys(*entries)} <= {*table.dealt} for table in playing(tournament))


def next_stage(tournament: Tournament) -> None:
    for table in playing(tournament):
        report(tournament, table, *range(len(table.dealt)))
    look_after(tournament_id=tournament.pk)


def refused(tournament: Tournament, boss: Player, **asked: Any) -> Refused:
    with pytest.raises(Refused) as found, transaction.atomic():
        order(fresh(tournament), boss, "pair", **asked)
    return found.value


@pytest.mark.drawn(3)
@pytest.mark.parametrize("key", ["swiss", "round_robin", "teams"])
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_play_42_whoever_is_named_sits_at_one_table_in_the_next_stage(
    boss: Player, key: str, seats: int
) -> None:
    plan = replace(SWISS, format=key, seats=seats)
    tournament = published(plan, people(13))
    named = entries_of(tournament)
    act = order(tournament, boss, "pair", entries=keys(*named[2::-1]))
    names = [entry.player.name for entry in named]
    assert in_words(act) == f"{names[2]} with {names[1]}, {names[0]} in stage 1"
    order(tournament, boss, "pair", entries=keys(*named[3:5]))
    its_hour_has_come(tournament)
    look_after(tournament_id=tournament.pk)
    assert at_one_table(tournament, *named[:3])
    assert at_one_table(tournament, *named[3:5])
    assert not at_one_table(tournament, *named[2:4])
    assert sorted(entry for table in playing(tournament) for entry in table.dealt) == [
        *keys(*named)
    ]
    told = Decision.objects.filter(tournament=tournament, code="paired_by_director")
    assert told.count() == 2
    next_stage(tournament)
    assert playing(tournament)
    assert not at_one_table(tournament, *named[:3]), "nobody asked for it this time"


def test_play_42_who_has_met_is_named_in_pairs_and_an_order_is_taken_back(boss: Player) -> None:
    tournament = started(SWISS, 12)
    first, second = playing(tournament)[:2]
    one, other = (Entry.objects.get(pk=entry) for entry in first.dealt[:2])
    third = Entry.objects.get(pk=second.dealt[0])
    found = refused(tournament, boss, entries=keys(one, third, other))
    assert found.code == "met_already"
    assert found.facts["pairs"] == f"{one.player.name} – {other.player.name}"
    act = order(tournament, boss, "pair", entries=keys(one, third, other), insists=True)
    late = refused(tournament, boss, entries=(third.pk, second.dealt[1]), insists=True)
    assert (late.code, late.facts["name"]) == ("paired_by_hand", third.player.name)
    take_back(act, boss)
    assert fresh(tournament).clock["requests"]["by_hand"] == []
    again = order(tournament, boss, "pair", entries=keys(one, third, other), insists=True)
    next_stage(tournament)
    assert at_one_table(tournament, one, other, third)
    with pytest.raises(Refused, match="stage_is_paired"), transaction.atomic():
        take_back(again, boss)


def test_play_42_in_a_team_event_team_mates_are_not_brought_together(boss: Player) -> None:
    tournament = started(replace(SWISS, format="teams"), 12)
    entries = entries_of(tournament)
    Entry.objects.filter(pk__in=keys(*entries[:2])).update(team="Reds")
    found = refused(tournament, boss, entries=keys(*entries[:2]), insists=True)
    assert (found.code, found.facts["team"]) == ("pairs_team_mates", "Reds")


def test_on_the_page_as_many_are_chosen_as_sit_at_a_table_and_a_warning_needs_a_tick(
    boss: Player,
) -> None:
    tournament = started(SWISS, 12)
    first, second = playing(tournament)[:2]
    client, path = browser(boss), desk(tournament, "order/pair/")
    page = look(client.get(f"{path}?entry={first.dealt[0]}"))
    assert [tag["name"] for tag in page.all("select")] == [f"entry_{n}" for n in range(1, 5)]
    chosen = [tag["value"] for tag in page.all("option") if "selected" in tag]
    assert chosen[:1] == [str(first.dealt[0])], "as the link says"
    alone = send(client, path, entry_1=first.dealt[0])
    assert "Name at least two players, at most 4. (PLAY-42)" in look(alone).text
    told = {"entry_1": first.dealt[0], "entry_2": "", "entry_3": first.dealt[1]}
    told["entry_4"] = second.dealt[0]
    assert "These have met before" in look(send(client, path, **told)).text
    assert not DeskAct.objects.exists()
    assert send(client, path, insists="on", **told).status_code == 302
    act = DeskAct.objects.get()
    assert act.facts["entries"] == [first.dealt[0], first.dealt[1], second.dealt[0]]
    german = look(browser(boss, language="de").get(desk(tournament))).text
    assert "Spieler zusammenbringen" in german


def test_over_the_api_once_for_each_key(boss: Player) -> None:
    tournament = started(SWISS, 12)
    tables = playing(tournament)
    named = [table.dealt[0] for table in tables]

    def sent(*entries: int) -> Any:
        return browser(boss).post(
            f"/api/v1/tournaments/{tournament.pk}/orders/",
            {"kind": "pair", "entries": entries, "remark": "a wish"},
            content_type="application/json",
            headers={"Idempotency-Key": f"key {len(entries)}"},
        )

    assert sent(*named).status_code == 201
    again = sent(*named)
    assert (again.status_code, again.json()["facts"]["entries"]) == (201, named)
    assert DeskAct.objects.count() == 1
    assert sent(tables[0].dealt[1]).json()["code"] == "pairs_too_few"
    assert sent(*range(1, 8)).status_code == 400


def test_each_of_them_is_told_whom_they_meet_and_nobody_else(boss: Player) -> None:
    guests = [create_player(name=f"Guest {n}", password="rummy-evening") for n in range(8)]
    tournament = published(SWISS, guests)
    entries = sorted(entries_of(tournament), key=lambda entry: entry.player.name)
    act = order(tournament, boss, "pair", entries=keys(*entries[:3]))
    take_back(act, boss)
    for entry in entries:
        told = [shown(notice).words for notice in entry.player.notices.order_by("pk")]
        about = [words for words in told if "The reason" in words]
        if entry in entries[:3]:
            others = ", ".join(one.player.name for one in entries[:3] if one != entry)
            assert f"in stage 1 you meet {others}. The reason: as agreed" in about[0]
            assert "it is open again whom you meet in stage 1" in about[1]
        else:
            assert not about
