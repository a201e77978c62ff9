"""What special rules change about the match around the rounds (GIN-S3, GIN-S9)."""

from dataclasses import replace

import pytest

from rummy.engine import InvalidRules, build_rules
from rummy.match import MatchFormat, MatchTerms, opening_state, terms_view
from rummy.match.decision import verdict
from rummy.match.state import MatchState
from tests.match.table import Table


def gin_pro(*, point_limit: int = 100, min_rounds_won: int = 3) -> MatchTerms:
    rules = build_rules(
        "gin_palast",
        house_rules=["gin_pro"],
        point_limit=point_limit,
        min_rounds_won=min_rounds_won,
    )
    return MatchTerms(rules=rules, seats=2)


def standing(terms: MatchTerms, totals: tuple[int, int], won: tuple[int, int]) -> MatchState:
    return replace(opening_state(terms), totals=totals, rounds_won=won)


def test_case_15_130_points_and_two_of_three_rounds_do_not_win_gin_s3() -> None:
    assert verdict(standing(gin_pro(), (130, 0), (2, 1))) is None


def test_the_point_limit_and_the_rounds_together_win_gin_s3() -> None:
    found = verdict(standing(gin_pro(), (130, 40), (3, 1)))
    assert found is not None
    assert (found.winners, found.reason) == ((0,), "point_limit")


def test_rounds_won_without_the_points_do_not_win_gin_s3() -> None:
    assert verdict(standing(gin_pro(), (99, 40), (5, 1))) is None


def test_who_meets_both_wins_against_more_points_with_fewer_rounds_gin_s3() -> None:
    found = verdict(standing(gin_pro(), (180, 105), (2, 3)))
    assert found is not None
    assert found.winners == (1,)


def test_when_both_meet_both_the_higher_score_wins_gin_s3() -> None:
    found = verdict(standing(gin_pro(), (120, 121), (4, 3)))
    assert found is not None
    assert found.winners == (1,)


def test_when_both_meet_both_with_equal_scores_the_match_goes_on_gin_s3() -> None:
    assert verdict(standing(gin_pro(), (120, 120), (4, 3))) is None


def test_without_gin_pro_the_points_alone_decide_gin_13() -> None:
    terms = MatchTerms(rules=build_rules("gin_palast"), seats=2)
    found = verdict(standing(terms, (100, 99), (1, 6)))
    assert found is not None
    assert found.winners == (0,)


@pytest.mark.parametrize("seed", range(4))
def test_a_match_of_gin_pro_plays_on_to_the_rounds_gin_s3(seed: int) -> None:
    table = Table(gin_pro(point_limit=50, min_rounds_won=4), seed=seed)
    table.play_out()
    result = table.state.result
    assert result is not None
    (winner,) = result.winners
    assert table.state.rounds_won[winner] >= 4
    assert result.totals[winner] >= 50


@pytest.mark.parametrize("rounds", [0, 21, "3", None])
def test_the_rounds_to_win_are_one_to_twenty_gin_s3(rounds: object) -> None:
    with pytest.raises(InvalidRules) as caught:
        build_rules("gin_palast", house_rules=["gin_pro"], min_rounds_won=rounds)
    assert (caught.value.code, caught.value.rule) == ("option_not_allowed", "GIN-S3")


@pytest.fixture
def team() -> MatchTerms:
    return MatchTerms(rules=build_rules("gin_team"), seats=4, stake_chips=10)


@pytest.mark.parametrize(
    ("totals", "winners"),
    [
        ((100, 60, 100, 60), (0, 2)),
        ((99, 120, 99, 120), (1, 3)),
        ((99, 60, 99, 60), None),
        ((120, 120, 120, 120), None),
    ],
)
def test_a_team_wins_together_gin_t1(
    team: MatchTerms, totals: tuple[int, ...], winners: tuple[int, ...] | None
) -> None:
    state = replace(opening_state(team), totals=totals, rounds_won=(1, 1, 1, 1))
    found = verdict(state)
    assert (None if found is None else found.winners) == winners


def test_a_match_in_teams_is_played_to_its_end_and_shares_the_pot_gin_t1(team: MatchTerms) -> None:
    table = Table(team, seed=5, robots=(False,) * 4)
    table.play_out()
    result = table.state.result
    assert result is not None
    assert result.reason == "point_limit"
    first, second = result.winners
    assert second - first == 2
    assert result.payouts[first] == result.payouts[second] == 20
    assert sum(result.payouts) == 40
    for line in table.state.sheet:
        assert line.totals[:2] == line.totals[2:]
    won = table.state.rounds_won
    assert won[:2] == won[2:]
    assert sum(won) == 2 * sum(line.winner is not None for line in table.state.sheet)


def test_training_counts_for_no_rating_gin_s9() -> None:
    rules = build_rules("gin_palast", house_rules=["training"])
    terms = MatchTerms(rules=rules, seats=2)
    assert not rules.rated
    assert not terms.rated
    assert terms_view(terms)["training"] is True
    plain = MatchTerms(rules=build_rules("gin_palast"), seats=2)
    assert plain.rated
    assert terms_view(plain)["training"] is False
    assert not replace(plain, training=True).rated
    assert plain.format is MatchFormat.MATCH
