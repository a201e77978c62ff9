"""The worked cases of the book of gin, as they stand there."""

import pytest

from rummy.engine import build_rules, legal_actions
from rummy.engine.families.knock.actions import DRAW_STOCK
from rummy.engine.families.knock.rules.laws import laws_of
from rummy.engine.house_rules.catch_the_glass import CatchRun, CatchSet
from rummy.engine.house_rules.hirschn import ANNOUNCE
from rummy.engine.rules import RuleSet
from tests.engine.dealing import (
    CLASSIC,
    PALAST,
    PALAST_50,
    Played,
    answered,
    deal,
    discard,
    draws_and_discards,
    knock,
    knocked,
    special,
)
from tests.engine.test_melding import hand

KNOCK_6 = "As 2s 3s 7h 7c 7d Ts Js Qs 6h"
KNOCK_8 = "As 2s 3s 7h 7c 7d Ts Js Qs 8h"
GIN = "As 2s 3s 4s 7h 7c 7d Ts Js Qs"


def _outcome(round_: Played) -> tuple[str, int | None, tuple[int, ...]]:
    outcome = round_.state.open.outcome
    assert outcome is not None
    return outcome.reason, outcome.winner, outcome.points


def test_case_1_a_knock_at_6_against_24_after_laying_off_pays_18_and_the_box_gin_8_gin_9() -> None:
    opponent = "4s 8h 8c 8d 2h 2c 2d Kh Qd 4c"
    round_ = answered(knocked(PALAST, knocker=KNOCK_6, opponent=opponent))
    assert [shown.points for shown in round_.state.open.shown] == [6, 24]
    assert round_.points() == {(1, "deadwood"): 18, (1, "box_bonus"): 10}
    assert _outcome(round_) == ("knock", 1, (0, 28))


def test_case_2_a_table_limited_to_50_pays_no_box_gin_9() -> None:
    opponent = "4s 8h 8c 8d 2h 2c 2d Kh Qd 4c"
    round_ = answered(knocked(PALAST_50, knocker=KNOCK_6, opponent=opponent))
    assert round_.points() == {(1, "deadwood"): 18}


def test_case_3_equal_deadwood_is_an_undercut_gin_8() -> None:
    opponent = "5h 5c 5d 9h 9c 9d Ah Ac 2h 4c"
    round_ = answered(knocked(PALAST, knocker=KNOCK_8, opponent=opponent))
    assert [shown.points for shown in round_.state.open.shown] == [8, 8]
    expected = {(0, "deadwood"): 0, (0, "undercut_bonus"): 20, (0, "box_bonus"): 10}
    assert round_.points() == expected
    assert _outcome(round_) == ("undercut", 0, (30, 0))


def test_case_3_classic_pays_10_for_an_undercut_and_no_box_gin_8_gin_9() -> None:
    opponent = "5h 5c 5d 9h 9c 9d Ah Ac 2h 4c"
    round_ = answered(knocked(CLASSIC, knocker=KNOCK_8, opponent=opponent))
    assert round_.points() == {(0, "deadwood"): 0, (0, "undercut_bonus"): 10}


def test_case_4_gin_against_31_pays_31_and_25_and_the_box_gin_8() -> None:
    opponent = "8h 8c 8d 2h 2c 2d Kh Qd Jc Ac"
    round_ = knocked(PALAST, knocker=GIN, opponent=opponent)
    assert round_.points() == {(1, "deadwood"): 31, (1, "gin_bonus"): 25, (1, "box_bonus"): 10}
    assert _outcome(round_) == ("gin", 1, (0, 66))


def test_case_5_gin_is_not_undercut_by_zero_deadwood_gin_8() -> None:
    opponent = "8h 8c 8d 2h 2c 2d 9h 9c 9d 9s"
    round_ = knocked(PALAST, knocker=GIN, opponent=opponent)
    assert round_.points() == {(1, "deadwood"): 0, (1, "gin_bonus"): 25, (1, "box_bonus"): 10}
    assert _outcome(round_) == ("gin", 1, (0, 35))


def test_case_6_tedesco_counts_the_opponents_aces_15_gin_s8() -> None:
    opponent = "Ah Ac 3d 8h 8c 8d 9h 9c 9d 9s"
    knocker = "2s 3s 4s 7h 7c 7d Ts Js Qs 4h"
    round_ = answered(knocked(special("tedesco"), knocker=knocker, opponent=opponent))
    assert [shown.points for shown in round_.state.open.shown] == [4, 33]
    assert round_.points() == {(1, "deadwood"): 29, (1, "box_bonus"): 10}


def test_case_7_a_joker_discarded_with_the_knock_doubles_5_to_10_gin_s5() -> None:
    opponent = "5h 5c 5d 9h 9c 9d 9s Ah 2h 2c"
    round_ = answered(knocked(special("jokers"), knocker=KNOCK_8, opponent=opponent, discard="X1"))
    assert [shown.points for shown in round_.state.open.shown] == [8, 5]
    assert round_.points() == {(1, "deadwood"): 2, (1, "box_bonus"): 10}


def _hirschn(opponent: str, turns_after: int) -> Played:
    """Seat 1 announces in its first turn and knocks with 6, so many of its turns later."""
    draws = ["Kd", "Kh", "Kc", "Qh", "Qd", "Jh", "Jd", "Jc", "Td"][: 2 * turns_after + 1]
    round_ = deal(special("hirschn"), starter=KNOCK_6, dealer=opponent, stock=" ".join(draws))
    round_.does(1, DRAW_STOCK)
    round_.does(1, ANNOUNCE)
    round_.does(1, discard(draws[0]))
    draws_and_discards(round_, 2 * turns_after - 1)
    round_.does(1, DRAW_STOCK)
    round_.does(1, knock(draws[-1]))
    return answered(round_)


OPPONENT_18 = "8h 8c 8d 2h 2c 2d 9c 5h 3d Ac"


@pytest.mark.parametrize(("turns", "bonus"), [(1, 5), (2, 10), (3, 20)])
def test_case_8_a_win_by_12_on_the_second_turn_after_hirschn_pays_10_more_gin_s4(
    turns: int, bonus: int
) -> None:
    round_ = _hirschn(OPPONENT_18, turns)
    assert round_.points() == {
        (1, "deadwood"): 12,
        (1, "hirschn"): bonus,
        (1, "box_bonus"): 10,
    }


def test_case_9_the_window_passes_and_the_opponent_gets_15_though_it_loses_gin_s4() -> None:
    round_ = _hirschn(OPPONENT_18, 4)
    assert round_.points() == {
        (1, "deadwood"): 12,
        (1, "box_bonus"): 10,
        (0, "hirschn_missed"): 15,
    }
    assert _outcome(round_) == ("knock", 1, (15, 22))


def test_case_10_an_undercut_leaves_nobody_a_hirschn_bonus_gin_s4() -> None:
    round_ = _hirschn("8h 8c 8d 2h 2c 2d 9h 9c 9d 3d", 2)
    expected = {(0, "deadwood"): 3, (0, "undercut_bonus"): 20, (0, "box_bonus"): 10}
    assert round_.points() == expected


def test_case_11_glasses_pay_nothing_when_the_stock_ends_the_round_gin_s1() -> None:
    round_ = deal(
        special("catch_the_glass"),
        starter="As Ah Ad Ac 2s 2h 2d 2c 3s 3h",
        dealer="4s 4h 4d 4c 5s 5h 5d 5c 6s 6h",
        upcard="Kd",
        stock="7h 7c 7d 9s Ts Js 9h 3d",
    )
    draws_and_discards(round_, 3)
    round_.does(0, DRAW_STOCK)
    round_.does(0, CatchSet(6))
    round_.does(0, discard("9s"))
    draws_and_discards(round_, 2)
    round_.does(1, DRAW_STOCK)
    round_.does(1, CatchRun(0))
    round_.does(1, discard("9h"))
    round_.does(0, DRAW_STOCK)
    round_.does(0, CatchRun(2))
    round_.does(0, discard("3d"))
    claims = [event for event in round_.events if event.type == "glass_claimed"]
    assert [bool(getattr(event, "cards", 0)) for event in claims] == [True, True, False]
    while round_.state.turn is not None:
        draws_and_discards(round_, 1)
    assert _outcome(round_) == ("stock_exhausted", None, (0, 0))
    assert round_.points() == {}


def _points(rules: RuleSet, text: str) -> int:
    return laws_of(rules).knocking.points(hand(text))


def test_case_13_king_ace_two_is_a_run_round_the_corner_gin_s2() -> None:
    assert _points(special("cyclic_runs"), "Ks As 2s") == 0
    assert _points(PALAST, "Ks As 2s") == 10 + 1 + 2


def test_case_14_a_rainbow_run_changes_colour_at_every_step_gin_s7() -> None:
    rules = special("rainbow_runs")
    assert _points(rules, "Ah 2s 3d 4c") == 0
    assert _points(rules, "Ah 2d 3s 4c") == 10
    assert _points(PALAST, "Ah 2s 3d 4c") == 10


def test_case_12_an_ace_shown_by_oklahoma_lets_only_gin_knock_gin_s6() -> None:
    rules = build_rules("gin_palast", house_rules=["oklahoma"])
    round_ = deal(rules, starter=GIN[:-2] + "Kd", stock="Qs", bottom="Ad")
    assert round_.state.open.knock_limit == 0
    assert round_.state.open.shown_card == round_.state.stock[0]
    round_.does(1, DRAW_STOCK)
    knocks = [action for action in legal_actions(round_.state, 1) if action.type == "knock"]
    assert knocks == [knock("Kd")]
    round_.does(1, knock("Kd"))
    assert _outcome(round_)[:2] == ("gin", 1)
