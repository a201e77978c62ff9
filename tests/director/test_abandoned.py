"""Where nobody is there any more and no chip moves, a tournament ends by the chips (PLAY-45)."""

from dataclasses import replace

import pytest

from tests.director.house import House
from tests.director.test_formats import stage_plan
from tests.director.test_ranks import SLOW
from tournaments.director import EntryRules, Plan
from tournaments.director.commands import Abandon, Finish, Remove
from tournaments.director.snapshot import Phase

PLAN = Plan(seats=2, stack_chips=100, schedule=SLOW, absent_rounds=3, buy_in_chips=10)


def round_everywhere(house: House, *present: int, moved: int = 0) -> None:
    """A round at all tables, level unless chips are to move; who is not `present` is absent."""
    for table in list(house.playing):
        dealt = house.arena.tables[table].dealt
        absent = [entry for entry in dealt if entry not in present]
        house.play(table, moved, *[0] * (len(dealt) - 1), absent=absent)
        house.advance()


@pytest.mark.parametrize("players", [2, 8])
def test_level_rounds_without_players_end_after_so_many_at_every_table(players: int) -> None:
    house = House(PLAN, players).start()
    rounds = 0
    while not house.arena.phase.is_over:
        round_everywhere(house)
        rounds += 1
        assert rounds < 20, "long before `max_rounds`"
    assert rounds >= PLAN.absent_rounds
    assert house.codes(Finish) == house.codes(Abandon) == ["nobody_there"]
    assert set(house.ranks.values()) == {1}
    house.require_all_paid()


def test_who_waits_alone_may_be_there_and_is_given_somebody_to_play_with() -> None:
    house = House(PLAN, 9).start()
    (waiting,) = (table.entries[0] for table in house.arena.tables.values() if table.quiet)
    rounds = 0
    while not house.arena.phase.is_over:
        round_everywhere(house)
        rounds += 1
        assert rounds < 40, "long before `max_rounds`"
    assert "nobody_at_table" in house.codes(Remove)
    assert house.ranks[waiting] == 1
    house.require_all_paid()


def test_one_player_who_is_there_keeps_it_going() -> None:
    house = House(PLAN, 8).start()
    for _ in range(12):
        round_everywhere(house, 1)
    assert house.arena.phase is Phase.RUNNING
    assert not house.ordered(Abandon)
    for _ in range(PLAN.absent_rounds + 1):
        round_everywhere(house)
    assert house.codes(Finish) == ["nobody_there"], "once that one has gone, too"


def round_of(house: House, there: list[int]) -> None:
    """A round at all tables: who is there wins three points of whom is not; others win nothing."""
    for table in list(house.playing):
        dealt = house.arena.tables[table].dealt
        absent = [entry for entry in dealt if entry not in there]
        winner = next((entry for entry in dealt if entry in there), None) if absent else None
        house.play(table, *(3 * (entry == winner) for entry in dealt), absent=absent)
        house.advance()


def test_a_table_at_which_nobody_is_keeps_its_richest_only() -> None:
    house = House(PLAN, 6).start()
    gone = list(house.arena.tables[2].dealt)
    there = [entry for entry in range(1, 7) if entry not in gone]
    house.play(2, 0, 5, absent=gone)
    house.advance()
    for _ in range(2 * PLAN.absent_rounds - 1):
        assert not house.ordered(Remove)
        round_of(house, there)
    (removed,) = house.ordered(Remove)
    assert (removed.entry, removed.chips) == (gone[0], house.arena.forfeited_chips)
    assert (removed.reason.code, dict(removed.reason.facts)) == ("nobody_at_table", {"rounds": 6})


@pytest.mark.parametrize("players", range(3, 12))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whoever_is_there_never_waits_for_those_who_are_not(players: int, seats: int) -> None:
    house = House(replace(PLAN, seats=seats), players).start()
    rounds = 0
    while not house.arena.phase.is_over:
        round_of(house, [1])
        rounds += 1
        assert rounds < 100, "half of `max_rounds`"
    assert house.codes(Finish) == ["all_but_one_out"]
    assert [entry for entry, rank in house.ranks.items() if rank == 1] == [1]
    house.require_all_paid()


def test_who_may_still_come_late_is_not_removed() -> None:
    plan = replace(PLAN, entries=EntryRules(late_until_level=1))
    house = House(plan, 4).start()
    for _ in range(3 * PLAN.absent_rounds):
        round_of(house, list(house.arena.tables[1].dealt))
    assert house.arena.clock.entries_open
    assert not house.ordered(Remove)


def test_where_chips_still_move_the_ratio_ends_it() -> None:
    house = House(replace(PLAN, stack_chips=1_000), 2).start()
    for _ in range(8):
        round_everywhere(house, moved=1)
    assert house.arena.phase is Phase.RUNNING
    assert not house.ordered(Abandon)


def test_while_somebody_may_still_enter_it_waits_for_them() -> None:
    plan = replace(PLAN, entries=EntryRules(late_until_level=1))
    house = House(plan, 2).start()
    for _ in range(8):
        round_everywhere(house)
    assert house.arena.clock.entries_open
    assert house.arena.phase is Phase.RUNNING


ABSENT = 3


def at_one_table(*rounds: tuple[dict[int, int], set[int]], target: int = 100) -> House:
    """A single table plays rounds with these scores and these absent."""
    plan = replace(stage_plan("single_table", seats=3, target=target), absent_rounds=ABSENT)
    house = House(plan, 3).start()
    return play_on(house, *rounds)


def play_on(house: House, *rounds: tuple[dict[int, int], set[int]]) -> House:
    for scores, absent in rounds:
        (table,) = house.playing
        house.arena.finish_match(table, scores, absent=absent)
        house.advance()
    return house


NOTHING = {1: 0, 2: 0, 3: 0}
NOBODY = {1, 2, 3}  # is there


def test_a_single_table_without_players_ends_as_it_stands_when_nobody_scores() -> None:
    house = at_one_table(({1: 40, 2: 10, 3: 0}, set()), *[(NOTHING, NOBODY)] * (ABSENT - 1))
    assert house.arena.phase is Phase.RUNNING
    play_on(house, (NOTHING, NOBODY))
    assert house.codes(Finish) == house.codes(Abandon) == ["nobody_there"]
    assert house.ranks == {1: 1, 2: 2, 3: 3}
    house.require_all_paid()


def test_a_single_table_where_all_only_lose_points_scores_nothing() -> None:
    house = at_one_table(*[({1: -20, 2: -5, 3: -30}, NOBODY)] * ABSENT)
    assert house.codes(Finish) == ["nobody_there"]
    assert house.ranks == {2: 1, 1: 2, 3: 3}


@pytest.mark.parametrize("there", [1, 2, 3])
def test_a_single_table_goes_on_while_one_player_is_there(there: int) -> None:
    house = at_one_table(*[(NOTHING, NOBODY - {there})] * (3 * ABSENT))
    assert house.arena.phase is Phase.RUNNING
    play_on(house, *[(NOTHING, NOBODY)] * (ABSENT - 1), (NOTHING, NOBODY - {there}))
    play_on(house, *[(NOTHING, NOBODY)] * (ABSENT - 1))
    assert not house.ordered(Abandon), "they came back, and have not been away for as long since"
    play_on(house, (NOTHING, NOBODY))
    assert house.codes(Finish) == ["nobody_there"]


def test_a_single_table_where_cards_without_players_score_ends_at_the_target() -> None:
    house = at_one_table(*[({1: 10, 2: 0, 3: 0}, NOBODY)] * 9)
    assert not house.ordered(Abandon)
    play_on(house, ({1: 10, 2: 0, 3: 0}, NOBODY))
    assert house.codes(Finish) == ["target_reached"]


def test_in_a_tie_breaker_only_those_who_play_it_count() -> None:
    house = at_one_table(({1: 120, 2: 120, 3: 0}, {1, 2}), *[({1: 0, 2: 0}, {1, 2})] * ABSENT)
    assert house.codes(Finish) == ["nobody_there"], "the third was there, and is out"
    assert house.ranks == {1: 1, 2: 1, 3: 3}
    house.require_all_paid()
