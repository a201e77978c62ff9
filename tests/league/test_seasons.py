"""Seasons of the league: there is always one, and each closes once (PLAY-30)."""

import datetime as dt
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.career import seasons
from accounts.career.counting import count_match
from accounts.career.seasons import close_due_season, running_season
from accounts.league import LOWEST_DIVISION, MatchResult
from accounts.models import Career, EarnedAchievement, Player, Season, SeasonStanding
from games import tasks
from tests.league import matches
from tests.league.tables import member, played
from tests.play.test_many_at_once import at_once

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
# Threads see only what is committed.
committing = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
NOW = timezone.now()


@pytest.fixture
def season() -> Season:
    """Six players in the lowest division, with 60, 50, … 10 points, and one who did not play."""
    begun = NOW - dt.timedelta(days=29)
    season = Season.objects.create(number=1, starts_at=begun, ends_at=begun + dt.timedelta(days=28))
    for place in range(7):
        SeasonStanding.objects.create(
            season=season,
            player=member(f"Player{place}"),
            points=10 * (6 - place),
            matches=int(place < 6),
        )
    return season


def story() -> tuple[Any, ...]:
    """Everything a closing changes."""
    return (
        list(Season.objects.order_by("number").values()),
        list(SeasonStanding.objects.order_by("pk").values()),
        list(Career.objects.order_by("pk").values()),
        sorted(EarnedAchievement.objects.values_list("player_id", "key")),
    )


def test_closing_gives_places_moves_and_the_next_season(season: Season) -> None:
    assert close_due_season(now=NOW) == season
    season.refresh_from_db()
    assert season.closed_at == NOW
    places = season.standings.order_by("place").values_list("points", "place", "move")
    assert list(places) == [
        (60, 1, "promoted"),
        (50, 2, "promoted"),
        (40, 3, "stays"),
        (30, 4, "stays"),
        (20, 5, "stays"),
        (10, 6, "stays"),
        (0, 7, "leaves"),
    ]
    following = Season.objects.get(number=2)
    assert (following.starts_at, following.closed_at) == (season.ends_at, None)
    divisions = following.standings.order_by("player__username").values_list("division", flat=True)
    assert list(divisions) == [3, 3, 4, 4, 4, 4]
    assert set(following.standings.values_list("points", "matches")) == {(0, 0)}


def test_the_champion_and_the_promoted_have_it_in_their_careers(season: Season) -> None:
    close_due_season(now=NOW)
    champion = Career.objects.get(player__username="Player0")
    assert (champion.promotions, champion.seasons_won) == (1, 1)
    keys = set(
        EarnedAchievement.objects.filter(player_id=champion.pk).values_list("key", flat=True)
    )
    assert keys == {"promoted", "champion"}
    assert Career.objects.get(player__username="Player1").seasons_won == 0


def test_closing_again_has_no_effect(season: Season) -> None:
    close_due_season(now=NOW)
    after = story()
    assert close_due_season(now=NOW) is None
    assert story() == after


@committing
def test_eight_workers_closing_at_once_have_one_effect(season: Season) -> None:
    results = at_once([partial(close_due_season, now=NOW)] * 8)
    assert [result for result in results if result is not None] == [season]
    assert Season.objects.count() == 2
    assert SeasonStanding.objects.filter(season__number=2).count() == 6
    champion = Career.objects.get(player__username="Player0")
    assert (champion.promotions, champion.seasons_won) == (1, 1)


@committing
def test_a_closing_that_is_cut_off_leaves_nothing_behind(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = story()

    def cut_off(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(seasons, "_honour", cut_off)
    with pytest.raises(KeyboardInterrupt):
        close_due_season(now=NOW)
    assert story() == before
    monkeypatch.undo()
    assert close_due_season(now=NOW) == season


def test_a_season_is_not_closed_before_its_time(season: Season) -> None:
    assert close_due_season(now=season.ends_at - dt.timedelta(seconds=1)) is None


def results_of(pairs: list[tuple[Player, Player]]) -> list[MatchResult]:
    """A match of each pair; their ids take the place of Anna's and Bert's."""
    made = []
    for number, (winner, loser) in enumerate(pairs):
        match = matches.match(key=f"table:{1000 + number}")
        first, second = match.participants
        made.append(
            replace(
                match,
                participants=(
                    replace(first, player_id=winner.pk),
                    replace(second, player_id=loser.pk),
                ),
            )
        )
    return made


@committing
def test_matches_counted_while_the_season_closes_count_for_one_season_each(
    season: Season,
) -> None:
    """Each is in the old season with its points in the plan, or in the new one."""
    people = list(Player.objects.order_by("pk"))
    found = results_of([(people[n % 7], people[(n + 1) % 7]) for n in range(12)])
    jobs = [partial(count_match, match=match, game="gin_palast") for match in found]
    closing = [partial(close_due_season, now=NOW)] * 2
    results = at_once([*jobs[:6], *closing, *jobs[6:]])
    assert not [result for result in results if isinstance(result, Exception)], results
    counted = sum(SeasonStanding.objects.values_list("matches", flat=True))
    assert counted == 6 + 2 * len(found)
    points = sum(SeasonStanding.objects.values_list("points", flat=True))
    assert points == 210 + len(found) * (18 + 25)
    old = list(season.standings.order_by("place"))
    ordered = sorted(old, key=lambda one: (-one.points, -one.wins, one.matches, one.player_id))
    assert [one.pk for one in old] == [one.pk for one in ordered]


def test_the_task_books_everything_before_it_closes() -> None:
    anna, bert = member("Anna"), member("Bert")
    season = running_season()
    Season.objects.update(starts_at=NOW - dt.timedelta(days=30), ends_at=NOW)
    played([anna, bert])
    tasks.close_season()
    season.refresh_from_db()
    assert season.closed_at is not None
    assert set(season.standings.values_list("matches", flat=True)) == {1}
    assert Season.objects.filter(closed_at=None).count() == 1


def test_the_database_knows_of_one_open_season(season: Season) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Season.objects.create(number=2, starts_at=NOW, ends_at=NOW + dt.timedelta(days=1))


@committing
def test_the_first_season_is_begun_by_whoever_needs_it_first() -> None:
    results = at_once([running_season] * 8)
    assert {season.pk for season in results} == {Season.objects.get().pk}


def test_after_a_standstill_the_next_season_begins_now(season: Season) -> None:
    later = season.ends_at + dt.timedelta(days=400)
    close_due_season(now=later)
    assert running_season().starts_at == later


def test_newcomers_begin_in_the_lowest_division(season: Season) -> None:
    anna, bert = member("Anna"), member("Bert")
    (match,) = results_of([(anna, bert)])
    count_match(match=match, game="gin_palast")
    assert set(
        SeasonStanding.objects.filter(player__in=[anna, bert]).values_list("division", flat=True)
    ) == {LOWEST_DIVISION}
