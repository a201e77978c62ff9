"""Ratings from matches of two, of several, and of teams (PLAY-31)."""

import math
import random

import pytest

from accounts.league import START, Skill, new_skills, provisional, shown
from tests.league.matches import ANNA, BERT, CARL, DORA, match


def test_a_newcomer_stands_at_1500_and_is_provisional() -> None:
    assert shown(START) == 1500
    assert provisional(START)


def test_winning_moves_up_by_as_much_as_losing_moves_down() -> None:
    skills = new_skills(match(), {})
    assert shown(skills[ANNA]) > 1500 > shown(skills[BERT])
    assert skills[ANNA].mu + skills[BERT].mu == pytest.approx(2 * START.mu)
    assert skills[ANNA].sigma < START.sigma


def test_training_is_not_rated() -> None:
    assert new_skills(match(training=True), {}) == {}


def test_a_tie_changes_nothing_between_equals() -> None:
    skills = new_skills(match(50, 50, winners=(0, 1)), {})
    assert skills[ANNA].mu == pytest.approx(START.mu)


def test_beating_a_stronger_player_is_worth_more() -> None:
    settled = Skill(25, 2)
    against_strong = new_skills(match(), {ANNA: settled, BERT: Skill(32, 2)})
    against_weak = new_skills(match(), {ANNA: settled, BERT: Skill(18, 2)})
    assert against_strong[ANNA].mu - 25 > 2.5 * (against_weak[ANNA].mu - 25) > 0


def test_several_players_are_rated_by_their_order() -> None:
    skills = new_skills(match(90, 60, 30, 10), {})
    rated = [skills[name].mu for name in (ANNA, BERT, CARL, DORA)]
    assert rated == sorted(rated, reverse=True)
    assert rated[1] > rated[2]


def test_partners_rise_together() -> None:
    skills = new_skills(match(80, 20, 80, 20, winners=(0, 2), sides=(0, 1, 0, 1)), {})
    assert shown(skills[ANNA]) == shown(skills[CARL]) > 1500
    assert shown(skills[BERT]) == shown(skills[DORA]) < 1500


def test_guests_have_no_rating_and_give_none() -> None:
    assert new_skills(match(guests=(1,)), {}) == {}
    assert set(new_skills(match(90, 60, 30, guests=(1,)), {})) == {ANNA, CARL}


def test_bots_are_rated_as_everybody() -> None:
    assert set(new_skills(match(bots=(1,)), {})) == {ANNA, BERT}


def test_who_wins_three_of_four_is_shown_about_200_points_ahead() -> None:
    dice = random.Random(5)
    skills: dict[int, Skill] = {}
    gaps = []
    for _ in range(3000):
        winners, totals = ((0,), (100, 50)) if dice.random() < 0.76 else ((1,), (50, 100))
        skills |= new_skills(match(*totals, winners=winners), skills)
        gaps.append(shown(skills[ANNA]) - shown(skills[BERT]))
    assert 160 < sum(gaps[500:]) / len(gaps[500:]) < 240


@pytest.mark.parametrize("opponents", [1, 10])
def test_a_rating_settles_within_an_evening_or_two(opponents: int) -> None:
    """Provisional at first, and no more after some dozens of matches."""
    dice = random.Random(3)
    anna = START
    matches = 0
    while provisional(anna):
        other = Skill(25 + dice.randrange(opponents) / 4, 1.5)
        winners = (0,) if dice.random() < 0.5 else (1,)
        totals = (100, 50) if winners == (0,) else (50, 100)
        anna = new_skills(match(*totals, winners=winners), {ANNA: anna, BERT: other})[ANNA]
        matches += 1
    assert 5 < matches < 60
    assert math.isfinite(anna.mu)
