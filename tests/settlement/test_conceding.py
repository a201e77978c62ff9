"""Giving a round up: the worst score of the game, for every rule-set, at any moment."""

import pytest

from rummy import engine
from rummy.settlement import GAVE_UP, ScoredRound, SeatScore, conceded_scores, settle_round
from rummy.settlement.conceding import conceded_points

GIN = engine.build_rules("gin_classic", point_limit=None)


@pytest.mark.parametrize(
    ("preset", "points"),
    [("gin_classic", 125), ("gin_palast", 125), ("german_romme", 143), ("romme_500", 105)],
)
def test_it_costs_a_hand_of_the_dearest_cards_and_the_largest_bonus(
    preset: str, points: int
) -> None:
    assert conceded_points(engine.build_rules(preset)) == points


def test_every_preset_has_its_price() -> None:
    assert all(conceded_points(engine.build_rules(key)) > 0 for key in engine.PRESETS)


def test_who_gave_up_is_behind_who_stayed_and_settled_like_any_score_play_20() -> None:
    scores = conceded_scores(GIN, (0, 0), (True, False))
    assert scores == (SeatScore(-125, GAVE_UP), SeatScore(0))
    settled = settle_round(ScoredRound((1_000, 1_000), scores, pcr=2, dealer=0))
    assert settled.changes_chips == (-250, 250)


def test_play_22_nobody_pays_more_than_the_stack() -> None:
    scores = conceded_scores(GIN, (0, 0), (False, True))
    assert settle_round(ScoredRound((90, 30), scores, pcr=3, dealer=0)).after_chips == (120, 0)


def test_two_of_three_gave_up_and_both_pay_the_one_who_stayed() -> None:
    scores = conceded_scores(GIN, (0, 0, 0), (True, False, True))
    settled = settle_round(ScoredRound((300, 300, 300), scores, pcr=1, dealer=0))
    assert settled.changes_chips == (-125, 250, -125)


def test_nobody_wins_a_match_by_giving_its_last_round_up() -> None:
    """Ahead by 60 after the rounds before, behind by the price of a round in the end."""
    ahead, behind = conceded_scores(GIN, (80, 20), (True, False))
    assert (ahead.score, behind.score) == (20 - 125, 20)
