"""Rommé 500: R500-1 … R500-13 and its worked cases, each named by id."""

from typing import Any

import pytest

from rummy.engine import deck_size
from rummy.engine.cards import cards_of, cards_text, mask_of
from rummy.engine.families import table_melding
from rummy.engine.families.table_melding.actions import UNDO
from rummy.engine.families.table_melding.state import Phase
from rummy.engine.moves import DRAW_STOCK
from tests.engine.table_melding.dealing import (
    Round,
    dealt,
    discard,
    lay_off,
    meld,
    position,
    swap,
    take,
)
from tests.engine.table_melding.rules import FIVE_HUNDRED, five_hundred


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r500_1_r500_12_seven_cards_an_upcard_and_the_dealers_left_starts(seats: int) -> None:
    round_ = dealt(FIVE_HUNDRED, seats, 5, dealer=0)
    now = round_.state.open
    assert (deck_size(FIVE_HUNDRED), FIVE_HUNDRED.seats) == (54, (2, 3, 4))
    assert now.hand_counts == (7,) * seats
    assert (now.turn, now.phase, len(now.pile)) == (1, Phase.DRAW, 1)
    assert now.stock_count == 54 - 7 * seats - 1


def test_r500_2_melds_and_lay_offs_without_an_own_meld_or_a_minimum() -> None:
    round_ = position(FIVE_HUNDRED, "8h 2c 3c 4c 9d Ks", melds=["5h 6h 7h"], opened=False)
    round_.does(0, lay_off("8h"))
    round_.does(0, meld("2c 3c 4c"))
    round_.does(0, discard("Ks"))
    assert round_.state.open.laid == (17, 0)


PILE = "3c 9d Ks 2h"


def deep(hand: str = "9h 9c 5s", **given: Any) -> Round:
    return position(FIVE_HUNDRED, hand, pile=PILE, phase=Phase.DRAW, **given)


def test_r500_3_r500_4_case_1_a_card_from_the_depth_with_all_above_it() -> None:
    round_ = deep()
    (event,) = round_.does(0, take("9d"))
    assert cards_text(round_.hand(0)) == ["5s", "Ks", "2h", "9h", "9d", "9c"]
    assert cards_text(mask_of(round_.state.open.pile)) == ["3c"]
    assert table_melding.view(round_.state, 1).to_json()["must_use"] == "9d"
    round_.does(0, meld("9h 9c 9d"))
    round_.does(0, discard("Ks"))
    assert event.cause() == take("9d")


def test_r500_3_case_2_not_used_no_discard_and_the_draw_can_be_taken_back() -> None:
    round_ = deep()
    before = round_.state
    round_.does(0, take("9d"))
    refused = ("taken_card_not_used", "R500-3", {"card": "9d"})
    assert round_.refuses(0, discard("Ks")) == refused
    assert round_.refuses(0, discard("9d"))[:2] == ("taken_card_not_discarded", "R500-4")
    round_.does(0, UNDO)
    assert round_.state == before


def test_r500_3_r500_4_case_3_the_top_card_alone_may_stay_but_not_be_discarded() -> None:
    round_ = deep()
    round_.does(0, take())
    assert round_.refuses(0, discard("2h"))[:2] == ("taken_card_not_discarded", "R500-4")
    round_.does(0, discard("5s"))
    assert "2h" in cards_text(round_.hand(0))


def test_r500_3_the_chosen_card_may_be_laid_off_or_exchange_a_joker() -> None:
    off = deep("5s 6s", melds=["6d 7d 8d"])
    off.does(0, take("9d"))
    off.does(0, lay_off("9d"))
    off.does(0, discard("5s"))
    joker = deep("5s 6s", melds=["8d X1=9d Td"])
    joker.does(0, take("9d"))
    joker.does(0, swap("9d", "X1"))
    joker.does(0, discard("5s"))
    assert "X1" in cards_text(joker.hand(0))


def test_r500_3_listed_are_only_cards_that_can_be_laid_at_once() -> None:
    listed = table_melding.legal_actions(deep().state, 0)
    assert listed == [DRAW_STOCK, take(), take("9d")]
    assert table_melding.legal_actions(deep("9h 5s 6s").state, 0) == [DRAW_STOCK, take()]
    assert take("3c") in table_melding.legal_actions(deep("3h 3s 5s").state, 0)


def test_r500_4_r500_6_the_taken_card_may_stay_alone_where_it_frees_a_joker_to_discard() -> None:
    alone = deep("8d", melds=["8s 8h 8c"])
    alone.does(0, take())
    assert table_melding.legal_actions(alone.state, 0) == [discard("8d"), UNDO]
    own = deep("X1 2d 2c", melds=["8s 8h 8c"])
    own.does(0, take())
    assert meld("X1=2s 2d 2c") in table_melding.legal_actions(own.state, 0)
    onto = deep("X1", melds=["2s 2d 2c"])
    onto.does(0, take())
    assert lay_off("X1=2h") in table_melding.legal_actions(onto.state, 0)
    freed = deep("8d", melds=["8s 8h 8c", "Ah X1=2h 3h"])
    freed.does(0, take())
    assert lay_off("8d") in table_melding.legal_actions(freed.state, 0)
    freed.does(0, lay_off("8d"))
    assert table_melding.legal_actions(freed.state, 0)[0] == swap("2h", "X1", at=1)
    freed.does(0, swap("2h", "X1", at=1))
    freed.does(0, discard("X1"))
    assert freed.score.reason == "out"


@pytest.mark.parametrize(("cards", "points"), [("Ac 2c 3c", 6), ("Qc Kc Ac", 31), ("As Ah Ad", 33)])
def test_r500_7_case_4_the_ace_counts_one_or_eleven(cards: str, points: int) -> None:
    round_ = position(FIVE_HUNDRED, f"{cards} 9h 8s")
    round_.does(0, meld(cards))
    assert round_.state.open.laid == (points, 0)


def test_r500_5_case_5_no_run_round_the_corner() -> None:
    round_ = position(FIVE_HUNDRED, "Kh Ah 2h 9d")
    assert round_.refuses(0, meld("Kh Ah 2h"))[:2] == ("not_a_meld", "R500-5")


def test_r500_6_a_meld_holds_no_more_jokers_than_naturals() -> None:
    round_ = position(FIVE_HUNDRED, "9d X1 X2 8d 5s")
    assert round_.refuses(0, meld("9d X1=Td X2=Jd"))[:2] == ("too_many_jokers", "R500-6")
    round_.does(0, meld("8d 9d X1=Td X2=Jd"))
    assert round_.state.open.laid == (37, 0)


def test_r500_6_r500_7_who_exchanges_a_joker_holds_it_and_scores_the_card() -> None:
    round_ = position(FIVE_HUNDRED, "9d 5s 6s", melds=["8d X1=9d Td"])
    round_.does(0, swap("9d", "X1"))
    assert cards_text(round_.hand(0)) == ["5s", "6s", "X1"]
    assert round_.state.open.laid == (9, 0), "the joker's points stay with who laid it"
    assert round_.state.open.hand_counts[0] == 3
    round_.does(0, discard("5s"))


def test_r500_7_an_own_joker_taken_back_leaves_its_points_with_its_owner() -> None:
    """The natural card scores, the joker's points stay; laid again, it scores where it lies."""
    round_ = position(FIVE_HUNDRED, "8d 9d Td X1 Jd 5s")
    round_.does(0, meld("8d X1=9d Td"))
    assert round_.state.open.laid == (27, 0)
    round_.does(0, swap("9d", "X1"))
    assert round_.state.open.laid == (36, 0)
    round_.does(0, lay_off("X1=Jd"))
    round_.does(0, swap("Jd", "X1"))
    assert round_.state.open.laid == (56, 0)
    round_.does(0, lay_off("X1=Qd"))
    assert round_.state.open.laid == (66, 0)
    assert sum(one["points"] for one in melds_shown(round_)) == 47


def test_r500_7_an_exchange_undone_takes_its_points_back() -> None:
    round_ = position(FIVE_HUNDRED, "X1 9d 5s 6s", melds=["6d 7d 8d"])
    round_.does(0, lay_off("X1=9d"))
    assert round_.state.open.laid == (9, 0)
    for _ in range(2):
        round_.does(0, swap("9d", "X1"))
        assert round_.state.open.laid == (18, 0)
        round_.does(0, UNDO)
        assert round_.state.open.laid == (9, 0)


def test_r500_7_a_joker_of_another_scores_again_for_who_lays_it_next() -> None:
    round_ = position(FIVE_HUNDRED, "8d Td X1 5s 2c", others=["9d 3h 4h 7c 6c", ""])
    round_.does(0, meld("8d X1=9d Td"))
    round_.does(0, discard("5s"))
    round_.does(1, DRAW_STOCK)
    round_.does(1, swap("9d", "X1"))
    assert round_.state.open.laid == (27, 9, 0)
    round_.does(1, lay_off("X1=Jd"))
    assert round_.state.open.laid == (27, 19, 0)
    round_.does(1, UNDO)
    round_.does(1, UNDO)
    assert round_.state.open.laid == (27, 0, 0)
    round_.does(1, swap("9d", "X1"))
    assert round_.state.open.laid == (27, 9, 0)


def melds_shown(round_: Round) -> list[Any]:
    """The melds as pages and bots read them."""
    shown: list[Any] = table_melding.view(round_.state, None).to_json()["melds"]
    return shown


def test_r500_6_freed_jokers_may_have_to_be_melded() -> None:
    rules = five_hundred(freed_joker="must_meld")
    round_ = position(rules, "9d 5s 6s 2c", melds=["8d X1=9d Td"])
    round_.does(0, swap("9d", "X1"))
    assert round_.refuses(0, discard("2c"))[:2] == ("joker_not_melded", "R500-6")
    round_.does(0, meld("5s 6s X1=7s"))
    round_.does(0, discard("2c"))
    assert (round_.score.reason, round_.score.points[0]) == ("out", 9 + 18)


def test_r500_8_r500_10_case_6_laid_45_less_a_hand_of_34() -> None:
    round_ = position(FIVE_HUNDRED, "5s", others=["Ah X1 4d"])
    now = round_.state.open._replace(laid=(0, 45))
    round_.state = round_.state._replace(open=now)
    round_.does(0, discard("5s"))
    assert round_.score.points == (0, 11)
    assert [tuple(line) for line in round_.score.lines] == [
        (1, "laid", 45),
        (1, "hand_penalty", -34),
    ]
    assert round_.score.winner == 1
    assert round_.score.tallies == ((0, 0, 0), (45, 30, 3))


def test_r500_10_case_7_a_round_score_may_be_negative() -> None:
    round_ = position(FIVE_HUNDRED, "5s", others=["4d 6c"])
    round_.does(0, discard("5s"))
    assert round_.score.points == (0, -10)


def test_r500_9_the_last_card_is_discarded() -> None:
    round_ = position(FIVE_HUNDRED, "8h", melds=["5h 6h 7h"])
    assert round_.refuses(0, lay_off("8h"))[:2] == ("no_card_to_discard", "R500-9")
    three = position(FIVE_HUNDRED, "2c 3c 4c")
    assert three.refuses(0, meld("2c 3c 4c"))[:2] == ("no_card_to_discard", "R500-9")


def test_r500_9_without_a_stock_the_round_ends_unless_the_pile_is_drawn_from() -> None:
    def empty() -> Round:
        round_ = deep(others=["4d"])
        hidden = round_.state.hidden._replace(stock=())
        round_.state = round_.state._replace(hidden=hidden)
        return round_

    over = empty()
    over.does(0, DRAW_STOCK)
    assert (over.score.reason, over.score.points) == ("stock_exhausted", (-23, -4))
    on = empty()
    on.does(0, take())
    on.does(0, discard("5s"))
    assert not on.state.is_over


def test_r500_13_only_draws_of_the_top_card_alone_count_towards_the_limit() -> None:
    round_ = position(
        FIVE_HUNDRED, "2d 4c 6h 9h 9c 9d", pile="3c 7c", phase=Phase.DRAW, others=["3h 5c"]
    )
    for turn in range(10):
        seat = turn % 2
        round_.does(seat, take())
        held = [card for card in cards_of(round_.hand(seat)) if card != round_.state.open.taken]
        round_.does(seat, discard(cards_text(1 << held[0])[0]))
    code, rule, facts = round_.refuses(0, take())
    assert (code, rule, facts) == (
        "pile_drawn_too_often", "R500-13", {"streak": 10, "limit": 10},
    )  # fmt: skip
    deeper = cards_text(1 << round_.state.open.pile[0])[0]
    round_.does(0, take(deeper))
    assert round_.state.open.streak == 0
    round_.does(0, UNDO)
    assert round_.state.open.streak == 10
