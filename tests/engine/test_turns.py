"""Turns: drawing, discarding, the first upcard, the end of the stock, the stall guard."""

import pytest

from rummy.engine import IllegalAction, build_rules, legal_actions
from rummy.engine.cards import parse_cards
from rummy.engine.families.knock.actions import DRAW_STOCK, PASS_UPCARD, TAKE_UPCARD
from rummy.engine.records import Action
from tests.engine.dealing import CLASSIC, PALAST, Played, deal, discard, knock


def refusal(round_: Played, seat: int, action: Action) -> IllegalAction:
    """The refusal of an action that must not be possible; the state stays as it was."""
    before = round_.state
    with pytest.raises(IllegalAction) as caught:
        round_.does(seat, action)
    assert round_.state == before
    return caught.value


def test_ten_cards_each_one_upcard_and_31_in_the_stock_gin_1() -> None:
    round_ = deal(PALAST)
    assert [hand.bit_count() for hand in round_.state.hands] == [10, 10]
    assert len(round_.state.open.pile) == 1
    assert len(round_.state.stock) == round_.state.open.stock_count == 31


def test_cards_are_dealt_one_by_one_from_the_dealers_left_gin_1() -> None:
    round_ = Played(PALAST, parse_cards(" ".join(r + s for s in "shdc" for r in "A23456789TJQK")))
    assert round_.state.hands[1] & 0b1
    assert round_.state.hands[0] & 0b10


def test_palast_starts_with_the_dealers_opponent_drawing_gin_11() -> None:
    round_ = deal(PALAST)
    assert (round_.state.phase, round_.state.turn) == ("draw", 1)
    assert legal_actions(round_.state, 1) == [DRAW_STOCK, TAKE_UPCARD]
    assert legal_actions(round_.state, 0) == []


def test_only_the_top_of_the_discard_pile_may_be_drawn_and_not_be_discarded_again_gin_2() -> None:
    round_ = deal(PALAST, starter="As", upcard="9h")
    round_.does(1, TAKE_UPCARD)
    assert discard("9h") not in legal_actions(round_.state, 1)
    caught = refusal(round_, 1, discard("9h"))
    assert (caught.code, caught.rule, caught.facts) == (
        "taken_card_not_discarded", "GIN-2", {"card": "9h"},
    )  # fmt: skip
    assert refusal(round_, 1, knock("9h")).code == "taken_card_not_discarded"
    round_.does(1, discard("As"))
    assert round_.state.turn == 0


def test_a_card_drawn_from_the_stock_may_be_discarded_at_once_gin_2() -> None:
    round_ = deal(PALAST, stock="9h")
    round_.does(1, DRAW_STOCK)
    round_.does(1, discard("9h"))
    assert round_.state.open.pile[-1] == parse_cards("9h")[0]


def test_a_turn_is_one_draw_then_one_discard_gin_2() -> None:
    round_ = deal(PALAST, starter="As", dealer="Ks")
    assert refusal(round_, 1, discard("As")).code == "draw_first"
    assert refusal(round_, 0, DRAW_STOCK).facts == {"seat": 0, "turn": 1}
    round_.does(1, DRAW_STOCK)
    assert refusal(round_, 1, DRAW_STOCK).code == "already_drawn"
    assert refusal(round_, 1, TAKE_UPCARD).code == "already_drawn"
    assert refusal(round_, 1, discard("Ks")).facts == {"card": "Ks"}
    assert refusal(round_, 1, PASS_UPCARD).code == "no_upcard_on_offer"


def test_knocking_is_never_forced_gin_5() -> None:
    round_ = deal(PALAST, starter="As 2s 3s 4s 7h 7c 7d Ts Js Kd", stock="Qs")
    round_.does(1, DRAW_STOCK)
    assert discard("Kd") in legal_actions(round_.state, 1)
    round_.does(1, discard("Kd"))
    assert not round_.state.is_over


def test_knocking_above_the_limit_is_refused_with_both_numbers_gin_5() -> None:
    round_ = deal(PALAST, starter="As 2s 3s 7h 7c 7d Ts Js Qs 9h", stock="3h")
    round_.does(1, DRAW_STOCK)
    assert knock("9h") in legal_actions(round_.state, 1)
    caught = refusal(round_, 1, knock("Qs"))
    assert caught.code == "deadwood_above_knock_limit"
    assert (caught.rule, caught.facts) == ("GIN-5", {"points": 32, "limit": 10})


def test_ten_points_allow_a_knock_and_eleven_do_not_gin_5() -> None:
    ten = deal(PALAST, starter="As 2s 3s 7h 7c 7d Ac 2h 3d 4c", stock="Kd")
    ten.does(1, DRAW_STOCK)
    ten.does(1, knock("Kd"))
    assert ten.state.open.shown[0].points == 10
    eleven = deal(PALAST, starter="As 2s 3s 7h 7c 7d Ac 2h 3d 5c", stock="Kd")
    eleven.does(1, DRAW_STOCK)
    assert refusal(eleven, 1, knock("Kd")).facts == {"points": 11, "limit": 10}


def test_the_first_upcard_is_offered_to_the_starter_then_to_the_dealer_gin_11() -> None:
    round_ = deal(CLASSIC, dealer="As", upcard="9h")
    assert legal_actions(round_.state, 1) == [TAKE_UPCARD, PASS_UPCARD]
    assert refusal(round_, 1, DRAW_STOCK).facts == {"card": "9h"}
    round_.does(1, PASS_UPCARD)
    assert legal_actions(round_.state, 0) == [TAKE_UPCARD, PASS_UPCARD]
    round_.does(0, TAKE_UPCARD)
    round_.does(0, discard("As"))
    assert (round_.state.phase, round_.state.turn) == ("draw", 1)


def test_after_both_pass_the_starter_draws_from_the_stock_gin_11() -> None:
    round_ = deal(CLASSIC)
    round_.does(1, PASS_UPCARD)
    round_.does(0, PASS_UPCARD)
    assert legal_actions(round_.state, 1) == [DRAW_STOCK]
    caught = refusal(round_, 1, TAKE_UPCARD)
    assert (caught.code, caught.rule) == ("must_draw_stock", "GIN-11")
    round_.does(1, DRAW_STOCK)
    round_.does(1, legal_actions(round_.state, 1)[0])
    assert legal_actions(round_.state, 0) == [DRAW_STOCK, TAKE_UPCARD]


def test_the_round_ends_unscored_with_two_cards_left_after_a_discard_gin_10() -> None:
    round_ = deal(build_rules("gin_palast", house_rules=["oklahoma"]))
    while round_.state.turn is not None:
        assert round_.state.open.stock_count > 2 or round_.state.phase == "discard"
        seat = round_.state.turn
        round_.does(seat, DRAW_STOCK)
        round_.does(seat, legal_actions(round_.state, seat)[0])
    outcome = round_.state.open.outcome
    assert outcome is not None
    assert outcome[:4] == ("stock_exhausted", None, (0, 0), ())
    assert round_.state.open.stock_count == 2
    assert refusal(round_, 0, DRAW_STOCK).code == "round_over"
    assert legal_actions(round_.state, 0) == legal_actions(round_.state, 1) == []


def test_the_last_turn_may_still_knock_gin_10() -> None:
    round_ = deal(PALAST, starter="As 2s 3s 4s 7h 7c 7d Ts Js Qs", dealer="8h 8c 8d")
    while round_.state.open.stock_count > 3 or round_.state.turn == 0:
        seat = round_.state.turn
        assert seat is not None
        round_.does(seat, DRAW_STOCK)
        drawn = round_.state.drawn
        round_.does(seat, next(a for a in legal_actions(round_.state, seat) if _is(a, drawn)))
        if round_.state.is_over:
            break
    assert round_.state.turn == 1, "29 draws: the starter's turn is the last"
    round_.does(1, DRAW_STOCK)
    assert round_.state.open.stock_count == 2
    knocks = [action for action in legal_actions(round_.state, 1) if action.type == "knock"]
    round_.does(1, knocks[0])
    assert round_.state.phase in ("answer", "over")


def _is(action: Action, card: int | None) -> bool:
    return action.type == "discard" and getattr(action, "card", None) == card


@pytest.mark.parametrize("limit", [2, 10])
def test_after_a_streak_of_upcards_the_next_turn_draws_from_the_stock_gin_14(limit: int) -> None:
    round_ = deal(build_rules("gin_palast", upcard_streak_limit=limit))
    for _ in range(limit):
        seat = round_.state.turn
        assert seat is not None
        round_.does(seat, TAKE_UPCARD)
        round_.does(seat, legal_actions(round_.state, seat)[0])
    seat = round_.state.turn
    assert seat is not None
    assert legal_actions(round_.state, seat) == [DRAW_STOCK]
    caught = refusal(round_, seat, TAKE_UPCARD)
    assert (caught.code, caught.rule, caught.facts) == (
        "must_draw_stock", "GIN-14", {"streak": limit},
    )  # fmt: skip
    round_.does(seat, DRAW_STOCK)
    round_.does(seat, legal_actions(round_.state, seat)[0])
    assert TAKE_UPCARD in legal_actions(round_.state, 1 - seat)


def test_taking_the_offered_first_upcard_counts_for_the_streak_gin_14() -> None:
    round_ = deal(build_rules("gin_classic", upcard_streak_limit=2))
    for seat in (1, 0):
        round_.does(seat, TAKE_UPCARD)
        round_.does(seat, legal_actions(round_.state, seat)[0])
    assert legal_actions(round_.state, 1) == [DRAW_STOCK]
