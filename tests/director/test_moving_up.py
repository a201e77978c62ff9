"""Disqualified in the money: last at the end, others move up, the pool is paid (PLAY-44)."""

from hypothesis import given
from hypothesis import strategies as st

from tests.director.house import House
from tests.director.test_ranks import SLOW, TOP_THREE, scores_by_entry
from tournaments.director import Plan
from tournaments.director.commands import MoveRank, PayPrize, RaisePrize
from tournaments.director.desk import chips as desk_chips
from tournaments.director.desk.holders import Holder
from tournaments.director.prizes import Ladder
from tournaments.director.seating.moving_up import move_up
from tournaments.director.snapshot import Placed

PLAN = Plan(seats=5, stack_chips=100, schedule=SLOW, prizes=TOP_THREE, buy_in_chips=100)
FIRST, SECOND, THIRD = 246, 148, 106


def disqualified(house: House, entry: int) -> None:
    one = house.arena.entrants[entry]
    table = one.seat[0] if one.seat else None
    holder = Holder(entry, f"e{entry}", one.stack, table=table)
    house.order(desk_chips.disqualify(house.arena.clock, house.arena.field, holder, (), {}))


def won(house: House) -> dict[int, int]:
    return {one.entry: one.won_chips for one in house.everybody}


def quiet(house: House) -> None:
    """The table rests, as one that a director has paused."""
    place = house.arena.tables[1]
    place.dealt, place.paused = (), True


def resumed(house: House) -> None:
    place = house.arena.tables[1]
    place.paused = False
    house.arena.set_resting(place, resting=True)
    house.advance()


def test_who_is_behind_moves_up_and_has_the_better_prize_play_43_play_44() -> None:
    house = House(PLAN, 5).start()
    scores_by_entry(house, 1, e1=0, e2=0, e3=0, e4=0, e5=-100)
    scores_by_entry(house, 1, e1=0, e2=0, e3=0, e4=-150)
    assert house.ranks == {1: None, 2: None, 3: None, 4: 4, 5: 5}
    quiet(house)
    disqualified(house, 3)
    house.advance()
    assert (house.ranks[3], won(house)[3]) == (3, 0), "their place, without its prize"
    resumed(house)
    scores_by_entry(house, 1, e1=500, e2=0)
    assert house.ranks == {1: 1, 2: 2, 3: 5, 4: 3, 5: 4}
    assert won(house) == {1: FIRST, 2: SECOND, 3: 0, 4: THIRD, 5: 0}
    assert house.codes(RaisePrize) == ["prize_raised"]
    assert set(house.codes(MoveRank)) == {"moved_up", "disqualified_last"}
    house.require_all_paid()


def test_what_nobody_is_left_to_take_belongs_to_the_first_play_44() -> None:
    house = House(PLAN, 3).start()
    quiet(house)
    disqualified(house, 3)
    resumed(house)
    scores_by_entry(house, 1, e1=500, e2=0)
    assert house.ranks == {1: 1, 2: 2, 3: 3}
    paid = won(house)
    assert paid[3] == 0
    assert sum(paid.values()) == 300
    assert {prize.entry for prize in house.ordered(PayPrize)} == {1, 2}
    house.require_all_paid()


@given(
    ranks=st.lists(st.integers(1, 4), min_size=1, max_size=8),
    staying=st.integers(1, 3),
    prizes=st.lists(st.integers(1, 500), min_size=1, max_size=12),
    picks=st.sets(st.integers(0, 7), min_size=1),
)
def test_whatever_the_ties_the_pool_is_paid_and_nobody_has_less_than_before(
    ranks: list[int], staying: int, prizes: list[int], picks: set[int]
) -> None:
    placed, rank = [], staying + 1
    for group in sorted(set(ranks)):
        tied = ranks.count(group)
        placed += [Placed(rank * 10 + i, rank * 10 + i, rank) for i in range(tied)]
        rank += tied
    entries = staying + len(placed)
    ladder = Ladder(tuple(sorted(prizes, reverse=True))[:entries])
    barred = {placed[pick].entry for pick in picks if pick < len(placed)}
    commands, left = move_up(ladder, entries, placed, barred)
    before: dict[int, int] = {}
    for first in {one.rank for one in placed}:
        tied_ones = [one for one in placed if one.rank == first]
        shares = ladder.shared(first, first + len(tied_ones) - 1)
        before |= {one.entry: chips for one, chips in zip(tied_ones, shares, strict=True)}
    raised = sum(command.chips for command in commands if isinstance(command, RaisePrize))
    kept = sum(chips for entry, chips in before.items() if entry not in barred)
    assert kept + raised + left + sum(ladder.prizes_chips[:staying]) == sum(ladder.prizes_chips)
    moved = {c.entry: c.rank for c in commands if isinstance(c, MoveRank)}
    now = sorted(moved.get(one.entry, one.rank) for one in placed)
    for position, found in enumerate(now):
        assert found == staying + 1 + now.index(found) <= staying + 1 + position
    assert all(moved.get(entry, 0) in (0, entries - len(barred) + 1) for entry in barred)
