"""The demonstration's evenings: made once, whole, by the services, and only among its people."""

from typing import Any

import pytest

from accounts.joining.players import create_player
from accounts.models import Club, Notice
from games.models import Table
from games.running.demo import PEOPLE
from tests.pages.browsers import browser
from tests.tournaments.proofs import proof_of, said_of
from tournaments import demo
from tournaments.demo import seed_tournaments
from tournaments.demo_evenings import BOARDS, CLUB, REAL, seed_evenings
from tournaments.models import Board, RecurringTournament, ScoreSheet, SeriesEvent, Tournament
from tournaments.recurring.publishing import keep_recurring_open, start_recurring

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]


def test_a_house_without_its_people_has_none_of_them() -> None:
    create_player(name=PEOPLE[0], password="rummy-evening")
    seed_evenings()
    assert not Tournament.objects.exists()
    assert not Club.objects.exists()


def test_boards_can_be_compared_sheets_be_answered_and_the_club_be_joined() -> None:
    anna, *_others = [create_player(name=name, password="rummy-evening") for name in PEOPLE]
    seed_tournaments()
    boards = Tournament.objects.get(name=BOARDS)
    assert boards.phase == "finished"
    for board in Board.objects.filter(tournament=boards):
        page = browser(anna).get(f"/tournaments/{boards.pk}/boards/{board.number}/")
        assert page.content.decode().count("data-hand=") == 2
    assert "4 rounds" in said_of(proof_of(boards))
    real = Tournament.objects.get(name=REAL)
    states = ScoreSheet.objects.filter(tournament=real).order_by("pk")
    assert list(states.values_list("state", flat=True)) == [
        *("settled", "settled"),
        *("entered", "objected"),
    ]
    club = Club.objects.get(name=CLUB)
    roles = club.members.order_by("pk").values_list("player__username", "role")
    assert list(roles) == [("Anna", "owner"), ("Bertha", "organiser"), ("Carl", "member")]
    assert [one.player.name for one in club.door.all()] == ["Dora"]
    assert Table.objects.get(club=club, status="open").created_by is not None
    (evening,) = Tournament.objects.filter(club=club)
    assert evening.phase == "entering"
    assert Notice.objects.filter(kind="club_tournament").count() == 3
    # Of those by a rule a quarter of an hour may begin meanwhile.
    evenings = Tournament.objects.filter(recurring=None)
    before = evenings.count()
    assert seed_tournaments() == 0
    assert evenings.count() == before


def test_killed_over_its_rules_it_counts_what_those_it_had_started_publish(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    two = {name: demo.RULES[name] for name in demo.FOLLOWED[:2]}
    monkeypatch.setattr(demo, "RULES", two)
    started: list[RecurringTournament] = []

    def killed_at_the_second(**asked: Any) -> RecurringTournament:
        if started:
            raise KeyboardInterrupt
        started.append(start_recurring(**asked))
        return started[0]

    with monkeypatch.context() as patch:
        patch.setattr(demo, "start_recurring", killed_at_the_second)
        with pytest.raises(KeyboardInterrupt):
            seed_tournaments()
    keep_recurring_open()
    Tournament.objects.update(phase="finished")  # the next is published
    seed_tournaments()
    of_both = Tournament.objects.filter(recurring__isnull=False)
    counted = SeriesEvent.objects.filter(series__name=demo.SERIES)
    assert counted.count() == of_both.count() == 3
