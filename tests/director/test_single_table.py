"""The single table (PLAY-12): the first to the target, and tie-breakers among the tied."""

from tests.director.house import House
from tests.director.test_formats import stage_plan
from tournaments.director.commands import Finish, OpenStage, Rank, Score
from tournaments.director.desk import chips as desk_chips
from tournaments.director.desk import orders as desk_stages
from tournaments.director.desk.holders import Holder
from tournaments.director.snapshot import Phase


def rounds(house: House, *scores: dict[int, int]) -> House:
    for table_scores in scores:
        (table,) = house.advance().playing
        house.arena.finish_match(table, table_scores)
    return house.advance()


def single_table(players: int, target: int = 100) -> House:
    return House(stage_plan("single_table", seats=players, target=target), players).start()


def test_play_12_the_first_to_reach_the_target_wins() -> None:
    house = rounds(single_table(3), {1: 60, 2: 40, 3: 0}, {1: 40, 2: 30, 3: 20})
    assert house.ranks == {1: 1, 2: 2, 3: 3}
    facts = dict(house.ordered(Finish)[0].reason.facts)
    assert facts == {"target": 100, "points": 100}
    told = [dict(one.reason.facts) for one in house.ordered(Score) if one.entry == 2]
    assert told[0] == {"points": 40, "stage": 1}
    assert house.codes(Score)[:3] == ["scored_round"] * 3
    assert house.codes(Rank) == ["rank_by_total"] * 3
    assert [dict(one.reason.facts)["points"] for one in house.ordered(Rank)] == [100, 70, 20]


def test_play_12_several_at_the_target_the_highest_wins() -> None:
    house = rounds(single_table(3), {1: 100, 2: 110, 3: 105})
    assert house.ranks == {2: 1, 3: 2, 1: 3}


def test_play_12_a_tie_at_the_top_is_played_out_among_the_tied() -> None:
    house = rounds(single_table(3), {1: 120, 2: 120, 3: 110})
    assert house.arena.phase is Phase.RUNNING
    (table,) = house.playing
    assert sorted(house.arena.tables[table].entries) == [1, 2]
    rounds(house, {1: -5, 2: -20})
    assert house.ranks == {1: 1, 2: 2, 3: 3}
    codes = set(house.codes(Score))
    assert {"not_among_the_tied", "tied_play_on"} <= codes


def test_play_12_three_tied_two_still_tied_goes_on_with_those_two() -> None:
    house = rounds(single_table(4), {1: 120, 2: 120, 3: 120, 4: 0}, {1: 30, 2: 30, 3: 10})
    (table,) = house.playing
    assert sorted(house.arena.tables[table].entries) == [1, 2]
    rounds(house, {1: 7, 2: 7}, {1: 0, 2: 1})
    assert house.ranks == {2: 1, 1: 2, 3: 3, 4: 4}


def test_play_12_when_all_tie_all_play_on_even_below_the_target() -> None:
    house = rounds(single_table(2), {1: 100, 2: 100}, {1: -10, 2: -30})
    assert house.ranks == {1: 1, 2: 2}
    house.require_all_paid()


def test_play_12_seats_stay_and_the_deal_passes_to_the_left_past_who_is_out() -> None:
    house = rounds(single_table(4), *[dict.fromkeys(range(1, 5), 0)] * 4)
    stages = house.ordered(OpenStage)
    first, second, third, fourth = stages[0].tables[0]
    assert {stage.tables[0] for stage in stages} == {(first, second, third, fourth)}
    # The lot decides who deals first; then the deal goes on from the table before.
    assert [stage.after for stage in stages] == [None, 1, 2, 3, 4]
    leaving = Holder(third, "Carl", house.stack(third), table=house.playing[0])
    house.order(desk_stages.take_out(house.arena.clock, leaving, others=3))
    rounds(house, {first: 0, second: 0, fourth: 0})
    (table,) = house.playing
    assert house.arena.tables[table].dealt == (first, second, fourth)
    rounds(house, {first: 90, second: 100, fourth: 100})
    (table,) = house.playing
    assert house.arena.tables[table].dealt == (second, fourth)


def test_play_12_a_penalty_is_points_of_the_total_and_no_tie_breaker() -> None:
    house = single_table(3)
    arena = house.arena
    anna = Holder(1, "Anna", 0)
    house.order(desk_chips.penalize(arena.plan, arena.clock, anna, number=30, penalty=1))
    rounds(house, {1: 60, 2: 40, 3: 0})
    assert house.arena.phase is Phase.RUNNING
    rounds(house, {1: 60, 2: 65, 3: 0})
    assert house.ranks == {2: 1, 1: 2, 3: 3}
