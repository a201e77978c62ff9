"""Deutsches Rommé: GER-1 … GER-14 and its worked cases, each named by id."""

import pytest

from rummy.engine import deck_cards, deck_size
from rummy.engine.cards import cards_of, cards_text, is_joker, mask_of, parse_cards
from rummy.engine.families import table_melding
from rummy.engine.families.knock.actions import ANSWER
from rummy.engine.families.table_melding.events import StockRebuilt
from rummy.engine.families.table_melding.state import Phase
from rummy.engine.moves import DRAW_STOCK, StockDrawn
from rummy.match.decide import draw_seats
from tests.engine.table_melding.dealing import (
    dealt,
    discard,
    lay_off,
    meld,
    position,
    swap,
    take,
)
from tests.engine.table_melding.rules import GERMAN, german


def test_ger_1_is_played_by_two_to_six_with_110_cards() -> None:
    assert GERMAN.seats == (2, 3, 4, 5, 6)
    assert deck_size(GERMAN) == 110
    assert sum(map(is_joker, deck_cards(GERMAN))) == 6


def test_ger_2_the_highest_card_deals_and_equal_ranks_draw_again() -> None:
    drawn = draw_seats(parse_cards("7h Kd Kc2 X1 2s 9h 4h"), 4)
    assert drawn.came_from == (3, 2, 1, 0)
    assert [len(cards) for cards in drawn.draws] == [1, 2, 2, 1]
    drawn = draw_seats(parse_cards("As Kd X1 X2 3s 3d 9h 8h"), 4)
    assert drawn.came_from == (2, 3, 0, 1)
    assert drawn.draws[0] == parse_cards("X1 3s 9h")
    assert drawn.draws[1] == parse_cards("X2 3d 8h")


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_ger_3_thirteen_cards_each_fourteen_for_the_dealer_who_begins(seats: int) -> None:
    round_ = dealt(GERMAN, seats, 7, dealer=1)
    now = round_.state.open
    assert now.hand_counts == tuple(14 if seat == 1 else 13 for seat in range(seats))
    assert (now.turn, now.phase, now.pile) == (1, Phase.PLAY, ())
    assert now.stock_count == 110 - 13 * seats - 1
    assert round_.refuses(1, DRAW_STOCK) == ("dealer_does_not_draw", "GER-3", {"cards": 14})
    first = cards_text(round_.hand(1))[0]
    round_.does(1, discard(first))
    assert (round_.state.turn, round_.state.phase) == (2 % seats, Phase.DRAW)


def test_ger_3_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    deck = list(deck_cards(GERMAN))
    state, _ = table_melding.start_round(GERMAN, 3, deck, 1)
    assert state.hidden.hands[2] == mask_of(deck[0:39:3])
    assert state.hidden.hands[0] == mask_of(deck[1:39:3])
    assert state.hidden.hands[1] == mask_of([*deck[2:39:3], deck[39]])
    assert state.hidden.stock[-1] == deck[40]


def test_ger_7_draw_then_lay_then_discard() -> None:
    round_ = position(GERMAN, "7h 8h 9h Ks", phase=Phase.DRAW, stock="2d")
    assert round_.refuses(0, meld("7h 8h 9h"))[:2] == ("draw_first", "GER-7")
    assert round_.refuses(0, discard("Ks"))[:2] == ("draw_first", "GER-7")
    assert round_.refuses(1, DRAW_STOCK) == ("not_your_turn", "GER-7", {"seat": 1, "turn": 0})
    round_.does(0, DRAW_STOCK)
    round_.does(0, meld("7h 8h 9h"))
    round_.does(0, discard("Ks"))
    assert cards_text(round_.hand(0)) == ["2d"]
    assert (round_.state.turn, round_.state.open.pile) == (1, parse_cards("Ks"))


def test_ger_7_only_the_top_card_of_the_pile_may_be_taken() -> None:
    round_ = position(GERMAN, "7h", pile="2d 3d", phase=Phase.DRAW)
    assert round_.refuses(0, take("2d")) == ("only_the_top_card", "GER-7", {"card": "3d"})
    assert round_.refuses(0, take("4d")) == ("card_not_in_pile", "GER-7", {"card": "4d"})
    round_.does(0, take())
    assert cards_text(round_.hand(0)) == ["7h", "3d"]


def test_ger_7_the_last_card_goes_to_the_discard_pile() -> None:
    round_ = position(GERMAN, "7h 8h 9h")
    assert round_.refuses(0, meld("7h 8h 9h"))[:2] == ("no_card_to_discard", "GER-7")


def test_ger_8_case_3_a_first_meld_of_36_is_refused_with_both_numbers() -> None:
    round_ = position(GERMAN, "Th Jh Qh Ac 2c 3c 9d 5s", opened=False)
    round_.does(0, meld("Th Jh Qh"))
    round_.does(0, meld("Ac 2c 3c"))
    expected = ("first_meld_too_low", "GER-8", {"points": 36, "needed": 40})
    assert round_.refuses(0, discard("9d")) == expected
    view = table_melding.view(round_.state, 1).to_json()
    assert view["first_meld"] == {"points": 36, "needed": 40}
    assert view["opened"] == [False, False]


def test_ger_8_case_4_a_first_meld_of_51_is_accepted() -> None:
    round_ = position(GERMAN, "As Ah Ad 5c 6c 7c 9d 2s", opened=False)
    round_.does(0, meld("As Ah Ad"))
    assert table_melding.view(round_.state, 0).to_json()["first_meld"]["points"] == 33
    round_.does(0, meld("5c 6c 7c"))
    assert table_melding.view(round_.state, 0).to_json()["opened"] == [True, False]
    round_.does(0, discard("9d"))
    assert round_.state.open.opened == (True, False)


def test_ger_8_one_point_below_the_minimum_is_too_little() -> None:
    round_ = position(GERMAN, "4h 5h 6h 7c 8c 9c Kd 2s", opened=False)
    round_.does(0, meld("4h 5h 6h"))
    round_.does(0, meld("7c 8c 9c"))
    assert round_.refuses(0, discard("Kd"))[2] == {"points": 39, "needed": 40}


def test_ger_8_what_is_laid_off_does_not_count_and_needs_the_first_meld() -> None:
    round_ = position(GERMAN, "Th Jh Qh Kd 2s", melds=["Kc Kh Ks"], opened=False)
    refused = ("first_meld_first", "GER-8", {"points": 0, "needed": 40})
    assert round_.refuses(0, lay_off("Kd")) == refused
    round_.does(0, meld("Th Jh Qh"))
    assert round_.refuses(0, lay_off("Kd"))[2] == {"points": 30, "needed": 40}
    with_more = position(GERMAN, "Th Jh Qh Kh2 Kd 2s", melds=["Kc Kh Ks"], opened=False)
    with_more.does(0, meld("Th Jh Qh Kh2"))
    with_more.does(0, lay_off("Kd"))
    assert with_more.table()[0] == "Ks Kh Kd Kc"


def test_ger_8_case_5_jokers_count_as_what_they_stand_for() -> None:
    round_ = position(GERMAN, "5d X1 X2 8d 9s 2s", opened=False)
    round_.does(0, meld("5d X1=6d X2=7d 8d"))
    assert round_.refuses(0, discard("9s"))[2] == {"points": 26, "needed": 40}


def test_ger_5_refusals_name_the_rule_and_the_numbers() -> None:
    round_ = position(GERMAN, "9d X1 X2 X3 5h 6h 8h 2s", melds=["5d X4=6d X5=7d"])
    code, rule, facts = round_.refuses(0, meld("9d X1=9s X2=9h"))
    assert (code, rule, facts["jokers"], facts["allowed"]) == ("too_many_jokers", "GER-5", 2, 1)
    assert round_.refuses(0, meld("5h 6h X1")) == ("joker_not_named", "GER-5", {"joker": "X1"})
    assert round_.refuses(0, meld("5h 6h 8h"))[:2] == ("not_a_meld", "GER-4")
    assert round_.refuses(0, meld("5h 6h 7h")) == ("card_not_in_hand", "GER-7", {"card": "7h"})


def test_ger_5_a_lay_off_keeps_the_number_of_jokers() -> None:
    round_ = position(GERMAN, "X1 9d 2s", melds=["5d X4=6d X5=7d 8d"])
    code, rule, facts = round_.refuses(0, lay_off("X1=9d"))
    assert (code, rule, facts["jokers"], facts["allowed"]) == ("too_many_jokers", "GER-5", 3, 2)
    round_.does(0, lay_off("9d"))


def test_ger_5_cases_6_and_7_lay_offs() -> None:
    round_ = position(GERMAN, "4h 9h Ks Ks2 2d", melds=["5h 6h 7h", "Kc Kh Kd"])
    code, rule, facts = round_.refuses(0, lay_off("9h", 0))
    assert (code, rule, facts["cards"]) == ("layoff_does_not_fit", "GER-4", ["9h"])
    round_.does(0, lay_off("4h", 0))
    round_.does(0, lay_off("Ks", 1))
    assert round_.refuses(0, lay_off("Ks2", 1))[0] == "layoff_does_not_fit"
    assert round_.refuses(0, lay_off("Ks2", 2))[0] == "layoff_on_no_meld"
    assert round_.table() == ["4h 5h 6h 7h", "Ks Kh Kd Kc"]


def test_ger_9_case_8_an_exchanged_joker_must_be_melded_in_the_same_turn() -> None:
    round_ = position(GERMAN, "Ts 4d 5d 2s 3s", melds=["9s X1=Ts Js", "4h 5h 6h"])
    round_.does(0, swap("Ts", "X1"))
    assert cards_text(round_.hand(0)) == ["2s", "3s", "4d", "5d"]
    refused = ("joker_not_melded", "GER-9", {"jokers": ["X1"], "waiting": 1})
    assert round_.refuses(0, discard("2s")) == refused
    assert round_.refuses(0, lay_off("X1=7h", 1))[:2] == ("joker_needs_new_meld", "GER-9")
    round_.does(0, meld("4d 5d X1=6d"))
    round_.does(0, discard("2s"))
    assert round_.table() == ["9s Ts Js", "4h 5h 6h", "4d 5d X1=6d"]


def test_ger_9_needs_the_first_meld_and_the_right_card() -> None:
    early = position(GERMAN, "Ts 4d 5d 2s", melds=["9s X1=Ts Js"], opened=False)
    assert early.refuses(0, swap("Ts", "X1"))[:2] == ("first_meld_first", "GER-8")
    round_ = position(GERMAN, "Td 4d 5d 2s", melds=["9s X1=Ts Js", "7c X2=7s 7h"])
    code, rule, facts = round_.refuses(0, swap("Td", "X1"))
    assert (code, rule, facts["needed"]) == ("exchange_does_not_fit", "GER-9", ["Ts"])
    assert round_.refuses(0, swap("Td", "X2", at=1))[2]["needed"] == ["7s", "7d"]
    assert round_.refuses(0, swap("Td", "X3"))[:2] == ("joker_not_there", "GER-9")


def test_ger_9_in_a_set_any_missing_suit_exchanges_the_joker() -> None:
    round_ = position(GERMAN, "7d 4d 5d 2s", melds=["7c X2=7s 7h"])
    round_.does(0, swap("7d", "X2"))
    assert round_.table() == ["7h 7d 7c"]


def test_ger_10_ger_6_case_9_the_others_count_their_hands() -> None:
    round_ = position(GERMAN, "2d", others=["As X1 7h Kc", "3c"], opened=[True, True, False])
    round_.does(0, discard("2d"))
    score = round_.score
    assert (score.reason, score.winner) == ("out", 0)
    assert score.points == (0, -48, -3)
    assert [tuple(line) for line in score.lines] == [
        (1, "hand_penalty", -48),
        (2, "hand_penalty", -3),
    ]


def test_ger_11_case_10_a_hand_romme_doubles_all_penalties_and_needs_no_minimum() -> None:
    others = ["Kc Kd Ks Kh Qc Qd", "Jc Jd Js Jh 5s"]
    round_ = position(GERMAN, "2d 3d 4d 9h", others=others, opened=False)
    round_.does(0, meld("2d 3d 4d"))
    round_.does(0, discard("9h"))
    assert (round_.score.reason, round_.score.points) == ("hand_romme", (0, -120, -90))
    assert [line.reason for line in round_.score.lines if line.seat == 1] == [
        "hand_penalty",
        "hand_romme",
    ]


@pytest.mark.parametrize("opened", [[False, True], [True, False]])
def test_ger_11_not_after_a_first_meld_of_anybody(opened: list[bool]) -> None:
    round_ = position(GERMAN, "2d 3d 4d 9h", others=["Kc"], opened=opened)
    round_.does(0, meld("2d 3d 4d"))
    if opened[0]:
        round_.does(0, discard("9h"))
        assert (round_.score.reason, round_.score.points) == ("out", (0, -10))
    else:
        refused = ("first_meld_too_low", "GER-8", {"points": 9, "needed": 40})
        assert round_.refuses(0, discard("9h")) == refused


def test_ger_12_an_empty_stock_is_built_again_from_the_pile_but_for_its_top() -> None:
    round_ = dealt(GERMAN, 6, 3)
    orders = round_.state.hidden.reshuffles
    assert len(orders) == 3
    rebuilt: list[StockRebuilt] = []
    while round_.state.turn is not None:
        seat = round_.state.turn
        if round_.state.phase is Phase.DRAW:
            pile = round_.state.open.pile
            events = round_.does(seat, DRAW_STOCK)
            for event in events:
                if isinstance(event, StockRebuilt):
                    order = [card for card in orders[len(rebuilt)] if card in pile[:-1]]
                    assert event.stock == tuple(reversed(order))
                    assert round_.state.open.pile == pile[-1:]
                    drawn = events[1]
                    assert isinstance(drawn, StockDrawn)
                    assert drawn.card == order[0]
                    rebuilt.append(event)
        if round_.state.turn == seat:
            round_.does(seat, discard(cards_text(round_.hand(seat))[-1]))
    assert len(rebuilt) == 3
    assert (round_.score.reason, round_.score.winner) == ("stock_exhausted", None)
    penalties = tuple(-penalty(hand) for hand in round_.state.hidden.hands)
    assert round_.score.points == penalties


def penalty(hand: int) -> int:
    """GER-6 anew: ace 11, joker 20, court cards 10."""
    ranks = (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
    return sum(20 if is_joker(card) else ranks[card % 13] for card in cards_of(hand))


def test_ger_12_with_nothing_to_shuffle_the_round_ends() -> None:
    round_ = position(GERMAN, "7h", pile="2d", phase=Phase.DRAW, others=["3c"])
    hidden = round_.state.hidden._replace(stock=())
    round_.state = round_.state._replace(hidden=hidden)
    round_.does(0, DRAW_STOCK)
    assert (round_.score.reason, round_.score.points) == ("stock_exhausted", (-7, -3))


def test_ger_12_after_five_draws_a_player_from_the_pile_the_stock_must_be_drawn() -> None:
    round_ = position(GERMAN, "7h 9c", pile="2d", phase=Phase.DRAW, others=["3c 5c"])
    for turn in range(10):
        seat = turn % 2
        round_.does(seat, take())
        held = [card for card in cards_of(round_.hand(seat)) if card != round_.state.open.taken]
        round_.does(seat, discard(cards_text(1 << held[0])[0]))
    assert round_.refuses(0, take()) == (
        "pile_drawn_too_often", "GER-12", {"streak": 10, "limit": 10},
    )  # fmt: skip
    round_.does(0, DRAW_STOCK)
    round_.does(0, discard(cards_text(round_.hand(0))[0]))
    round_.does(1, take())


def test_ger_14_a_card_taken_from_the_pile_may_not_be_discarded_in_the_same_turn() -> None:
    round_ = position(GERMAN, "7h", pile="2d", phase=Phase.DRAW, others=["5c 5d"])
    round_.does(0, take())
    refused = ("taken_card_not_discarded", "GER-14", {"card": "2d"})
    assert round_.refuses(0, discard("2d")) == refused
    round_.does(0, discard("7h"))
    round_.does(1, DRAW_STOCK)
    round_.does(1, discard(cards_text(round_.hand(1))[0]))
    round_.does(0, DRAW_STOCK)
    round_.does(0, discard("2d"))


def test_an_unknown_action_is_none_of_these_rules() -> None:
    round_ = position(GERMAN, "7h")
    assert round_.refuses(0, ANSWER)[0] == "action_not_in_these_rules"
    over = position(GERMAN, "7h")
    over.does(0, discard("7h"))
    assert over.refuses(1, DRAW_STOCK)[0] == "round_over"


def test_first_melds_are_listed_only_when_they_can_reach_the_minimum_ger_8() -> None:
    short = position(GERMAN, "Th Jh Qh 9d 5s", opened=False)
    assert "lay_meld" not in {a.type for a in table_melding.legal_actions(short.state, 0)}
    enough = position(GERMAN, "Th Jh Qh 5c 6c 7c 9d", opened=False)
    listed = [a for a in table_melding.legal_actions(enough.state, 0) if a.type == "lay_meld"]
    assert set(listed) == {meld("Th Jh Qh"), meld("5c 6c 7c")}


def test_tallies_tell_what_was_laid_and_held_play_21() -> None:
    round_ = position(GERMAN, "2d 5h 6h 7h", others=["As X1 7c"])
    round_.does(0, meld("5h 6h 7h"))
    round_.does(0, discard("2d"))
    assert round_.score.tallies == ((18, 0, 0), (0, 33, 3))


def test_without_a_minimum_any_meld_is_a_first_meld_ger_v1() -> None:
    round_ = position(german(first_meld_minimum=0), "2d 3d 4d 9h Ks", opened=False)
    round_.does(0, meld("2d 3d 4d"))
    round_.does(0, discard("9h"))
    assert round_.state.open.opened == (True, False)
