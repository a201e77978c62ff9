"""Workers get to results in any order: nobody waits in a circle, and streaks follow the clock."""

import datetime as dt
from functools import partial
from threading import Event
from typing import Any

import pytest
from django.utils import timezone

from accounts.career import counting as career
from accounts.career import seasons
from accounts.career.achievements import lock_careers
from accounts.career.amending import amend_careers
from accounts.career.reading import profile_of, rating_curve
from accounts.league import Change
from accounts.models import Career, MatchRecord, Player, Season
from games.models import Table
from games.moves.acting import play_action
from games.running.results import book_due_results, book_results
from rummy.match import Resign
from tests.league.tables import member, played, seated
from tests.play.test_many_at_once import at_once

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
committing = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
MOMENT = 1.0


@pytest.fixture
def players() -> list[Player]:
    return [member("Anna"), member("Bert")]


def _one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Booking stops when it holds its first careers, until closing wants those of the champion."""
    holds, wants = Event(), Event()

    def hold(player_ids: Any) -> Any:
        locked = lock_careers(player_ids)
        holds.set()
        wants.wait(MOMENT)
        return locked

    def want(player_ids: Any) -> Any:
        wants.set()
        return lock_careers(player_ids)

    close = seasons.close_due_season
    monkeypatch.setattr(career, "lock_careers", hold)
    monkeypatch.setattr(seasons, "lock_careers", want)
    monkeypatch.setattr(seasons, "close_due_season", lambda: holds.wait(MOMENT) and close())


@committing
def test_booking_a_match_and_closing_its_season_never_wait_for_each_other(
    players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    book_results(table_id=played(players).pk)
    now = timezone.now()
    Season.objects.update(starts_at=now - dt.timedelta(days=30), ends_at=now)
    table = played(players)
    _one_after_the_other(monkeypatch)
    results = at_once([partial(book_results, table_id=table.pk), seasons.close_due_season])
    assert results[0] is True, results
    assert results[1] == Season.objects.get(number=1), results
    assert MatchRecord.objects.count() == 4


def test_what_was_left_behind_counts_in_the_order_in_which_it_ended(players: list[Player]) -> None:
    """Somebody who sits at two tables may end the one opened first last."""
    anna, bert = players
    now = timezone.now()
    for minutes, loser in ((4, anna), (3, bert), (2, bert), (1, bert)):
        table = seated(players)
        play_action(
            table_id=table.pk,
            player_id=loser.pk,
            action=Resign(),
            expected_version=None,
            key=f"minute {minutes}",
        )
        ended = now + dt.timedelta(minutes=minutes)
        Table.objects.filter(pk=table.pk).update(finished_at=ended)
    assert book_due_results(most=10) == 4
    counted = Career.objects.get(pk=anna.pk)
    assert (counted.streak, counted.best_streak) == (0, 3)


def test_the_curve_of_ratings_ends_with_the_rating_whatever_counted_last(
    players: list[Player],
) -> None:
    anna, bert = players
    first, second = played(players), played(players)
    for table in (second, first):  # the other way round than they ended
        book_results(table_id=table.pk)
    rating = profile_of(anna).rating
    assert rating is not None
    curve = rating_curve(anna)
    assert len(set(curve)) == 2
    assert curve[-1] == rating
    change = Change(f"table:{first.pk}", rating=-7, league_points=0, wins=0)
    amend_careers(cause="a test", changes={anna.pk: [change]})
    assert rating_curve(anna) == [*curve, rating - 7]
    assert rating_curve(bert)[-1] == profile_of(bert).rating
