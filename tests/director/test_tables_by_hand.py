"""Players whom a director brings together at three to six seats: they meet, and no other pays."""

import random
import time
from collections.abc import Sequence
from itertools import combinations

import pytest

from tests.chance import dice
from tests.director.house import Lots
from tests.director.test_mixing import Evening
from tournaments.director import Plan, Refused
from tournaments.director.desk.holders import Holder
from tournaments.director.desk.pairings import pair
from tournaments.director.seating.pairing import by_points, on_boards
from tournaments.director.seating.together import table_sizes
from tournaments.director.snapshot import Clock, Phase, Record, Requests

pytestmark = pytest.mark.thorough

Groups = Sequence[Sequence[int]]


def named(stage: int, groups: Groups, **asked: tuple[tuple[int, int], ...]) -> Requests:
    return Requests(by_hand=tuple((stage, *group) for group in groups), **asked)


def some_groups(chance: random.Random, evening: Evening, most: int) -> list[list[int]]:
    """One to three tables for which there is room."""
    entries = [record.entry for record in evening.records]
    left = chance.sample(entries, len(entries))
    groups: list[list[int]] = []
    for _ in range(chance.randint(1, 3)):
        group, left = left[: chance.randint(2, most)], left[most:]
        sizes = [*map(len, groups), len(group)]
        if len(group) > 1 and table_sizes(len(entries), evening.seats, sizes):
            groups.append(group)
    return groups


def require_kept(tables: Groups, groups: Groups) -> None:
    """Each group sits at one table, and no two at the same."""
    at = {entry: number for number, table in enumerate(tables) for entry in table}
    places = [{at[entry] for entry in group} for group in groups]
    assert all(len(place) == 1 for place in places), (groups, tables)
    assert len(set.union(set(), *places)) == len(groups)


def repeats_beside(evening: Evening, tables: Groups, groups: Groups) -> int:
    """Meetings that repeat, those left out that were ordered."""
    known = {record.entry: record for record in evening.records}
    ordered = {frozenset(two) for group in groups for two in combinations(group, 2)}
    return sum(
        other in known[one].met and frozenset((one, other)) not in ordered
        for table in tables
        for one, other in combinations(table, 2)
    )


def played(evening: Evening, stages: int, chance: random.Random, most: int) -> int:
    """Stages with orders by hand in each, all of them kept; the meetings that repeat beside."""
    repeats = 0
    for stage in range(1, stages + 1):
        groups = some_groups(chance, evening, most)
        before = Evening(0, evening.seats, 0)
        before.records = evening.records
        tables = evening.stage(stage, named(stage, groups))
        require_kept(tables, groups)
        everybody = [record.entry for record in evening.records]
        assert sorted(entry for table in tables for entry in table) == everybody
        sizes = table_sizes(len(everybody), evening.seats, [len(group) for group in groups])
        assert sorted(map(len, tables)) == sorted(sizes)
        repeats += repeats_beside(before, tables, groups)
    return repeats


@pytest.mark.drawn(2)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_play_42_orders_by_hand_are_kept_in_any_field_and_everybody_has_one_seat(
    seats: int,
) -> None:
    chance = dice(f"by hand {seats}")
    for _ in range(12):
        evening = Evening(chance.randint(7, 40), seats, chance.randint(1, 10**6))
        played(evening, 4, chance, seats)


@pytest.mark.parametrize(
    ("players", "seats", "stages"), [(64, 4, 6), (30, 3, 7), (61, 4, 5), (50, 5, 4), (72, 6, 4)]
)
def test_play_42_whoever_was_not_named_meets_no_more_often_again_and_deals_in_turn(
    players: int, seats: int, stages: int
) -> None:
    """By the fewest that the same fields have without orders, added over four evenings."""
    without, beside = 0, 0
    for seed in range(4):
        without += Evening(players, seats, seed).play(stages).repeats
        evening = Evening(players, seats, seed)
        beside += played(evening, stages, random.Random(seed), seats - 1)
        assert max(evening.deals) - min(evening.deals) <= 1
    assert beside <= without + 1


def test_a_thousand_players_with_a_hundred_tables_by_hand_take_no_longer() -> None:
    evening = Evening(1_000, 4, 1).play(3)
    chance = random.Random(1)
    left = chance.sample(range(1, 1_001), 1_000)
    groups = [[left.pop() for _ in range(chance.randint(2, 4))] for _ in range(100)]
    started = time.process_time()
    found = by_points(evening.records, 4, 4, evening.lots, requests=named(4, groups))
    assert time.process_time() - started < 4, "on a machine of a quarter of the speed"
    require_kept(found.tables, groups)
    assert repeats_beside(evening, found.tables, groups) == 0


def test_who_fills_the_table_of_a_group_is_near_it_in_points() -> None:
    records = [Record(entry, entry, points=100 - entry) for entry in range(1, 41)]
    tables = by_points(records, 4, 1, Lots(), requests=named(1, [(20, 21)])).tables
    (made,) = (table for table in tables if 20 in table)
    assert max(made) - min(made) <= 8
    assert len(made) == 4


def test_who_fills_the_table_of_a_group_is_kept_apart_from_whom_they_asked_to_be() -> None:
    evening = Evening(12, 4, 1)
    apart = tuple((one, other) for one in (1, 2) for other in (4, 5, 6, 7, 8))
    tables = evening.stage(1, named(1, [(1, 2, 3)], apart=apart))
    (made,) = (table for table in tables if 1 in table)
    assert {1, 2, 3} < {*made} <= {1, 2, 3, 9, 10, 11, 12}


@pytest.mark.parametrize("groups", [[(1, 2)], [(1, 2, 3)], [(1, 9, 10), (2, 3, 4, 5)]])
def test_on_boards_a_group_has_a_whole_table_and_none_of_it_is_left_over(groups: Groups) -> None:
    records = [Record(entry, entry, points=-entry) for entry in range(1, 12)]
    found = on_boards(records, 4, 1, Lots(), requests=named(1, groups))
    require_kept(found.tables, groups)
    assert [len(table) for table in found.tables] == [4, 4]
    assert len(found.byes) == 3


def test_the_level_of_tables_gives_way_to_a_larger_group_alone() -> None:
    assert table_sizes(8, 6) == table_sizes(8, 6, [2]) == [4, 4]
    assert table_sizes(8, 6, [5]) == [5, 3]
    assert table_sizes(14, 6, [6]) == [6, 4, 4]
    assert table_sizes(7, 3, [3, 3]) == [], "one would be left alone"
    assert table_sizes(8, 6, [2, 2, 2]) == [], "three tables of two"
    assert table_sizes(11, 4, [3, 2], whole=True) == [4, 4]
    assert table_sizes(11, 4, [2, 2, 2], whole=True) == []


def test_whom_a_field_has_no_room_for_any_more_the_latest_order_gives_way() -> None:
    """They were named for a larger field, before somebody left."""
    records = [Record(entry, entry, withdrawn=entry == 8) for entry in range(1, 9)]
    asked = named(1, [(1, 2, 3), (4, 5, 6)])
    tables = by_points(records, 3, 1, Lots(), requests=asked).tables
    require_kept(tables, [(1, 2, 3)])
    assert sorted(map(len, tables)) == [2, 2, 3]


def test_where_one_of_a_group_has_left_the_others_still_meet() -> None:
    records = [Record(entry, entry, withdrawn=entry == 3) for entry in range(1, 13)]
    for seats, group in ((4, (1, 2, 3)), (2, (1, 3))):
        tables = by_points(records, seats, 1, Lots(), requests=named(1, [group])).tables
        require_kept(tables, [[entry for entry in group if entry != 3]])


PLAN = Plan(format="swiss", seats=4, stages=5)
NOTHING = Requests()


def asked(
    *entries: int,
    plan: Plan = PLAN,
    requests: Requests = NOTHING,
    players: int = 12,
    team: str = "",
    out: int = 0,
    met: Sequence[tuple[str, str]] = (),
    insists: bool = False,
) -> str:
    """What an order of these is refused with; nothing where it is taken."""
    holders = [
        Holder(entry, f"Guest {entry}", 0, is_in=entry != out, team=team) for entry in entries
    ]
    clock = Clock(now_ms=0, starts_at_ms=0, phase=Phase.RUNNING, stage=1, requests=requests)
    playing = range(1, players + 1)
    try:
        pair(plan, clock, holders, playing=playing, met=met, insists=insists)
    except Refused as refused:
        return refused.code
    return ""


def test_play_42_what_stands_against_an_order_is_said_before_it_is_given() -> None:
    assert asked(1, 2, 3, 4) == asked(1, 2) == ""
    assert asked(1) == asked() == "pairs_too_few"
    assert asked(1, 2, 3, 4, 5) == "pairs_too_many"
    assert asked(1, 2, 1) == "pairs_oneself"
    assert asked(1, 2, 3, out=3) == "player_is_out"
    assert asked(1, 2, 3, requests=Requests(apart=((2, 3),))) == "kept_apart_by_request"
    assert asked(1, 2, 3, requests=Requests(resting=((2, 3),))) == "rests_then"
    assert asked(1, 2, 3, requests=named(2, [(3, 4)])) == "paired_by_hand"
    assert asked(1, 2, 3, requests=named(1, [(3, 4)])) == "", "that stage has been paired"
    teams = Plan(format="teams", seats=4, stages=5)
    assert asked(1, 2, plan=teams, team="Reds") == "pairs_team_mates"
    assert asked(1, 2, plan=teams) == asked(1, 2, team="Reds") == ""
    assert asked(1, 2, plan=Plan(format="knockout", seats=4)) == "not_in_this_format"
    assert asked(1, 2, plan=Plan(format="round_robin", seats=2)) == "not_in_this_format"
    assert asked(1, 2, plan=Plan(format="round_robin", seats=3)) == ""


def test_play_42_who_has_met_and_tables_that_differ_ask_for_a_second_word() -> None:
    met = [("Guest 1", "Guest 2")]
    assert asked(1, 2, 3, met=met) == "met_already"
    assert asked(1, 2, 3, met=met, insists=True) == ""
    assert asked(1, 2, 3, 4, players=6) == "tables_would_differ"
    assert asked(1, 2, 3, 4, players=6, insists=True) == ""
    assert asked(1, 2, 3, 4, players=5, insists=True) == "tables_do_not_fit", "one is left over"
    boards = Plan(format="swiss", seats=4, stages=5, boards="matchpoints")
    assert asked(1, 2, plan=boards, players=6) == ""
    full = named(2, [(5, 6)])
    assert asked(1, 2, plan=boards, players=6, requests=full) == "tables_do_not_fit"
