"""Promotion, relegation and the plan of a season's end (PLAY-30)."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.league import LOWEST_DIVISION, Move, Placing, Standing, plan_closing, ranked
from accounts.league.divisions import ROOM


def of(plan: tuple[Placing, ...], player_id: int) -> Placing:
    (found,) = [placing for placing in plan if placing.player_id == player_id]
    return found


def division(number: int, *points: int, first: int = 1) -> list[Standing]:
    """Players `first`, `first + 1`, … with these points, one match each."""
    return [
        Standing(first + at, number, points=scored, matches=1) for at, scored in enumerate(points)
    ]


def test_the_order_is_points_then_wins_then_fewer_matches() -> None:
    standings = [
        Standing(1, 4, points=50, matches=9, wins=2),
        Standing(2, 4, points=50, matches=5, wins=2),
        Standing(3, 4, points=50, matches=5, wins=3),
        Standing(4, 4, points=80, matches=30),
    ]
    assert [one.player_id for one in ranked(standings)] == [4, 3, 2, 1]


def test_the_better_third_of_the_lowest_division_fills_a_free_one() -> None:
    plan = plan_closing(division(4, 60, 50, 40, 30, 20, 10))
    assert [placing.move for placing in plan[:2]] == [Move.PROMOTED] * 2
    assert of(plan, 2).next_division == 3
    assert of(plan, 3) == Placing(3, 4, place=3, move=Move.STAYS, next_division=4)


def test_a_full_division_exchanges_a_fifth_of_its_places() -> None:
    plan = plan_closing(
        [*division(1, *range(100, 80, -1)), *division(2, *range(90, 50, -1), first=101)]
    )
    went_down = [placing.player_id for placing in plan if placing.move is Move.RELEGATED]
    went_up = [placing.player_id for placing in plan if placing.move is Move.PROMOTED]
    assert went_down == [17, 18, 19, 20]
    assert went_up == [101, 102, 103, 104]


def test_nobody_is_relegated_while_there_is_room() -> None:
    plan = plan_closing([*division(1, 50, 1), *division(2, 30, first=11)])
    assert of(plan, 2).move is Move.STAYS
    assert of(plan, 11).move is Move.PROMOTED


def test_who_did_not_play_goes_down_and_out_of_the_lowest() -> None:
    plan = plan_closing([Standing(1, 2), Standing(2, 4), Standing(3, 4, points=9, matches=1)])
    assert of(plan, 1) == Placing(1, 2, 1, Move.RELEGATED, 3)
    assert of(plan, 2).move is Move.LEAVES
    assert of(plan, 2).next_division is None


def test_nobody_goes_up_without_a_point() -> None:
    plan = plan_closing(division(4, 0, 0, 0))
    assert {placing.move for placing in plan} == {Move.STAYS}


def test_an_unknown_division_is_refused() -> None:
    with pytest.raises(ValueError, match="does not exist"):
        plan_closing([Standing(1, LOWEST_DIVISION + 1)])


STANDINGS = st.lists(
    st.builds(
        Standing,
        player_id=st.integers(1, 10**6),
        division=st.integers(1, LOWEST_DIVISION),
        points=st.integers(0, 60),
        matches=st.integers(0, 3),
    ),
    max_size=90,
    unique_by=lambda one: one.player_id,
)


@given(STANDINGS, st.integers(0, 99))
def test_any_season_closes_in_order(standings: list[Standing], seed: int) -> None:
    """Everybody gets one place and moves one division at most; order of input is no matter."""
    room = {1: 4, 2: 8, 3: 16}
    in_room = [
        one
        for number in range(1, LOWEST_DIVISION + 1)
        for one in [one for one in standings if one.division == number][: room.get(number, 90)]
    ]
    plan = plan_closing(in_room, room=room)
    assert sorted(one.player_id for one in plan) == sorted(one.player_id for one in in_room)
    for number in range(1, LOWEST_DIVISION + 1):
        places = [one.place for one in plan if one.division == number]
        assert sorted(places) == list(range(1, len(places) + 1))
    for one in plan:
        step = {Move.PROMOTED: -1, Move.STAYS: 0, Move.RELEGATED: 1}.get(one.move)
        assert one.next_division == (None if step is None else one.division + step)
    held = Counter(one.next_division for one in plan)
    assert all(held[number] <= places for number, places in room.items())
    shuffled = random.Random(seed).sample(in_room, len(in_room))
    assert set(plan_closing(shuffled, room=room)) == set(plan)


@given(STANDINGS)
def test_nobody_is_promoted_past_a_better_one(standings: list[Standing]) -> None:
    plan = {one.player_id: one for one in plan_closing(standings, room={1: 90, 2: 90, 3: 90})}
    for number in range(2, LOWEST_DIVISION + 1):
        went = [
            plan[one.player_id].move is Move.PROMOTED
            for one in ranked([one for one in standings if one.division == number])
            if one.matches
        ]
        assert went == sorted(went, reverse=True)


def test_the_divisions_widen_downwards() -> None:
    assert list(ROOM) == list(range(1, LOWEST_DIVISION))
    assert sorted(ROOM.values()) == list(ROOM.values())
