"""PLAY-40, PLAY-45, PLAY-46: entering, coming back, staying away, calling off."""

import pytest

from tests.director.house import HOUR_MS, House
from tests.director.test_ranks import SLOW, scores_by_entry, set_stacks
from tournaments import director
from tournaments.director import (
    Absent,
    Buyer,
    EntryRules,
    InvalidPlan,
    Plan,
    PrizeForm,
    PrizePlan,
    Refused,
    TooFew,
)
from tournaments.director.commands import (
    Begin,
    Buy,
    Cancel,
    CloseEntries,
    PayBounty,
    PayPrize,
    Postpone,
    Refund,
    Remove,
)
from tournaments.director.desk import orders as desk
from tournaments.director.snapshot import Clock, Field, Phase, Reach, Unranked

BACK = EntryRules(returns_max=1, rebuys_max=1, returns_until_level=1, late_until_level=0)


def buyer(house: House, entry: int) -> Buyer:
    one = house.arena.entrants[entry]
    return Buyer(entry, one.is_in, one.stack, one.returns, one.rebuys, one.has_add_on)


def buy(house: House, how: str, entry: int) -> None:
    order = getattr(director, how)(house.arena.plan, house.arena.clock, buyer(house, entry))
    house.order([order])
    house.advance()


def cancel(house: House) -> dict[int, int]:
    """Chips every entry gets back, fee and bounty included."""
    house.order(desk.cancel(house.arena.snapshot(Reach(unranked=Unranked.ALL))))
    back: dict[int, int] = {}
    for refund in house.ordered(Refund):
        back[refund.entry] = back.get(refund.entry, 0) + refund.chips + refund.fee_chips
    return back


def refused(house: House, how: str, entry: int) -> str:
    with pytest.raises(Refused) as refusal:
        buy(house, how, entry)
    return refusal.value.code


def test_play_40_starts_at_its_hour_or_when_full() -> None:
    rules = EntryRules(most=4, starts_when_full=True)
    house = House(Plan(entries=rules), 3).advance()
    assert house.arena.phase is Phase.ENTERING
    house.enter(9)
    house.advance()
    assert (house.arena.phase, house.codes(Begin)) == (Phase.RUNNING, ["started_when_full"])


def test_play_40_too_few_at_the_start_is_cancelled_with_everything_back() -> None:
    plan = Plan(entries=EntryRules(least=4), buy_in_chips=90, fee_chips=10, bounty_chips=30)
    house = House(plan, 3).start()
    assert house.arena.phase is Phase.CANCELLED
    assert [(r.chips, r.fee_chips) for r in house.ordered(Refund)] == [(90, 10)] * 3
    assert dict(house.ordered(Cancel)[0].reason.facts) == {"entries": 3, "least": 4}
    assert house.arena.fees == 0
    house.require_all_paid()


def test_play_40_or_postponed_and_at_last_cancelled() -> None:
    rules = EntryRules(least=4, too_few=TooFew.POSTPONE, postpone_ms=1_000, postpones_max=2)
    house = House(Plan(entries=rules), 3).start()
    for _ in range(2):
        assert house.arena.phase is Phase.ENTERING
        house.pass_time(1_000)
        house.advance()
    assert len(house.ordered(Postpone)) == 2
    assert house.arena.phase is Phase.CANCELLED


def test_play_40_nobody_enters_twice_nor_a_full_field() -> None:
    house = House(Plan(entries=EntryRules(most=2)), 1)
    with pytest.raises(Refused, match="already_entered"):
        house.enter(0)
    house.enter(1)
    with pytest.raises(Refused, match="tournament_full"):
        house.enter(2)


def test_play_40_withdrawing_before_the_start_brings_everything_back() -> None:
    house = House(Plan(buy_in_chips=50, fee_chips=5), 3)
    order = director.withdraw(house.arena.plan, house.arena.clock, entry=1)
    house.order([order])
    assert house.arena.paid_in == 100
    house.start()
    with pytest.raises(Refused, match="tournament_has_started"):
        director.withdraw(house.arena.plan, house.arena.clock, entry=2)


def test_play_40_late_entries_until_a_level_and_not_after() -> None:
    plan = Plan(entries=EntryRules(late_until_level=0), stack_chips=10_000)
    house = House(plan, 4).start()
    house.enter(7)
    house.advance()
    for _ in range(6):
        for table in house.playing:
            house.play(table, *([1] * len(house.arena.tables[table].dealt)))
        house.advance()
    assert house.codes(CloseEntries) == ["entries_closed"]
    with pytest.raises(Refused, match="entries_closed"):
        house.enter(8)


def test_play_40_late_entries_may_end_a_level_before_re_entries() -> None:
    clock = Clock(now_ms=0, starts_at_ms=0, phase=Phase.RUNNING, level=1)
    with pytest.raises(Refused, match="entries_closed"):
        director.enter(Plan(entries=BACK), clock, Field(), player=9, known=False)


def test_play_40_re_entry_is_a_full_stack_so_many_times_until_a_level() -> None:
    plan = Plan(entries=BACK, stack_chips=100, schedule=SLOW, buy_in_chips=10, fee_chips=1)
    house = House(plan, 4).start()
    scores_by_entry(house, 1, e1=0, e2=0, e3=0, e4=-1_000)
    assert refused(house, "come_back", 1) == "not_out"
    buy(house, "come_back", 4)
    assert (house.stack(4), house.arena.issued_chips, house.arena.paid_in) == (100, 500, 50)
    assert house.arena.fees == 5
    dealt = house.arena.tables[1].dealt
    assert 4 not in dealt, "dealt to in the next round"
    scores_by_entry(house, 1, e1=0, e2=0, e3=0)
    scores_by_entry(house, 1, e1=0, e2=0, e3=0, e4=-1_000)
    assert refused(house, "come_back", 4) == "no_returns_left"


def test_play_40_rebuy_for_who_holds_no_more_than_a_starting_stack() -> None:
    plan = Plan(entries=BACK, stack_chips=100, schedule=SLOW, buy_in_chips=10)
    house = House(plan, 4).start()
    scores_by_entry(house, 1, e1=10, e2=0, e3=0, e4=0)
    assert refused(house, "rebuy", 1) == "stack_too_large"
    buy(house, "rebuy", 2)
    assert house.stack(2) == 190
    assert refused(house, "rebuy", 2) == "no_rebuys_left"


def test_play_40_chips_bought_during_a_round_count_from_the_next() -> None:
    """Who has lost all and bought in time stays; the payment is capped at the old stack."""
    plan = Plan(entries=BACK, stack_chips=100, schedule=SLOW, buy_in_chips=10)
    house = House(plan, 2).start()
    buy(house, "rebuy", 2)
    scores_by_entry(house, 1, e1=1_000, e2=0)
    assert (house.stack(1), house.stack(2)) == (200, 100)
    assert house.arena.phase is Phase.RUNNING


def test_play_40_one_add_on() -> None:
    rules = EntryRules(returns_until_level=1, add_on_stack_chips=150, add_on_chips=20)
    plan = Plan(entries=rules, stack_chips=100, schedule=SLOW, buy_in_chips=10)
    house = House(plan, 2).start()
    buy(house, "add_on", 1)
    assert (house.stack(1), house.arena.paid_in) == (250, 40)
    assert [(b.chips, b.stack_chips) for b in house.ordered(Buy)] == [(20, 150)]
    assert refused(house, "add_on", 1) == "add_on_taken"
    house = House(Plan(entries=BACK), 2).start()
    assert refused(house, "add_on", 1) == "no_add_on"


def test_play_45_absent_players_are_played_for_and_stay() -> None:
    house = House(Plan(stack_chips=1_000, schedule=SLOW, absent=Absent.PLAYED), 2).start()
    for _ in range(10):
        house.play(1, 1, 0, absent=[1, 2])
        house.advance()
    assert house.playing == [1]


def test_play_45_or_removed_and_their_chips_stay_in_the_books() -> None:
    plan = Plan(stack_chips=100, schedule=SLOW, absent=Absent.REMOVED, absent_rounds=2)
    house = House(plan, 3).start()
    scores = {"e1": 1, "e2": 0, "e3": 0}
    house.play(1, *(scores[f"e{e}"] for e in house.arena.tables[1].dealt), absent=[3])
    house.advance()
    house.play(1, *(scores[f"e{e}"] for e in house.arena.tables[1].dealt), absent=[3])
    house.advance()
    (removed,) = house.ordered(Remove)
    assert (removed.entry, removed.chips, dict(removed.reason.facts)) == (3, 98, {"rounds": 2})
    assert house.arena.forfeited_chips == 98
    assert house.ranks[3] == 3


def test_play_45_who_plays_again_is_not_absent() -> None:
    plan = Plan(stack_chips=100, schedule=SLOW, absent=Absent.REMOVED, absent_rounds=2)
    house = House(plan, 2).start()
    for absent in ([1], [], [1], []):
        house.play(1, 0, 0, absent=absent)
        house.advance()
    assert house.ordered(Remove) == []


def test_play_45_the_last_is_never_removed() -> None:
    plan = Plan(stack_chips=100, schedule=SLOW, absent=Absent.REMOVED, absent_rounds=1)
    house = House(plan, 4).start()
    house.play(1, 0, 0, 0, 0, absent=[1, 2, 3, 4])
    house.advance()
    assert (len(house.ordered(Remove)), house.arena.phase) == (3, Phase.FINISHED)


@pytest.mark.parametrize("place", range(4))
def test_play_45_where_all_are_absent_who_has_most_chips_stays(place: int) -> None:
    plan = Plan(stack_chips=100, schedule=SLOW, absent=Absent.REMOVED, absent_rounds=1)
    house = House(plan, 4).start()
    ahead = house.arena.tables[1].dealt[place]
    house.play(1, *(10 * (seat == place) for seat in range(4)), absent=[1, 2, 3, 4])
    house.advance()
    assert house.ranks[ahead] == 1


def test_play_46_paused_tables_do_not_deal_again() -> None:
    house = House(Plan(stack_chips=1_000), 8).start()
    house.order(desk.pause(house.arena.clock))
    house.play(1, 1, 0, 0, 0)
    house.play(2, 1, 0, 0, 0)
    assert house.advance().playing == []
    with pytest.raises(Refused, match="cannot_pause"):
        desk.pause(house.arena.clock)
    house.order(desk.resume(house.arena.clock))
    assert house.advance().playing == [1, 2]
    with pytest.raises(Refused, match="not_paused"):
        desk.resume(house.arena.clock)


def test_play_46_cancelled_before_the_first_elimination_everything_comes_back() -> None:
    plan = Plan(buy_in_chips=100, fee_chips=10, prizes=PrizePlan(guarantee_chips=5_000))
    house = House(plan, 4).start()
    house.play(1, 10, 0, 0, 0)
    house.advance()
    assert cancel(house) == {1: 110, 2: 110, 3: 110, 4: 110}
    assert (house.arena.fees, house.arena.house_added) == (0, 0)
    house.require_all_paid()


def test_play_46_later_half_of_the_pool_equally_and_half_by_chips() -> None:
    plan = Plan(
        buy_in_chips=100, stack_chips=100, schedule=SLOW, prizes=PrizePlan(PrizeForm.WINNER)
    )
    house = House(plan, 4).start()
    scores_by_entry(house, 1, e1=0, e2=0, e3=0, e4=-1_000)
    set_stacks(house, e1=200, e2=150, e3=50)
    assert cancel(house) == {1: 67 + 100, 2: 67 + 75, 3: 66 + 25}
    assert {command.reason.code for command in house.ordered(Refund)} == {
        "refund_half_equal_half_by_chips"
    }
    assert dict(house.ordered(Refund)[0].reason.facts) == {
        "refund_chips": 167,
        "even_chips": 67,
        "share_chips": 100,
        "rest_chips": 200,
        "chips": 200,
        "all": 400,
        "players": 3,
    }
    house.require_all_paid()


def test_play_46_in_the_money_the_smallest_unpaid_prize_each_and_the_rest_by_chips() -> None:
    plan = Plan(
        buy_in_chips=100,
        stack_chips=100,
        schedule=SLOW,
        prizes=PrizePlan(PrizeForm.TOP, places=3),
    )
    house = House(plan, 4).start()
    scores_by_entry(house, 1, e1=0, e2=0, e3=0, e4=-1_000)
    scores_by_entry(house, 1, e1=0, e2=0, e3=-1_000)
    set_stacks(house, e1=300, e2=100)
    (third,) = house.ordered(PayPrize)
    assert (third.entry, third.chips) == (3, 85)
    # 197 + 118 are left: 118 each, and 79 by chips as 3 : 1.
    assert cancel(house) == {1: 118 + 59, 2: 118 + 20}
    house.require_all_paid()


def test_play_46_a_cancelled_bounty_goes_back_to_the_head_it_lay_on() -> None:
    plan = Plan(buy_in_chips=100, bounty_chips=40, stack_chips=100, schedule=SLOW)
    house = House(plan, 4).start()
    scores_by_entry(house, 1, e1=1, e2=0, e3=0, e4=-1_000)
    cancel(house)
    kept = [c for c in house.ordered(PayBounty) if c.reason.code == "bounty_kept"]
    assert [(c.entry, c.chips) for c in kept] == [(1, 40), (2, 40), (3, 40)]
    house.require_all_paid()


def test_play_46_what_is_over_cannot_be_cancelled() -> None:
    house = House(Plan(stack_chips=100), 2).start()
    house.play(1, 1_000, 0)
    house.advance()
    with pytest.raises(Refused, match="tournament_over"):
        cancel(house)


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ({"seats": 7}, "seats_out_of_range"),
        ({"stack_chips": 0}, "stack_missing"),
        ({"bounty_chips": 1}, "bounty_above_buy_in"),
        ({"max_rounds": 0}, "max_rounds_out_of_range"),
        ({"fee_chips": -1}, "negative_number"),
        ({"absent_rounds": 0}, "negative_number"),
    ],
)
def test_a_plan_that_contradicts_itself_is_refused(plan: dict[str, int], code: str) -> None:
    with pytest.raises(InvalidPlan, match=code):
        Plan(**plan)  # type: ignore[arg-type]  # numbers only


def test_entry_rules_that_contradict_themselves_are_refused() -> None:
    for wrong in ({"least": 1}, {"least": 9, "most": 8}, {"returns_max": 1}, {"rebuys_max": -1}):
        with pytest.raises(InvalidPlan):
            EntryRules(**wrong)  # type: ignore[arg-type]  # numbers only


def test_the_clock_says_when_it_must_be_looked_at() -> None:
    house = House(Plan(), 4)
    assert director.wake_at(house.arena.plan, house.arena.clock) == HOUR_MS
    house.start()
    assert director.wake_at(house.arena.plan, house.arena.clock) is None
