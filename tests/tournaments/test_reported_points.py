"""What the points of a real table can be: what a game rules out is refused with its rule."""

import pytest

from games.tables.terms import TableOffer, agree_terms
from rummy.engine.rules import RuleSet
from tournaments.director import Refused
from tournaments.director.reported.points import are_penalties, require_plausible, scores_of


def rules(preset: str, seats: int = 2) -> RuleSet:
    offer = TableOffer(preset=preset, format="ring", rounds=1, seats=seats)
    return agree_terms(offer).rules


def refused(game: RuleSet, points: list[int], *, rounds: int = 1, seats: int = 2) -> Refused:
    with pytest.raises(Refused) as found:
        require_plausible(game, points, seats=seats, rounds=rounds)
    return found.value


def test_every_seat_needs_its_points() -> None:
    found = refused(rules("gin_classic"), [12])
    assert (found.code, found.facts["given"], found.facts["seats"]) == ("points_incomplete", 1, 2)


def test_in_gin_one_side_wins_a_round_and_nobody_is_below_zero_gin_8() -> None:
    gin = rules("gin_classic")
    for points in ([25, 0], [0, 0], [0, 131]):
        require_plausible(gin, points, seats=2, rounds=1)
    found = refused(gin, [25, 10])
    assert (found.code, found.rule) == ("one_side_scores", "GIN-8")
    assert (found.facts["one"], found.facts["other"]) == (25, 10)
    assert refused(gin, [-5, 0]).facts["least"] == 0
    require_plausible(gin, [25, 10], seats=2, rounds=2)


def test_no_side_has_more_than_all_cards_of_the_game() -> None:
    found = refused(rules("gin_classic"), [5_000, 0])
    assert (found.code, found.rule, found.facts["seat"]) == ("points_out_of_range", "GIN-8", 1)
    assert found.facts["points"] > found.facts["most"] > 200


def test_partners_have_equal_points_gin_t1() -> None:
    team = rules("gin_team", 4)
    require_plausible(team, [40, 0, 40, 0], seats=4, rounds=1)
    assert refused(team, [40, 0, 0, 0], seats=4).code == "partners_share_points"
    assert refused(team, [40, 10, 40, 10], seats=4).code == "one_side_scores"


def test_penalties_are_written_as_they_are_said_and_the_fewest_are_best_ger_10() -> None:
    romme = rules("german_romme", 4)
    assert are_penalties(romme)
    require_plausible(romme, [0, 34, 12, 101], seats=4, rounds=1)
    assert [one.score for one in scores_of(romme, [0, 34])] == [0, -34]
    assert refused(romme, [0, -34, 1, 1], seats=4).rule == "GER-10"


def test_in_romme_500_points_may_be_below_zero_r500_10() -> None:
    game = rules("romme_500", 3)
    require_plausible(game, [120, -45, 0], seats=3, rounds=1)
    assert [one.score for one in scores_of(game, [120, -45])] == [120, -45]
    assert refused(game, [99_999, 0, 0], seats=3).rule == "R500-10"
