"""PLAY-41 and PLAY-42: seats, moves, broken tables, the final table, round-for-round."""

from types import SimpleNamespace
from typing import Any

import pytest

from rummy.settlement import SeatScore
from tests.director.house import HOUR_MS, House, Lots
from tournaments.director import EntryRules, Pace, Plan, PrizeForm, PrizePlan
from tournaments.director.commands import (
    CloseTable,
    Hold,
    Move,
    OpenTable,
    Seat,
    SeatField,
    SetPace,
    StartRounds,
)
from tournaments.director.seating.balancing import hold_short_tables
from tournaments.director.snapshot import Field

WINNER = PrizePlan(PrizeForm.WINNER)


def house_of(players: int, *, seats: int = 4, stack: int = 100, seed: int = 1) -> House:
    plan = Plan(seats=seats, stack_chips=stack, prizes=WINNER)
    return House(plan, players, seed=seed).start()


def bust(house: House, table: int, *losers: int) -> None:
    """The round at `table`: these places of the deal lose all, the others nothing."""
    dealt = house.arena.tables[table].dealt
    scores = [-10_000 if place in losers else 0 for place in range(len(dealt))]
    winner = next(place for place in range(len(dealt)) if place not in losers)
    melds = [SeatScore(score, melded=place == winner) for place, score in enumerate(scores)]
    house.play(table, *melds)
    house.advance()


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(2, [2]), (4, [4]), (5, [2, 3]), (9, [3, 3, 3]), (17, [3, 3, 3, 4, 4]), (64, [4] * 16)],
)
def test_play_41_the_fewest_tables_with_sizes_that_differ_by_one_at_most(
    players: int, sizes: list[int]
) -> None:
    assert house_of(players).sizes == sizes


def test_play_41_seats_follow_from_the_dice_and_from_nothing_else() -> None:
    def places(seed: int) -> dict[int, tuple[int, int] | None]:
        return {one.entry: one.seat for one in house_of(12, seed=seed).everybody}

    assert places(1) == places(1)
    assert places(1) != places(2)
    (seating,) = house_of(12).ordered(SeatField)
    assert seating.order == Lots().draw(range(1, 13), "seats")
    assert seating.reason.to_json() == {
        "code": "seats_drawn",
        "rule": "PLAY-41",
        "facts": {"entries": 12, "tables": 3},
    }


def test_play_41_a_table_not_needed_is_broken_and_its_players_are_drawn_elsewhere() -> None:
    """Sixteen at four tables; two of them lose two each: twelve need three."""
    house = house_of(16)
    bust(house, 1, 0, 1)
    assert house.sizes == [2, 4, 4, 4]
    bust(house, 2, 0, 1)
    assert house.sizes == [4, 4, 4]
    (closed,) = house.ordered(CloseTable)
    assert dict(closed.reason.facts) == {"players": 12, "seats": 4, "tables": 4}
    assert house.codes(Move) == ["moved_from_broken_table"] * 2


def test_play_41_the_resting_table_with_the_fewest_players_is_broken() -> None:
    house = house_of(16)
    bust(house, 1, 0, 1)
    bust(house, 2, 0)
    assert house.sizes == [2, 3, 4, 4]
    bust(house, 3, 0)
    # Twelve players, three tables: table 1 waited with two players.
    assert [command.table for command in house.ordered(CloseTable)] == [1]
    assert house.sizes == [4, 4, 4]


def test_play_41_a_table_two_players_short_waits_until_a_fuller_one_hands_over() -> None:
    house = house_of(16)
    bust(house, 1, 0, 1)
    assert 1 not in house.playing
    (hold,) = house.ordered(Hold)
    assert (hold.table, dict(hold.reason.facts)) == (1, {"players": 2, "most": 4})
    bust(house, 2)
    assert house.codes(Move) == ["moved_to_balance"]
    assert house.sizes == [3, 3, 4, 4]
    assert {1, 2} <= set(house.playing)


def test_play_41_who_is_left_alone_is_told_that_nobody_is_there_to_play_with() -> None:
    alone = SimpleNamespace(number=1, size=1, resting=True, held=False)
    field = Field(seated=1, sizes=((1, 1, 1),))
    at_hand: Any = SimpleNamespace(field=field, short=(alone,))
    (hold,) = hold_short_tables(at_hand)
    assert hold.reason.code == "table_waits_alone"


def test_play_41_a_table_one_player_short_does_not_wait() -> None:
    house = house_of(16)
    bust(house, 1, 0)
    assert 1 in house.playing
    assert house.ordered(Move) == []


def test_play_41_the_player_moved_least_moves_first() -> None:
    house = house_of(16)
    moved_before = set()
    for table in (1, 2):
        entries = house.arena.tables[table].entries
        for entry in entries[: len(entries) - 1]:
            house.arena.entrants[entry].moves = 3
            moved_before.add(entry)
        house.arena.tables[table].view = None
    stayer = next(e for e in house.arena.tables[2].entries if e not in moved_before)
    bust(house, 1, 0, 1)
    bust(house, 2)
    (move,) = house.ordered(Move)
    assert (move.entry, move.from_table, move.to_table) == (stayer, 2, 1)
    assert dict(move.reason.facts) == {"players": 4, "others": 2, "moves": 0}


def test_a_player_moved_to_a_table_in_play_is_dealt_to_in_its_next_round() -> None:
    """Three tables lose one each; of the last one's three players two must go to tables in play."""
    house = house_of(16)
    for table in (1, 2, 3):
        bust(house, table, 0)
    bust(house, 4, 0, 1)
    moves = house.ordered(Move)
    assert {move.from_table for move in moves} == {4}
    for move in moves:
        place = house.arena.tables[move.to_table]
        assert move.entry not in place.dealt
        before = house.stack(move.entry)
        bust(house, move.to_table)
        assert house.stack(move.entry) == before
        assert move.entry in house.arena.tables[move.to_table].dealt


def test_play_41_seats_are_redrawn_at_the_final_table() -> None:
    house = house_of(8, stack=1_000)
    assert house.codes(SetPace) == ["final_table_near"]
    bust(house, 1, 0, 1)
    bust(house, 2, 0, 1)
    final = house.ordered(SeatField)[-1]
    assert final.reason.code == "final_table_drawn"
    assert (house.sizes, final.first_table) == ([4], 3)
    assert house.playing == [3]


def test_play_42_tables_run_independently() -> None:
    house = house_of(64, stack=1_000)
    for _ in range(3):
        house.play(1, 1, 0, 0, 0)
        house.advance()
    assert house.arena.tables[1].rounds == 4
    assert house.arena.tables[2].rounds == 1


def test_play_42_round_for_round_from_just_before_the_money() -> None:
    """Twelve of 24 are paid. With 18 left at five tables the next rounds may decide who."""
    prizes = PrizePlan(PrizeForm.TOP, places=12)
    plan = Plan(seats=4, stack_chips=1_000, prizes=prizes, buy_in_chips=10)
    house = House(plan, 24).start()
    bust(house, 1, 0, 1)
    bust(house, 2, 0, 1)
    bust(house, 3, 0, 1)
    assert not house.arena.clock.together
    bust(house, 4, 0, 1)
    (pace,) = house.ordered(SetPace)
    assert (pace.reason.code, dict(pace.reason.facts)) == (
        "bubble_near",
        {"players": 16, "paid": 12},
    )
    dealt = len(house.ordered(StartRounds))
    for table in house.playing:
        assert len(house.ordered(StartRounds)) == dealt, "every table waits for all others"
        bust(house, table)
    assert len(house.ordered(StartRounds)) == dealt + 1


def test_play_42_in_the_money_tables_are_independent_again() -> None:
    prizes = PrizePlan(PrizeForm.TOP, places=12)
    plan = Plan(seats=4, stack_chips=1_000, prizes=prizes, buy_in_chips=10)
    house = House(plan, 24).start()
    for table in (1, 2, 3, 4):
        bust(house, table, 0, 1)
    for number, table in enumerate(house.playing):
        bust(house, table, *((0, 1) if number < 2 else ()))
    assert [command.together for command in house.ordered(SetPace)] == [True, False]
    assert house.codes(SetPace)[-1] == "bubble_over"


def test_play_42_a_whole_tournament_may_be_played_together() -> None:
    house = House(Plan(pace=Pace.TOGETHER, stack_chips=10_000), 16).start()
    house.play(1, 1, 0, 0, 0)
    assert house.advance().playing == [2, 3, 4]
    for table in (2, 3, 4):
        house.play(table, 1, 0, 0, 0)
    assert sorted(house.advance().playing) == [1, 2, 3, 4]


def test_play_40_late_players_are_seated_at_random_at_the_shortest_table() -> None:
    plan = Plan(entries=EntryRules(late_until_level=2), stack_chips=1_000)
    house = House(plan, 7).start()
    assert house.sizes == [3, 4]
    house.enter(70)
    house.advance()
    assert house.sizes == [4, 4]
    (seat,) = house.ordered(Seat)
    assert dict(seat.reason.facts) == {"players": 3}


def test_play_40_late_players_open_another_table_when_all_seats_are_taken() -> None:
    plan = Plan(entries=EntryRules(late_until_level=9), stack_chips=100_000)
    house = House(plan, 8).start()
    house.enter(80)
    house.advance()
    assert house.sizes == [1, 4, 4]
    (opened,) = house.ordered(OpenTable)
    assert dict(opened.reason.facts) == {"players": 9, "seats": 4, "tables": 3}
    for table in (1, 2):
        house.play(table, 1, 0, 0, 0)
        house.advance()
    assert house.sizes == [3, 3, 3]


def test_gin_tables_with_two_seats_wait_for_a_second_player() -> None:
    house = house_of(9, seats=2, stack=1_000)
    assert house.sizes == [1, 2, 2, 2, 2]
    lone = next(n for n, place in house.arena.tables.items() if len(place.entries) == 1)
    assert lone not in house.playing
    bust(house, house.playing[0], 0)
    assert house.sizes == [2, 2, 2, 2]
    assert len(house.playing) == 4


def test_a_field_that_starts_at_its_hour_does_not_start_before() -> None:
    house = House(Plan(), 8)
    house.pass_time(HOUR_MS - 1)
    assert house.advance().playing == []
    house.pass_time(1)
    assert house.advance().playing == [1, 2]
