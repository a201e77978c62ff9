"""What is played counts, and counts once, however often and by however many it is booked."""

from functools import partial
from typing import Any

import pytest

from accounts.joining.players import create_guest
from accounts.models import Career, CountedRound, MatchRecord, Player, Season, SeasonStanding
from games import tasks
from games.models import OutboxMessage, Round, Table
from games.moves.acting import play_action
from games.running.results import book_due_results, book_results, is_any_due
from games.tables.opening import create_table, join_table, seat_bot
from games.tables.reading import table_reading
from games.tables.terms import TableOffer
from rummy.match import Resign
from tests.league.tables import member, played, seated
from tests.play.players import finish, take_turn
from tests.play.test_many_at_once import at_once

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
# Threads see only what is committed.
committing = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.fixture
def players() -> list[Player]:
    return [member("Anna"), member("Bert")]


def test_a_finished_match_counts_for_experience_league_rating_and_record(
    players: list[Player],
) -> None:
    table = played(players, stake_chips=50)
    assert book_results(table_id=table.pk)
    sheet = table_reading(table.pk).state.sheet
    careers = {career.player_id: career for career in Career.objects.all()}
    (winner,) = MatchRecord.objects.filter(won=True)
    (loser,) = MatchRecord.objects.filter(won=False)
    assert {winner.player_id, loser.player_id} == {player.pk for player in players}
    assert (winner.place, loser.place) == (1, 2)
    assert winner.rating_change is not None
    assert loser.rating_change is not None
    assert winner.rating_change > 0 > loser.rating_change
    assert winner.opponents == [loser.player_id]
    assert winner.at == table.finished_at
    assert careers[winner.player_id].experience == 15 * len(sheet)
    assert careers[loser.player_id].experience == 10 * len(sheet)
    standings = SeasonStanding.objects.order_by("-points")
    assert [one.player_id for one in standings] == [winner.player_id, loser.player_id]
    assert standings[0].points == winner.league_points
    assert (standings[0].matches, standings[0].wins) == (1, 1)
    assert Season.objects.get().number == 1


def test_box_bonuses_on_the_score_sheet_are_not_in_the_league(players: list[Player]) -> None:
    """PLAY-30, GIN-9: a match to 100 pays box bonuses; the league knows none of them."""
    table = played(players, format="match", rounds=None, options={"point_limit": 100})
    lines = [line for scored in table_reading(table.pk).state.sheet for line in scored.lines]
    assert sum(line.points for line in lines if line.reason == "box_bonus") > 0
    book_results(table_id=table.pk)
    for seat, player in enumerate(players):
        record = MatchRecord.objects.get(player=player)
        counted = sum(
            line.points for line in lines if line.seat == seat and line.reason != "box_bonus"
        )
        assert record.league_points == counted + (25 if record.won else 0)


def test_a_training_table_counts_for_experience_only(players: list[Player]) -> None:
    table = played(players, training=True)
    book_results(table_id=table.pk)
    assert not SeasonStanding.objects.exists()
    for record in MatchRecord.objects.all():
        assert record.training
        assert (record.league_points, record.mu, record.rating_change) == (None, None, None)
    for career in Career.objects.all():
        assert career.experience >= 10
        assert career.rated_matches == 0


def test_the_special_rule_training_is_training_too(players: list[Player]) -> None:
    book_results(table_id=played(players, house_rules=("training",)).pk)
    assert not SeasonStanding.objects.exists()
    assert set(Career.objects.values_list("rated_matches", flat=True)) == {0}


@committing
def test_booking_by_sixteen_workers_at_once_counts_once(players: list[Player]) -> None:
    table = played(players, stake_chips=50)
    results = at_once([partial(book_results, table_id=table.pk)] * 16)
    assert sorted(results) == [False] * 15 + [True]
    assert MatchRecord.objects.count() == 2
    assert {career.matches_played for career in Career.objects.all()} == {1}
    assert {standing.matches for standing in SeasonStanding.objects.all()} == {1}


@committing
def test_it_counts_once_even_if_the_marks_are_lost(players: list[Player]) -> None:
    """The unique keys are the backstop behind `booked_at`."""
    table = played(players)
    book_results(table_id=table.pk)
    before = list(Career.objects.order_by("pk").values())
    standings = list(SeasonStanding.objects.order_by("pk").values())
    Table.objects.update(booked_at=None)
    Round.objects.update(booked_at=None)
    at_once([partial(book_results, table_id=table.pk)] * 4)
    assert list(Career.objects.order_by("pk").values()) == before
    assert list(SeasonStanding.objects.order_by("pk").values()) == standings


@committing
def test_many_tables_of_the_same_people_are_booked_at_once_without_loss(
    players: list[Player], settings: Any
) -> None:
    settings.LEAGUE_PAIR_MATCHES_PER_DAY = 5
    tables = [played(players) for _ in range(6)]
    results = at_once([partial(book_results, table_id=table.pk) for table in tables] * 2)
    assert all(isinstance(result, bool) for result in results), results
    assert sum(results) == 6
    for career in Career.objects.all():
        assert career.matches_played == career.rated_matches == 6
        counted = CountedRound.objects.filter(player_id=career.pk)
        assert career.experience == sum(one.experience for one in counted)
    # Six ended within a minute; whichever of them was counted last was one too many of a day.
    most = settings.LEAGUE_PAIR_MATCHES_PER_DAY
    assert {standing.matches for standing in SeasonStanding.objects.all()} == {most}


def test_rounds_of_a_running_match_count_at_once(players: list[Player]) -> None:
    table = seated(players, rounds=3)
    for step in range(2000):
        take_turn(table, players, dice=step)
        if table_reading(table.pk).state.sheet:
            break
    assert is_any_due()
    assert book_due_results(most=10) == 1
    assert not is_any_due()
    assert book_due_results(most=10) == 0
    assert {career.rounds_played for career in Career.objects.all()} == {1}
    assert not MatchRecord.objects.exists()


def test_the_end_of_a_match_leaves_a_message_for_the_queue(players: list[Player]) -> None:
    table = played(players)
    message = OutboxMessage.objects.get(topic="match_finished")
    assert message.payload == {"table": table.pk}
    tasks.book_results(**message.payload)
    assert MatchRecord.objects.count() == 2


def test_the_sweep_finds_what_a_lost_message_left_behind(players: list[Player]) -> None:
    played(players)
    OutboxMessage.objects.all().delete()
    tasks.sweep_results()
    assert MatchRecord.objects.count() == 2


def test_one_table_that_cannot_be_read_keeps_no_other_from_counting(
    players: list[Player],
) -> None:
    broken, sound = played(players), played(players)
    Table.objects.filter(pk=broken.pk).update(state="{}")
    assert book_due_results(most=10) == 1
    assert set(MatchRecord.objects.values_list("match", flat=True)) == {f"table:{sound.pk}"}


def test_who_resigns_before_the_first_round_is_over_loses_rating_and_nobody_league_points(
    players: list[Player],
) -> None:
    table = seated(players)
    play_action(
        table_id=table.pk,
        player_id=players[0].pk,
        action=Resign(),
        expected_version=None,
        key="enough",
    )
    book_results(table_id=table.pk)
    assert not CountedRound.objects.exists()
    assert not SeasonStanding.objects.exists()
    lost = MatchRecord.objects.get(player=players[0])
    assert lost.rating_change is not None
    assert lost.rating_change < 0


def test_guests_gain_experience_and_nothing_else() -> None:
    table = played([create_guest(), create_guest()])
    book_results(table_id=table.pk)
    assert not SeasonStanding.objects.exists()
    assert {career.rated_matches for career in Career.objects.all()} == {0}
    assert all(career.experience for career in Career.objects.all())


def test_a_bot_is_rated_and_collects_no_experience(players: list[Player]) -> None:
    table = create_table(player=players[0], offer=TableOffer(format="ring", rounds=1))
    join_table(table_id=table.pk, player=players[0])
    robot = seat_bot(table_id=table.pk, bot="casual").player
    finish(table, [players[0], robot])
    book_results(table_id=table.pk)
    assert Career.objects.get(player=robot).rated_matches == 1
    assert Career.objects.get(player=robot).experience == 0
    assert not robot.achievements.exists()
    assert players[0].achievements.filter(key="first_round").exists()
    assert not SeasonStanding.objects.exists()
