"""Hirschn! (GIN-S4): who may announce it, when, and what it forbids and pays."""

from rummy.engine import legal_actions, view
from rummy.engine.as_json.stored import action_to_json
from rummy.engine.families.knock.actions import ANSWER, DRAW_STOCK
from rummy.engine.house_rules.hirschn import ANNOUNCE
from tests.engine.dealing import (
    PALAST,
    Played,
    deal,
    discard,
    draws_and_discards,
    knock,
    special,
)
from tests.engine.test_turns import refusal

RULES = special("hirschn")
KNOCKER = "As 2s 3s 7h 7c 7d Ts Js Qs 6h"
OPPONENT = "8h 8c 8d 2h 2c 2d 9c 5h 3d Ac"
STOCK = "Kd Kh Kc Qh Qd Jh Jd Jc Td"


def announced() -> Played:
    """Seat 1 has drawn and announced in the first turn, and could knock with 6."""
    round_ = deal(RULES, starter=KNOCKER, dealer=OPPONENT, stock=STOCK)
    round_.does(1, DRAW_STOCK)
    assert ANNOUNCE in legal_actions(round_.state, 1)
    round_.does(1, ANNOUNCE)
    return round_


def test_no_knock_in_the_turn_of_the_announcement_gin_s4() -> None:
    round_ = announced()
    caught = refusal(round_, 1, knock("Kd"))
    assert (caught.code, caught.rule) == ("no_knock_after_hirschn", "GIN-S4")
    assert {action.type for action in legal_actions(round_.state, 1)} == {"discard"}
    assert view(round_.state, 1).to_json()["knockable"] == []


def test_once_in_a_round_by_whoever_is_first_gin_s4() -> None:
    round_ = announced()
    caught = refusal(round_, 1, ANNOUNCE)
    assert (caught.code, caught.rule, caught.facts) == (
        "hirschn_already_announced", "GIN-S4", {"seat": 1},
    )  # fmt: skip
    round_.does(1, discard("Kd"))
    round_.does(0, DRAW_STOCK)
    assert ANNOUNCE not in legal_actions(round_.state, 0)
    assert refusal(round_, 0, ANNOUNCE).code == "hirschn_already_announced"


def test_only_between_drawing_and_discarding_and_where_the_rule_is_on_gin_s4() -> None:
    caught = refusal(deal(RULES), 1, ANNOUNCE)
    assert (caught.code, caught.rule) == ("draw_first", "GIN-S4")
    assert refusal(deal(RULES), 0, ANNOUNCE).code == "not_your_turn"
    assert refusal(deal(PALAST), 1, ANNOUNCE).code == "action_not_in_these_rules"


def test_everyone_sees_who_announced_and_how_many_turns_have_ended_gin_s4() -> None:
    round_ = announced()
    assert view(round_.state, None).to_json()["memory"] == {"hirschn": {"seat": 1, "turns": 0}}
    round_.does(1, discard("Kd"))
    draws_and_discards(round_, 2)
    assert view(round_.state, 0).to_json()["memory"] == {"hirschn": {"seat": 1, "turns": 2}}


LOW = "8h 8c 8d 2h 2c 2d 9h 9c 9d 3d"


def opponent_knocks(turns: int, announcer: str) -> Played:
    """Seat 1 announces at once; seat 0 knocks with 6 in the so-manieth of its turns."""
    draws = STOCK.split()
    round_ = deal(RULES, starter=announcer, dealer=KNOCKER, stock=STOCK)
    round_.does(1, DRAW_STOCK)
    round_.does(1, ANNOUNCE)
    round_.does(1, discard(draws[0]))
    draws_and_discards(round_, 2 * (turns - 1))
    round_.does(0, DRAW_STOCK)
    round_.does(0, knock(draws[2 * turns - 1]))
    round_.does(1, ANSWER)
    return round_


def test_the_opponents_knock_within_the_window_leaves_no_bonus_gin_s4() -> None:
    for turns in (1, 2, 3):
        round_ = opponent_knocks(turns, OPPONENT)
        assert round_.points() == {(0, "deadwood"): 12, (0, "box_bonus"): 10}


def test_an_undercut_by_the_announcer_pays_no_hirschn_either_gin_s4() -> None:
    round_ = opponent_knocks(2, LOW)
    expected = {(1, "deadwood"): 3, (1, "undercut_bonus"): 20, (1, "box_bonus"): 10}
    assert round_.points() == expected


def test_the_opponents_knock_after_the_window_gets_the_15_too_gin_s4() -> None:
    round_ = opponent_knocks(4, OPPONENT)
    assert round_.points() == {
        (0, "deadwood"): 12,
        (0, "box_bonus"): 10,
        (0, "hirschn_missed"): 15,
    }


def test_gin_within_the_window_is_a_knock_won_gin_s4() -> None:
    round_ = deal(RULES, starter="As 2s 3s 4s 7h 7c 7d Ts Js Kc", dealer=OPPONENT, stock="Kd Kh Qs")
    round_.does(1, DRAW_STOCK)
    round_.does(1, ANNOUNCE)
    round_.does(1, discard("Kd"))
    draws_and_discards(round_, 1)
    round_.does(1, DRAW_STOCK)
    round_.does(1, knock("Kc"))
    assert round_.points()[1, "hirschn"] == 5
    assert round_.points()[1, "gin_bonus"] == 25


def test_the_stocks_end_pays_no_hirschn_gin_s4_gin_10() -> None:
    round_ = announced()
    round_.does(1, discard("Kd"))
    while round_.state.turn is not None:
        draws_and_discards(round_, 1)
    assert round_.points() == {}


def test_the_announcement_travels_as_documented_gin_s4() -> None:
    assert action_to_json(ANNOUNCE) == {"type": "announce_hirschn"}
