"""League points (PLAY-30)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.league import league_points
from accounts.league.points import FOR_SIDE_BEATEN, FOR_SIDE_LEVEL
from tests.league.matches import ANNA, BERT, CARL, DORA, a_round, match

WON, LEVEL = FOR_SIDE_BEATEN, FOR_SIDE_LEVEL


def test_a_match_is_worth_its_score_sheet_and_the_opponent_beaten() -> None:
    played = match(rounds=[a_round(deadwood=18, gin_bonus=25), a_round(2, winner=1, deadwood=7)])
    assert league_points(played) == {ANNA: 43 + WON, BERT: 7}


def test_the_box_bonus_never_counts() -> None:
    without = match(rounds=[a_round(deadwood=18), a_round(2, winner=1, deadwood=7)])
    boxes = match(
        rounds=[a_round(deadwood=18, box_bonus=10), a_round(2, winner=1, deadwood=7, box_bonus=25)]
    )
    assert league_points(boxes) == league_points(without) == {ANNA: 18 + WON, BERT: 7}


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(1, 90), st.integers(1, 25)), max_size=12))
def test_no_amount_of_box_bonuses_changes_anything(rounds: list[tuple[int, int, int]]) -> None:
    plain = [a_round(n, winner=seat, deadwood=points) for n, (seat, points, _) in enumerate(rounds)]
    boxed = [
        a_round(n, winner=seat, deadwood=points, box_bonus=box)
        for n, (seat, points, box) in enumerate(rounds)
    ]
    assert league_points(match(rounds=plain)) == league_points(match(rounds=boxed))


def test_training_tables_never_count() -> None:
    assert league_points(match()) != {}
    assert league_points(match(training=True)) == {}


def test_each_opponent_beaten_counts_and_so_does_each_tie() -> None:
    rounds = [a_round(winner=None)]
    assert league_points(match(90, 60, 60, 20, rounds=rounds)) == {
        ANNA: 3 * WON,
        BERT: WON + LEVEL,
        CARL: WON + LEVEL,
        DORA: 0,
    }


def test_shared_first_place_is_level() -> None:
    tied = match(50, 50, winners=(0, 1), rounds=[a_round(winner=None)])
    assert league_points(tied) == {ANNA: LEVEL, BERT: LEVEL}


def test_who_resigned_comes_last_whatever_the_score() -> None:
    rounds = [a_round(winner=None)]
    left = match(90, 60, 30, winners=(1,), resigned=(0,), rounds=rounds)
    assert league_points(left) == {ANNA: 0, BERT: 2 * WON, CARL: WON}


@pytest.mark.parametrize(("guests", "bots"), [((1,), ()), ((), (1,))])
def test_nobody_climbs_by_beating_guests_or_bots(
    guests: tuple[int, ...], bots: tuple[int, ...]
) -> None:
    assert league_points(match(100, 60, guests=guests, bots=bots)) == {}
    rounds = [a_round(winner=None)]
    three = match(100, 60, 50, rounds=rounds, guests=guests, bots=bots)
    assert league_points(three) == {ANNA: WON, CARL: 0}


def test_a_match_given_up_before_its_first_round_is_over_does_not_count() -> None:
    assert league_points(match(0, 0, resigned=(1,), rounds=())) == {}


def test_partners_share_what_their_side_wins() -> None:
    rounds = [a_round(deadwood=30), a_round(2, winner=2, deadwood=12)]
    played = match(42, 0, 42, 0, winners=(0, 2), sides=(0, 1, 0, 1), rounds=rounds)
    assert league_points(played) == {ANNA: 30 + WON, BERT: 0, CARL: 12 + WON, DORA: 0}
    with_a_guest = match(
        42, 0, 42, 0, winners=(0, 2), sides=(0, 1, 0, 1), rounds=rounds, guests=(2,)
    )
    assert league_points(with_a_guest) == {}


def test_games_with_large_scores_are_brought_to_the_same_scale() -> None:
    rounds = [a_round(melds=304)]
    assert league_points(match(304, 0, rounds=rounds, family="table_melding"))[ANNA] == 60 + WON


def test_penalty_points_never_make_league_points_negative() -> None:
    rounds = [a_round(winner=1, penalty=-40)]
    assert league_points(match(0, -40, rounds=rounds)) == {ANNA: WON, BERT: 0}
