"""PLAY-43 and PLAY-47: who is ranked where, and what ends a tournament."""

import pytest

from rummy.settlement import SeatScore
from tests.director.house import House
from tournaments.director import EntryRules, Plan, PrizeForm, PrizePlan, Schedule
from tournaments.director.commands import Finish, Out, PayBounty, PayPrize, Rank
from tournaments.director.desk import orders as desk
from tournaments.director.desk import tables as desk_tables
from tournaments.director.desk.holders import DeskTable, Holder
from tournaments.director.formats import chips as chip_formats
from tournaments.director.snapshot import Phase

SLOW = Schedule(1, (101, 100), rounds=50)
TOP_THREE = PrizePlan(PrizeForm.TOP, places=3)


def set_stacks(house: House, **stacks: int) -> None:
    """Other stacks than the starting ones, same sum."""
    for name, chips in stacks.items():
        house.arena.entrants[int(name[1:])].stack = chips
    for place in house.arena.tables.values():
        place.view = None
        place.stacks = tuple(house.stack(entry) for entry in place.dealt)


def scores_by_entry(house: House, table: int, **scores: int) -> None:
    dealt = house.arena.tables[table].dealt
    house.play(table, *(scores[f"e{entry}"] for entry in dealt))
    house.advance()


def test_play_43_out_in_a_later_round_is_better() -> None:
    house = House(Plan(stack_chips=100, schedule=SLOW, prizes=TOP_THREE), 3).start()
    scores_by_entry(house, 1, e1=0, e2=0, e3=-100)
    scores_by_entry(house, 1, e1=200, e2=0)
    assert house.ranks == {1: 1, 2: 2, 3: 3}
    assert house.codes(Rank) == ["rank_by_round", "rank_by_round", "last_with_chips"]


def test_play_43_in_the_same_round_more_chips_at_its_start_is_better() -> None:
    house = House(Plan(stack_chips=100, schedule=SLOW), 4).start()
    set_stacks(house, e1=100, e2=150, e3=50, e4=100)
    scores_by_entry(house, 1, e1=1_000, e2=0, e3=0, e4=0)
    assert house.ranks == {1: 1, 2: 2, 4: 3, 3: 4}
    facts = [dict(out.reason.facts) for out in house.ordered(Out)]
    assert sorted(fact["chips"] for fact in facts) == [50, 100, 150]


def test_play_43_who_is_removed_between_rounds_is_behind_who_loses_the_next() -> None:
    rules = EntryRules(late_until_level=0)
    plan = Plan(stack_chips=100, schedule=Schedule(1, (2, 1), rounds=2), entries=rules)
    house = House(plan, 4).start()
    clock = house.arena.clock
    house.order(desk_tables.pause_table(plan, clock, DeskTable(1, 4, (), quiet=False)))
    house.play(1, 0, 0, 0, 0)
    leaving = Holder(4, "Dora", 100, table=1)
    house.advance().order(desk.remove(house.arena.clock, house.arena.field, leaving))
    set_stacks(house, e1=150, e2=100, e3=50)
    house.order(desk_tables.resume_table(clock, DeskTable(1, 3, (3,), quiet=True, paused=True)))
    house.advance()
    scores_by_entry(house, 1, e1=100, e2=100, e3=0)
    assert not house.arena.clock.entries_open, "now the ranks are given"
    assert (house.ranks[3], house.ranks[4]) == (3, 4)


def test_play_43_equal_chips_share_the_rank_and_the_prizes_of_the_places() -> None:
    plan = Plan(stack_chips=100, schedule=SLOW, prizes=TOP_THREE, buy_in_chips=100)
    house = House(plan, 4).start()
    scores_by_entry(house, 1, e1=1_000, e2=0, e3=0, e4=0)
    assert house.ranks == {1: 1, 2: 2, 3: 2, 4: 2}
    prizes = {prize.entry: prize.chips for prize in house.ordered(PayPrize)}
    first, second, third = 197, 118, 85
    assert prizes == {1: first, 2: 68, 3: 68, 4: 67}
    assert sum(prizes.values()) == first + second + third == 400
    assert set(house.codes(PayPrize)) == {"prize_of_rank", "prize_shared"}
    told = {command.entry: dict(command.reason.facts) for command in house.ordered(PayPrize)}
    assert told[1] == {"rank": 1, "places": 3, "prize_chips": first, "pool_chips": 400}
    assert told[4] == {
        "rank": 2,
        "places": 3,
        "tied": 3,
        "sum_chips": second + third,
        "prize_chips": 67,
    }
    house.require_all_paid()


def test_play_43_a_round_for_round_wave_is_one_round_for_all_tables() -> None:
    """Two tables, round-for-round: who is out first by the clock is not out earlier."""
    house = House(Plan(stack_chips=100, schedule=SLOW), 8).start()
    one, two = house.arena.tables[1].dealt[0], house.arena.tables[2].dealt[0]
    set_stacks(house, **{f"e{one}": 99, f"e{house.arena.tables[1].dealt[1]}": 101})
    house.play(1, -1_000, 0, 0, SeatScore(0, melded=1))
    house.advance()
    assert house.arena.entrants[one].rank is None, "the round at the other table is still on"
    house.play(2, -1_000, 0, 0, SeatScore(0, melded=1))
    house.advance()
    assert (house.ranks[two], house.ranks[one]) == (7, 8), "100 chips against 99"


def test_play_43_ranks_wait_while_somebody_may_come_back() -> None:
    rules = EntryRules(returns_max=1, returns_until_level=0)
    schedule = Schedule(1, (2, 1), rounds=2)
    house = House(Plan(stack_chips=100, schedule=schedule, entries=rules), 4).start()
    scores_by_entry(house, 1, e1=0, e2=0, e3=0, e4=-1_000)
    assert house.ranks[4] is None
    scores_by_entry(house, 1, e1=0, e2=0, e3=0)
    assert house.ranks[4] == 4, "the level is over, and with it every way back"


def test_play_13_the_last_player_with_chips_wins() -> None:
    house = House(Plan(stack_chips=100), 2).start()
    house.play(1, 1_000, 0)
    house.advance()
    assert house.arena.phase is Phase.FINISHED
    (finish,) = house.ordered(Finish)
    assert (finish.reason.code, dict(finish.reason.facts)) == ("all_but_one_out", {"entries": 2})


def test_play_47_after_max_rounds_chips_decide_and_equal_chips_share() -> None:
    plan = Plan(stack_chips=100, max_rounds=2, schedule=SLOW, prizes=TOP_THREE, buy_in_chips=10)
    house = House(plan, 4).start()
    scores_by_entry(house, 1, e1=30, e2=20, e3=20, e4=0)
    assert house.playing == [1]
    scores_by_entry(house, 1, e1=0, e2=0, e3=0, e4=0)
    assert house.ranks == {1: 1, 2: 2, 3: 2, 4: 4}
    assert house.codes(Finish) == ["max_rounds_played"]
    house.require_all_paid()


def test_play_47_rounds_in_play_are_finished_before_chips_decide() -> None:
    """Four tables: four finished rounds are the one round, wherever they were played."""
    house = House(Plan(stack_chips=100, max_rounds=1, schedule=SLOW), 16).start()
    for table in (1, 1, 2):
        house.play(table, 0, 0, 0, 0)
        house.advance()
    assert sorted(house.playing) == [1, 2, 3, 4]
    for left in ([1, 2, 4], [1, 2], [2], []):
        (table,) = set(house.playing) - set(left)
        house.play(table, 0, 0, 0, 0)
        assert sorted(house.advance().playing) == left, "nobody is dealt to again"
    assert house.codes(Finish) == ["max_rounds_played"]
    assert set(house.ranks.values()) == {1}


def test_play_44_who_puts_a_player_out_wins_the_bounty_and_the_last_keeps_their_own() -> None:
    plan = Plan(format="bounty", stack_chips=100, buy_in_chips=50, bounty_chips=20, schedule=SLOW)
    house = House(plan, 3).start()
    scores_by_entry(house, 1, e1=0, e2=1, e3=-1_000)
    scores_by_entry(house, 1, e1=1_000, e2=0)
    paid = [(command.entry, command.out, command.chips) for command in house.ordered(PayBounty)]
    assert paid == [(2, 3, 20), (1, 2, 20), (1, 1, 20)]
    assert house.arena.bounty_bank == 0
    house.require_all_paid()


def test_play_44_winners_who_tie_share_the_bounty() -> None:
    plan = Plan(format="bounty", stack_chips=100, buy_in_chips=50, bounty_chips=25, schedule=SLOW)
    house = House(plan, 3).start()
    scores_by_entry(house, 1, e1=0, e2=0, e3=-1_000)
    assert sorted(command.chips for command in house.ordered(PayBounty)) == [12, 13]


def test_play_44_a_satellite_ends_when_as_many_are_left_as_there_are_tickets() -> None:
    prizes = PrizePlan(PrizeForm.TICKETS, ticket_chips=200)
    plan = Plan(format="satellite", stack_chips=100, buy_in_chips=110, prizes=prizes, schedule=SLOW)
    house = House(plan, 4).start()
    scores_by_entry(house, 1, e1=5, e2=0, e3=0, e4=-1_000)
    assert house.ordered(Finish) == [], "440 chips are two tickets and 40 chips"
    scores_by_entry(house, 1, e1=0, e2=0, e3=-1_000)
    assert house.arena.phase is Phase.FINISHED
    won = {prize.entry: (prize.chips, prize.ticket) for prize in house.ordered(PayPrize)}
    assert won == {1: (200, True), 2: (200, True), 3: (40, False)}
    house.require_all_paid()


def test_a_large_field_is_ranked_in_portions_and_ties_are_not_torn_apart_play_43(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ten are left after the last round; with portions of three the ranks are the same."""
    found = []
    for portion in (3, 10_000):
        monkeypatch.setattr(chip_formats, "RANKED_AT_ONCE", portion)
        plan = Plan(
            seats=2,
            stack_chips=1_000,
            schedule=Schedule(1, (3, 2), rounds=1),
            max_rounds=1,
            buy_in_chips=50,
            prizes=PrizePlan(PrizeForm.TOP, places=5),
        )
        house = House(plan, 10).start()
        for table, lead in zip(list(house.playing), (30, 30, 10, 20, 10), strict=True):
            house.play(table, lead, 0)
            house.advance()
        assert house.arena.phase.is_over
        house.require_all_paid()
        found.append((house.ranks, sorted(one.won_chips for one in house.everybody)))
    assert found[0] == found[1]
    assert sorted(rank or 0 for rank in found[0][0].values()) == [1, 1, 3, 4, 4, 6, 6, 8, 9, 9]
