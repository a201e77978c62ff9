"""What the desk may order, and what it refuses with the numbers (PLAY-23, PLAY-41, PLAY-46)."""

from dataclasses import replace
from typing import Any

import pytest

from tournaments.director import Plan, Refused, Schedule
from tournaments.director.commands import Pause, Resume
from tournaments.director.desk import chips as desk_chips
from tournaments.director.desk import tables as desk_tables
from tournaments.director.desk.chips import WonRound, restitution
from tournaments.director.desk.commands import Extend, HandOver, Reinstate, VoidRound
from tournaments.director.desk.holders import DeskTable, Holder
from tournaments.director.reasons import because
from tournaments.director.snapshot import Clock, Debt, Field, Phase

PLAN = Plan(seats=4, stack_chips=1_000)
RUNNING = Clock(now_ms=0, starts_at_ms=0, phase=Phase.RUNNING, wave=7)
FIELD = Field(entries=8, seated=6)
ANNA = Holder(1, "Anna", 900, table=1)
BERT = Holder(2, "Bert", 300, table=1)
CARL = Holder(3, "Carl", 400, table=2)


def refusal(function: Any, *args: Any, **kwargs: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        function(*args, **kwargs)
    return refused.value


def table(number: int, size: int, *, quiet: bool = True, paused: bool = False) -> DeskTable:
    return DeskTable(number, size, tuple(range(size, 4)), quiet, paused)


class TestMovingByHand:
    def test_to_the_first_free_seat(self) -> None:
        (order,) = desk_tables.move(PLAN, RUNNING, ANNA, source=table(1, 3), target=table(2, 2))
        assert (order.from_table, order.to_table, order.seat) == (1, 2, 2)  # type: ignore[attr-defined]

    def test_sizes_that_differ_by_more_than_one_need_insistence(self) -> None:
        sizes: Any = {"source": table(1, 3), "target": table(2, 3)}
        refused = refusal(desk_tables.move, PLAN, RUNNING, ANNA, **sizes)
        assert refused.code == "sizes_would_differ"
        assert refused.rule == "PLAY-41"
        assert refused.facts == {"smaller": 2, "larger": 4}
        assert desk_tables.move(PLAN, RUNNING, ANNA, **sizes, despite_sizes=True)

    def test_nobody_is_taken_out_of_a_round(self) -> None:
        refused = refusal(
            desk_tables.move,
            PLAN,
            RUNNING,
            ANNA,
            source=table(1, 3, quiet=False),
            target=table(2, 2),
        )
        assert (refused.code, refused.facts) == ("round_in_play", {"table": 1})

    def test_full_tables_and_pairings_are_refused(self) -> None:
        asked = {"source": table(1, 3), "target": table(2, 4)}
        assert refusal(desk_tables.move, PLAN, RUNNING, ANNA, **asked).code == "table_full"
        asked["target"] = table(2, 2)
        swiss = replace(PLAN, format="swiss")
        assert refusal(desk_tables.move, swiss, RUNNING, ANNA, **asked).code == "not_in_this_format"


class TestMoreTime:
    def test_the_hour_of_the_start_is_put_off_until_it_has_come_and_stays_from_then_on(
        self,
    ) -> None:
        for phase, moved in ((Phase.ENTERING, 300), (Phase.RUNNING, 0), (Phase.BREAK, 0)):
            clock = replace(RUNNING, phase=phase, now_ms=1_000, starts_at_ms=700)
            paused = Pause(because("paused_by_director")).on(clock)
            resumed = Resume(because("resumed_by_director")).on(replace(paused, now_ms=1_300))
            assert resumed.starts_at_ms == 700 + moved, phase
            assert resumed.level_started_ms == clock.level_started_ms + 300
            extended = Extend(because("level_extended", minutes=5), 300, 0).on(clock)
            assert extended.starts_at_ms == 700 + moved, phase

    def test_a_level_that_counts_rounds_is_extended_by_rounds(self) -> None:
        (order,) = desk_tables.extend(PLAN, RUNNING, rounds=2)
        assert isinstance(order, Extend)
        assert (order.ms, order.micro) == (0, 2_000_000)
        assert refusal(desk_tables.extend, PLAN, RUNNING, minutes=5).code == "level_counts_rounds"

    @pytest.mark.parametrize(
        ("phase", "code"),
        [
            (Phase.ENTERING, "start_put_off"),
            (Phase.BREAK, "break_extended"),
            (Phase.RUNNING, "level_extended"),
        ],
    )
    def test_everything_else_by_minutes(self, phase: Phase, code: str) -> None:
        plan = replace(PLAN, schedule=Schedule(2, (3, 2), rounds=None, level_ms=600_000))
        (order,) = desk_tables.extend(plan, replace(RUNNING, phase=phase), minutes=5)
        assert (order.ms, order.reason.code) == (300_000, code)  # type: ignore[attr-defined]

    def test_a_turn_only_where_one_is_on(self) -> None:
        assert desk_tables.give_time(RUNNING, table(1, 3, quiet=False), seconds=60)
        quiet = refusal(desk_tables.give_time, RUNNING, table(1, 3), seconds=60)
        assert quiet.code == "no_round_in_play"


class TestChips:
    def test_a_penalty_leaves_a_chip(self) -> None:
        assert desk_chips.penalize(PLAN, RUNNING, BERT, number=299, penalty=1)
        refused = refusal(desk_chips.penalize, PLAN, RUNNING, BERT, number=300, penalty=1)
        assert refused.facts == {"name": "Bert", "has": 300, "needed": 301}

    def test_a_penalty_during_a_round_asks_for_no_more_than_there_is_either(self) -> None:
        busy = replace(BERT, quiet=False)
        owing = replace(RUNNING, owed=(Debt(BERT.entry, 200, 1),))
        assert desk_chips.penalize(PLAN, owing, busy, number=99, penalty=2)
        refused = refusal(desk_chips.penalize, PLAN, owing, busy, number=100, penalty=2)
        assert refused.code == "chips_spent"
        assert refused.facts == {"name": "Bert", "has": 300, "needed": 301}

    def test_points_where_there_are_no_stacks(self) -> None:
        swiss = replace(PLAN, format="swiss")
        (order,) = desk_chips.penalize(swiss, RUNNING, BERT, number=3, penalty=1)
        assert order.points == 3  # type: ignore[attr-defined]

    def test_a_correction_goes_from_stack_to_stack_and_not_during_the_givers_round(self) -> None:
        (order,) = desk_chips.adjust(PLAN, RUNNING, ANNA, BERT, chips=120)
        assert isinstance(order, HandOver)
        assert (order.from_entry, order.to_entry, order.chips) == (1, 2, 120)
        busy = replace(ANNA, quiet=False)
        assert (
            refusal(desk_chips.adjust, PLAN, RUNNING, busy, BERT, chips=1).code == "round_in_play"
        )
        assert desk_chips.adjust(PLAN, RUNNING, ANNA, replace(BERT, quiet=False), chips=1)


class TestDisqualification:
    ROUNDS = (
        WonRound(1, 1, (1, 2, 3), (300, -100, -200)),
        WonRound(1, 2, (1, 2, 4), (60, -30, -30)),
        WonRound(1, 3, (1, 2), (-50, 50)),
    )

    def test_losers_get_back_what_they_lost_to_the_player(self) -> None:
        found = restitution(self.ROUNDS, ANNA, {2: BERT, 3: CARL})
        back = {share.entry: (share.lost_chips, share.back_chips) for share in found}
        assert back == {2: (130, 130), 3: (200, 200), 4: (30, 0)}, "entry 4 is out"

    def test_a_stack_too_small_is_shared_in_proportion(self) -> None:
        poor = replace(ANNA, stack_chips=36)
        found = restitution(self.ROUNDS, poor, {2: BERT, 3: CARL})
        assert [share.back_chips for share in found] == [13, 20, 0]

    def test_what_several_won_counts_by_the_players_part(self) -> None:
        shared = (WonRound(1, 1, (1, 2, 3), (50, 50, -100)),)
        (share,) = restitution(shared, ANNA, {3: CARL})
        assert share.back_chips == 50

    def test_the_rest_is_forfeited(self) -> None:
        orders = desk_chips.disqualify(RUNNING, FIELD, ANNA, self.ROUNDS, {2: BERT, 3: CARL})
        handed = sum(order.chips for order in orders if isinstance(order, HandOver))
        assert handed == 330
        assert orders[-1].chips == 900 - 330  # type: ignore[attr-defined]

    def test_the_last_player_stays(self) -> None:
        alone = replace(FIELD, seated=1)
        assert refusal(desk_chips.disqualify, RUNNING, alone, ANNA, (), {}).code == "last_player"


class TestTakingASettlementBack:
    WON = WonRound(1, 4, (1, 2), (250, -250))

    def test_the_chips_go_back(self) -> None:
        (order,) = desk_chips.void_round(PLAN, RUNNING, FIELD, self.WON, {1: ANNA, 2: BERT})
        assert isinstance(order, VoidRound)
        assert order.changes_chips == (-250, 250)

    def test_the_refusal_names_who_has_spent_what(self) -> None:
        poor = replace(ANNA, stack_chips=40)
        refused = refusal(desk_chips.void_round, PLAN, RUNNING, FIELD, self.WON, {1: poor, 2: BERT})
        assert refused.code == "chips_spent"
        assert refused.facts == {"name": "Anna", "has": 40, "needed": 251}

    def test_who_went_out_by_it_is_in_again(self) -> None:
        gone = replace(BERT, stack_chips=0, is_in=False, table=None, out_chips=250, rank=7)
        orders = desk_chips.void_round(PLAN, RUNNING, FIELD, self.WON, {1: ANNA, 2: gone})
        assert orders[1] == Reinstate(orders[1].reason, 2, 0, 0, True)

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            ({"rank": 7, "paid_chips": 90}, "prize_is_paid"),
            ({"rank": 8}, "others_out_since"),
            ({"out_chips": 900}, "out_since"),
        ],
    )
    def test_unless_the_rank_has_been_used(self, change: dict[str, int], code: str) -> None:
        gone = replace(BERT, stack_chips=0, is_in=False, table=None, out_chips=250)
        holders = {1: ANNA, 2: replace(gone, **change)}  # type: ignore[arg-type]
        refused = refusal(desk_chips.void_round, PLAN, RUNNING, FIELD, self.WON, holders)
        assert refused.code == code


def test_nothing_is_ordered_when_it_is_over() -> None:
    over = replace(RUNNING, phase=Phase.FINISHED)
    for asked in (
        lambda: desk_tables.pause_table(PLAN, over, table(1, 3)),
        lambda: desk_tables.extend(PLAN, over, minutes=1),
        lambda: desk_chips.penalize(PLAN, over, ANNA, number=1, penalty=1),
        lambda: desk_tables.substitute(
            over, ANNA, player=5, name="Emil", known=False, old_player=1
        ),
    ):
        assert refusal(asked).code in {"not_running", "tournament_over"}


def test_a_replacement_does_not_take_part_already() -> None:
    asked = {"player": 5, "name": "Emil", "old_player": 1}
    assert desk_tables.substitute(RUNNING, ANNA, known=False, **asked)  # type: ignore[arg-type]
    refused = refusal(desk_tables.substitute, RUNNING, ANNA, known=True, **asked)
    assert (refused.code, refused.facts) == ("replacement_takes_part", {"name": "Emil"})
