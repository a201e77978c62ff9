"""The worked cases of the book of gin, as they stand there."""

from games.engine import build_rules, legal_actions
from games.engine.families.knock.actions import DRAW_STOCK
from tests.engine.dealing import (
    CLASSIC,
    PALAST,
    PALAST_50,
    Played,
    answered,
    deal,
    knock,
    knocked,
)

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
