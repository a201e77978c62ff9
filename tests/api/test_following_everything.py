"""One stream for all that concerns a player, and a tournament's: each message once, in order."""

import datetime as dt
import json
from threading import Event
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import Player
from accounts.notices.telling import tell
from games.tables import opening
from tests.play.test_many_at_once import at_once
from tests.tournaments.club import ordered
from tournaments.desk.calling_off import cancel_tournament
from tournaments.director import EntryRules, Plan
from tournaments.entries.entering import enter_tournament
from tournaments.models import Tournament
from tournaments.planner.publishing import open_tournament

from .client import Caller
from .playing import guest, open_table, play_moves, running_table
from .role_world import UNKNOWN, WHO, new_world

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def lines(caller: Caller, path: str, after: str = "") -> list[dict[str, Any]]:
    answer = caller.get(f"{path}?format=ndjson&after={after}")
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"].startswith("application/x-ndjson")
    return [json.loads(line) for line in answer.content.splitlines() if line]


def named(messages: list[dict[str, Any]], event: str) -> list[Any]:
    return [message["data"] for message in messages if message["event"] == event]


def seqs(messages: list[dict[str, Any]], table: int) -> list[int]:
    told = [one for one in named(messages, "table") if one["table"] == table]
    return [event["seq"] for one in told for event in one["events"]]


def test_an_inbox_goes_on_in_every_log_where_it_was() -> None:
    table, host, other = running_table()
    caller = Caller(host)
    first = lines(caller, "/me/events/")
    table.refresh_from_db()
    assert first[0]["event"] == "inbox"
    assert first[0]["data"]["tables"] == [{"table": table.pk, "seat": 0, "version": table.version}]
    assert seqs(first, table.pk) == []

    play_moves(table, most=4)
    tell(player=host, kind="friend_requested", facts={"name": "Bruno"})
    second_table = open_table(other)
    for player in (host, other):
        opening.join_table(table_id=second_table.pk, player=player)
    second = lines(caller, "/me/events/", first[-1]["id"])
    seen = table.version
    table.refresh_from_db()
    second_table.refresh_from_db()
    assert seqs(second, table.pk) == list(range(seen + 1, table.version + 1))
    assert seqs(second, second_table.pk) == list(range(1, second_table.version + 1))
    assert [notice["text"] for notice in named(second, "notice")] == [
        "Bruno wants to be your friend."
    ]
    third = lines(caller, "/me/events/", second[-1]["id"])
    assert [message["event"] for message in third] == ["inbox"]


def test_a_notice_that_was_committed_late_is_told_after_a_later_one() -> None:
    """Numbers are given when a notice is written, and one seen may be higher than one to come."""
    host = guest()
    caller = Caller(host)
    (first,) = lines(caller, "/me/events/")
    written, go_on = Event(), Event()

    def slowly() -> None:
        with transaction.atomic():
            tell(player=host, kind="friend_requested", facts={"name": "Late"})
            written.set()
            go_on.wait(10)

    def quickly() -> list[dict[str, Any]]:
        written.wait(10)
        tell(player=host, kind="friend_requested", facts={"name": "Quick"})
        seen = lines(caller, "/me/events/", first["id"])
        go_on.set()
        return seen

    _, before = at_once([slowly, quickly])
    after = lines(caller, "/me/events/", before[-1]["id"])
    told = [notice["facts"]["name"] for notice in named([*before, *after], "notice")]
    assert told == ["Late", "Quick"]


def test_a_match_that_ended_while_nobody_listened_is_told_to_its_end() -> None:
    table, host, _ = running_table()
    caller = Caller(host)
    first = lines(caller, "/me/events/")
    play_moves(table)
    ended = lines(caller, "/me/events/", first[-1]["id"])
    table.refresh_from_db()
    assert table.status == "finished"
    assert seqs(ended, table.pk)[-1] == table.version
    assert [one["event"] for one in lines(caller, "/me/events/", ended[-1]["id"])] == ["inbox"]


def test_hidden_cards_are_in_no_inbox_but_their_owners() -> None:
    table, host, other = running_table()
    ids = {player: lines(Caller(player), "/me/events/")[-1]["id"] for player in (host, other)}
    play_moves(table, most=6)
    drawn: dict[Player, list[bool]] = {}
    for player, last in ids.items():
        told = named(lines(Caller(player), "/me/events/", last), "table")
        events = [event for one in told for event in one["events"]]
        drawn[player] = ["card" in one for one in events if one["type"] == "stock_drawn"]
    assert drawn[host]
    assert all(mine != theirs for mine, theirs in zip(drawn[host], drawn[other], strict=True))


def test_who_leaves_a_table_is_told_so_and_hears_no_more_of_it() -> None:
    host = guest()
    table = open_table(host, is_private=True)
    opening.join_table(table_id=table.pk, player=host, invite_code=table.invite_code)
    caller = Caller(host)
    first = lines(caller, "/me/events/")
    opening.leave_table(table_id=table.pk, player=host)
    after = lines(caller, "/me/events/", first[-1]["id"])
    assert named(after, "left") == [{"table": table.pk}]
    assert seqs(after, table.pk) == []


@pytest.mark.parametrize("nonsense", ["nonsense", "n1", "t1-2", "n1.s1.t", "x" * 5_000])
def test_an_id_that_is_none_starts_afresh(nonsense: str) -> None:
    messages = lines(Caller(guest()), "/me/events/", nonsense)
    assert [message["event"] for message in messages] == ["inbox"]


def tournament(**plan: Any) -> Tournament:
    rules = EntryRules(least=2, most=4)
    return open_tournament(
        is_trial=True,
        name="Cup",
        plan=Plan(entries=rules, buy_in_chips=10, **plan),
        starts_at=timezone.now() + dt.timedelta(hours=1),
    )


def test_a_tournament_tells_its_decisions_once_and_everybody_their_own_seat() -> None:
    cup = tournament()
    anna, watcher = guest(), Caller()
    path = f"/tournaments/{cup.pk}/events/"
    (first,) = lines(watcher, path)
    assert first["data"]["phase"] == "entering"
    assert first["data"]["me"] is None
    enter_tournament(tournament_id=cup.pk, player=anna)
    (second,) = lines(watcher, path, first["id"])
    assert [one["code"] for one in second["data"]["decisions"]] == ["entered"]
    assert second["data"]["leaders"][0]["name"] == anna.name
    assert lines(watcher, path, second["id"]) == []
    (own,) = lines(Caller(anna), path)
    assert own["data"]["me"]["status"] == "in"
    ordered(cup, "pause")
    (paused,) = lines(watcher, path, second["id"])
    assert paused["data"]["is_paused"]
    assert [one["code"] for one in paused["data"]["decisions"]] == ["paused_by_director"]


def test_an_inbox_tells_of_ones_own_tournaments() -> None:
    cup = tournament()
    anna = guest()
    caller = Caller(anna)
    first = lines(caller, "/me/events/")
    enter_tournament(tournament_id=cup.pk, player=anna)
    enter_tournament(tournament_id=cup.pk, player=guest())
    second = lines(caller, "/me/events/", first[-1]["id"])
    (told,) = named(second, "tournament")
    assert (told["tournament"], told["me"]["status"]) == (cup.pk, "in")
    ordered(cup, "announce")
    second = lines(caller, "/me/events/", second[-1]["id"])
    (told,) = named(second, "tournament")
    assert [one["text"] for one in told["decisions"]] == ["Announcement: as agreed"]
    cancel_tournament(tournament_id=cup.pk)
    third = lines(caller, "/me/events/", second[-1]["id"])
    assert [one["phase"] for one in named(third, "tournament")] == ["cancelled"]
    assert [one["event"] for one in lines(caller, "/me/events/", third[-1]["id"])] == ["inbox"]


def test_streams_of_unknown_things_are_refused_like_any_other_question() -> None:
    assert Caller().get(f"/tournaments/{10**15}/events/").json()["code"] == "tournament_not_found"
    assert Caller().get("/me/events/").json()["code"] == "not_signed_in"
    assert Caller().get("/me/events/?format=xml").status_code in (400, 401)


def test_everybody_may_follow_a_tournament_whoever_they_are() -> None:
    """The line of `GET tournaments/{tournament_id}/events/` that the table of roles leaves out."""
    world = new_world()
    path = "/api/v1/tournaments/{tournament_id}/events/"
    nothing = {"tournament_id": UNKNOWN}
    assert {who: world.ask(who, "GET", path, world.ids).status_code for who in WHO} == (
        dict.fromkeys(WHO, 200)
    )
    assert {who: world.ask(who, "GET", path, nothing).status_code for who in WHO} == (
        dict.fromkeys(WHO, 404)
    )
