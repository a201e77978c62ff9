"""PLAY-24: the ratio grows, by rounds or by the clock."""

from collections import Counter
from random import Random

import pytest

from tests.director.house import HOUR_MS, House
from tournaments.director import DEEP, STANDARD, TURBO, InvalidPlan, Pace, Plan, Schedule
from tournaments.director.commands import EndBreak, RaiseLevel, Settle, StartRounds
from tournaments.director.snapshot import Phase

MINUTE_MS = 60_000


@pytest.mark.parametrize(
    ("schedule", "ratios"),
    [
        (TURBO, [2, 4, 8, 16, 32, 64, 128]),
        (STANDARD, [2, 3, 5, 7, 10, 15, 23]),
        (DEEP, [2, 3, 4, 5, 6, 7, 8]),
    ],
)
def test_play_24_the_presets_start_at_two_and_every_level_raises_the_ratio(
    schedule: Schedule, ratios: list[int]
) -> None:
    assert [schedule.pcr(level) for level in range(7)] == ratios


def test_play_24_deep_follows_its_growth_once_steps_are_larger_than_one() -> None:
    exact = [2 * 5**level / 4**level for level in range(10, 40)]
    assert [DEEP.pcr(level) for level in range(10, 40)] == [int(ratio + 0.5) for ratio in exact]


@pytest.mark.parametrize(
    ("micro", "playing"),
    [(0, 1), (1_000_002, 1), (1_333_336, 1), (1_666_670, 2), (3_000_006, 3), (3_400_000, 3)],
)
def test_the_round_of_a_level_is_the_one_that_most_tables_play(micro: int, playing: int) -> None:
    assert STANDARD.round_of(micro) == playing


def test_a_ratio_never_grows_beyond_what_can_be_reckoned_with() -> None:
    assert TURBO.pcr(500) == 10**9


@pytest.mark.parametrize(
    ("growth", "rounds", "level_ms", "code"),
    [
        ((1, 1), 3, None, "schedule_does_not_grow"),
        ((1, 2), 3, None, "schedule_does_not_grow"),
        ((3, 0), 3, None, "schedule_does_not_grow"),
        ((3, 2), None, None, "level_length_unclear"),
        ((3, 2), 3, 1000, "level_length_unclear"),
        ((3, 2), 0, None, "level_length_unclear"),
        ((3, 2), None, 9_999, "plan_number_out_of_range"),
        ((3, 2), None, 10**15, "plan_number_out_of_range"),
        ((3, 2), 10**9, None, "plan_number_out_of_range"),
    ],
)
def test_play_24_a_ratio_that_does_not_grow_is_refused(
    growth: tuple[int, int], rounds: int | None, level_ms: int | None, code: str
) -> None:
    with pytest.raises(InvalidPlan, match=code):
        Schedule(2, growth, rounds=rounds, level_ms=level_ms)


def test_play_24_a_level_by_rounds_lasts_so_many_rounds_of_the_whole_field() -> None:
    """Two tables: six finished rounds, whoever plays them, are three rounds."""
    house = House(Plan(schedule=STANDARD, seats=4, stack_chips=10_000), players=8).start()
    assert sorted(house.playing) == [1, 2]
    # Round-for-round from the start: two tables are the last before the final.
    for played in range(3):
        assert len(house.ordered(RaiseLevel)) == 0, f"after {played} rounds"
        for table in (1, 2):
            house.play(table, 10, 0, 0, 0)
            house.advance()
    (raised,) = house.ordered(RaiseLevel)
    assert (raised.level, raised.pcr, raised.reason.code) == (1, 3, "level_rounds_played")
    assert house.ordered(StartRounds)[-1].pcr == 3
    house.play(1, 10, 0, 0, 0)
    house.advance()
    assert len(house.ordered(RaiseLevel)) == 1


def test_play_24_in_a_shootout_tables_that_wait_for_the_next_stage_count_no_rounds() -> None:
    house = House(Plan(format="shootout", schedule=STANDARD, stack_chips=2_000), players=16).start()
    for table in (1, 2, 3):
        house.play(table, 1_000, 0, 0, 0)
    house.advance()
    assert house.playing == [4]
    dealt = 1  # at all four tables
    for played in range(1, 12):
        house.play(4, 0, 0, 0, 0)
        house.advance()
        dealt += 1
        assert house.ordered(StartRounds)[-1].level == (dealt - 1) // 3, f"after {played} rounds"


@pytest.mark.parametrize("rounds", [1, 2, 3])
@pytest.mark.parametrize("pace", list(Pace))
def test_play_24_each_level_has_its_rounds_dealt_and_settled_at_its_ratio(
    rounds: int, pace: Pace
) -> None:
    """Five tables that finish one after the other, in any order; rounds are those dealt there."""
    schedule = Schedule(25, (2, 1), rounds=rounds)
    plan = Plan(schedule=schedule, seats=4, stack_chips=10**6, pace=pace)
    house = House(plan, players=20).start()
    dice = Random(rounds)
    for _ in range(60):
        house.play(dice.choice(house.playing), 1, 0, 0, 0)
        house.advance()
    counted = Counter(dict(settled.reason.facts)["pcr"] for settled in house.ordered(Settle))
    counted.update(house.arena.tables[table].pcr for table in house.playing)
    *over, _under_way = sorted(counted)
    assert over == [schedule.pcr(level) for level in range(len(over))], "no level is passed over"
    assert len(over) >= 2
    assert {counted[pcr] for pcr in over} == {5 * rounds}


def test_play_24_a_level_of_one_round_is_not_over_before_its_round_is() -> None:
    house = House(Plan(schedule=Schedule(25, (2, 1), rounds=1), stack_chips=10**6), 8).start()
    assert house.arena.clock.level == 0
    house.play(1, 1, 0, 0, 0)
    house.advance()
    house.play(2, 1, 0, 0, 0)
    house.advance()
    assert house.arena.clock.level == 1
    assert [dict(one.reason.facts)["pcr"] for one in house.ordered(Settle)] == [25, 25]


def test_play_24_a_level_by_time_begins_when_the_last_one_ended_however_late_one_looks() -> None:
    schedule = Schedule(2, (2, 1), rounds=None, level_ms=10 * MINUTE_MS)
    house = House(Plan(schedule=schedule), players=4).start()
    began_ms = house.arena.clock.level_started_ms
    house.pass_time(10 * MINUTE_MS + 25_000)
    house.advance()
    assert house.arena.clock.level_started_ms == began_ms + 10 * MINUTE_MS
    house.pass_time(35 * MINUTE_MS)
    house.advance()
    assert [raised.level for raised in house.ordered(RaiseLevel)] == [1, 2], "none is passed over"


def test_play_24_a_round_in_play_keeps_the_ratio_it_began_with() -> None:
    clock = Schedule(2, (2, 1), rounds=None, level_ms=10 * MINUTE_MS)
    house = House(Plan(schedule=clock, stack_chips=1_000), players=4).start()
    house.pass_time(11 * MINUTE_MS)
    house.advance()
    assert house.codes(RaiseLevel) == ["level_time_up"]
    house.play(1, 10, 0, 0, 0)
    house.advance()
    assert sorted(one.stack for one in house.everybody) == [980, 980, 980, 1_060], "still 2"
    assert house.ordered(StartRounds)[-1].pcr == 4


def test_play_24_a_break_follows_every_so_many_levels_and_nobody_is_dealt_to_in_it() -> None:
    schedule = Schedule(2, (2, 1), rounds=1, break_every=2, break_ms=5 * MINUTE_MS)
    house = House(Plan(schedule=schedule, stack_chips=10_000), players=4).start()
    for _ in range(2):
        house.play(1, 1, 0, 0, 0)
        house.advance()
    assert (house.arena.phase, house.playing) == (Phase.BREAK, [])
    house.pass_time(5 * MINUTE_MS - 1)
    assert house.advance().playing == []
    house.pass_time(1)
    assert house.advance().playing == [1]
    assert len(house.ordered(EndBreak)) == 1


def test_play_46_a_pause_stops_the_level_clock() -> None:
    from tournaments.director.desk import orders as desk

    schedule = Schedule(2, (2, 1), rounds=None, level_ms=10 * MINUTE_MS)
    house = House(Plan(schedule=schedule), players=4).start()
    house.pass_time(9 * MINUTE_MS)
    house.order(desk.pause(house.arena.clock))
    house.pass_time(HOUR_MS)
    house.advance()
    house.order(desk.resume(house.arena.clock))
    house.pass_time(MINUTE_MS - 1)
    assert house.advance().ordered(RaiseLevel) == []
    house.pass_time(1)
    assert len(house.advance().ordered(RaiseLevel)) == 1
