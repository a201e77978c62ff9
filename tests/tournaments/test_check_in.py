"""Checking in before the start: on one's phone, at the desk, by a code on the wall and on paper."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.books.reading import wallet_balance
from accounts.joining.players import create_player
from accounts.models import Notice, Player
from games.moves.errors import NotAllowed
from tests.tournaments.club import (
    director,
    fresh,
    its_hour_has_come,
    ordered,
    people,
    quick,
    require_sound,
)
from tournaments.desk.ordering import undo_order
from tournaments.director import EntryRules, InvalidPlan, Plan, Refused
from tournaments.entries.entering import check_in, enter_tournament, withdraw
from tournaments.models import DeskAct, Entry, Tournament
from tournaments.planner.publishing import publish_tournament
from tournaments.printing import printed, prints_of
from tournaments.running.directing import look_after
from tournaments.running.telling import tell_news
from web.files.qr_code import modules_of, svg_of

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def evening(*names: str, **rules: Any) -> Tournament:
    """A tournament for which people check in; those named have entered."""
    wishes = {"least": 2, "check_in": True, **rules}
    tournament = publish_tournament(
        name="Saturday",
        plan=Plan(seats=2, buy_in_chips=50, fee_chips=5, entries=EntryRules(**wishes)),
        starts_at=timezone.now() + dt.timedelta(hours=1),
        terms=quick("gin_palast"),
    )
    for name in names:
        enter_tournament(
            tournament_id=tournament.pk, player=create_player(name=name, password="rummy-evening")
        )
    return fresh(tournament)


def here(tournament: Tournament) -> list[str]:
    entries = Entry.objects.filter(tournament=tournament, checked_in_at__isnull=False)
    return sorted(entries.values_list("player__username", flat=True))


def player(name: str) -> Player:
    return Player.objects.get(username=name)


def test_who_has_not_checked_in_is_withdrawn_at_the_start_with_everything_back() -> None:
    tournament = evening("Anna", "Bert", "Carl")
    before = {name: wallet_balance(player(name)) for name in ("Anna", "Carl")}
    for name in ("Anna", "Bert"):
        check_in(tournament_id=tournament.pk, player=player(name))
    its_hour_has_come(tournament)
    look_after(tournament_id=tournament.pk)
    tournament = fresh(tournament)
    assert tournament.phase == "running"
    states = Entry.objects.filter(tournament=tournament).values_list("player__username", "status")
    assert dict(states) == {"Anna": "in", "Bert": "in", "Carl": "withdrawn"}
    assert wallet_balance(player("Carl")) == before["Carl"] + 55
    assert wallet_balance(player("Anna")) == before["Anna"]
    tell_news()
    told = Notice.objects.filter(player=player("Carl")).latest("pk")
    assert told.kind == "tournament_missed"
    for name, is_told in (("Anna", False), ("Carl", True)):
        client = Client()
        client.force_login(player(name))
        html = client.get(f"/tournaments/{tournament.pk}/").content.decode()
        assert ('data-state="withdrawn"' in html) == is_told
    require_sound(tournament)


def test_where_too_few_have_checked_in_everybody_gets_everything_back() -> None:
    tournament = evening("Anna", "Bert", "Carl")
    check_in(tournament_id=tournament.pk, player=player("Anna"))
    its_hour_has_come(tournament)
    look_after(tournament_id=tournament.pk)
    tournament = fresh(tournament)
    assert tournament.phase == "cancelled"
    require_sound(tournament)


def test_a_start_at_once_waits_until_enough_have_checked_in() -> None:
    tournament = evening("Anna", "Bert")
    with pytest.raises(Refused, match="nobody_checked_in"):
        ordered(tournament, "start")
    for name in ("Anna", "Bert"):
        check_in(tournament_id=tournament.pk, player=player(name))
    ordered(tournament, "start")
    look_after(tournament_id=tournament.pk)
    assert fresh(tournament).phase == "running"


def test_one_checks_in_once_and_whoever_withdraws_is_not_here() -> None:
    tournament = evening("Anna", "Bert")
    check_in(tournament_id=tournament.pk, player=player("Anna"))
    with pytest.raises(Refused, match="checked_in_already"):
        check_in(tournament_id=tournament.pk, player=player("Anna"))
    assert fresh(tournament).field["checked_in"] == 1
    withdraw(tournament_id=tournament.pk, player=player("Anna"))
    assert fresh(tournament).field["checked_in"] == 0
    enter_tournament(tournament_id=tournament.pk, player=player("Anna"))
    assert here(tournament) == []
    with pytest.raises(NotAllowed, match="not_in_this_tournament"):
        check_in(
            tournament_id=tournament.pk, player=create_player(name="Dora", password="rummy-evening")
        )


def test_the_desk_checks_in_takes_it_back_and_enters_who_stands_there() -> None:
    tournament = evening("Anna", "Bert")
    create_player(name="Walk-in", password="rummy-evening")
    anna = Entry.objects.get(tournament=tournament, player=player("Anna"))
    ordered(tournament, "check_in", entry=anna.pk)
    assert here(tournament) == ["Anna"]
    act = DeskAct.objects.get(kind="check_in")
    undo_order(tournament_id=tournament.pk, act_id=act.pk, by=director(), remark="-", key="back")
    assert here(tournament) == []
    ordered(tournament, "enter", player="Walk-in")
    assert here(tournament) == ["Walk-in"]
    assert fresh(tournament).field["checked_in"] == 1


def test_bots_are_here_as_soon_as_they_have_entered() -> None:
    tournament = evening("Anna")
    for bot in people(2):
        enter_tournament(tournament_id=tournament.pk, player=bot)
    assert len(here(tournament)) == 2
    its_hour_has_come(tournament)
    look_after(tournament_id=tournament.pk)
    assert fresh(tournament).phase == "running"


def test_where_nobody_checks_in_it_is_refused_and_a_full_start_has_no_hour() -> None:
    tournament = evening("Anna", check_in=False)
    with pytest.raises(Refused, match="no_check_in"):
        check_in(tournament_id=tournament.pk, player=player("Anna"))
    with pytest.raises(InvalidPlan, match="check_in_needs_an_hour"):
        EntryRules(check_in=True, starts_when_full=True)


def test_by_the_code_at_the_door_one_is_asked_to_sign_in_and_led_on() -> None:
    tournament = evening("Anna")
    page = f"/tournaments/{tournament.pk}/check-in/"
    visitor = Client()
    assert visitor.get(page).url == f"/accounts/login/?next={page}"  # type: ignore[attr-defined]
    visitor.force_login(player("Anna"))
    assert b"I am here" in visitor.get(page).content
    visitor.post(page)
    visitor.post(page)  # pressed twice
    assert here(tournament) == ["Anna"]
    wall = visitor.get(f"/tournaments/{tournament.pk}/wall/").content.decode()
    assert page in wall
    assert "Check in by phone" in wall


def test_the_codes_on_paper_lead_to_the_same_pages() -> None:
    tournament = evening("Anna")
    assert prints_of(tournament) == ["door", "badges", "cash"]
    for what in ("door", "badges"):
        assert printed(tournament, what).startswith(b"%PDF")


def test_a_code_has_the_three_corners_by_which_readers_find_it() -> None:
    rows = modules_of("https://rummy.example/tournaments/17/check-in/")
    size = len(rows)
    corner = [[row[at] for at in range(7)] for row in rows[:7]]
    assert corner == [[row[size - 1 - at] for at in range(7)] for row in rows[:7]]
    assert corner == [[row[at] for at in range(7)] for row in reversed(rows[size - 7 :])]
    assert all(corner[0])
    assert "<script" not in svg_of('"><script>')
