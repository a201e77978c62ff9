"""Jokers (GIN-S5): what they stand for, what fits onto them, and what they cost."""

import pytest

from rummy.engine import deck_size, legal_actions, view
from rummy.engine.as_json.stored import action_from_json, action_to_json
from rummy.engine.cards import cards_text, laid_as, laid_text, parse_card, parse_cards, parse_laid
from rummy.engine.errors import InvalidAction
from rummy.engine.families.knock.actions import ANSWER, DRAW_STOCK, TAKE_UPCARD
from rummy.engine.families.knock.rules.laws import laws_of
from tests.engine.dealing import (
    Played,
    answer,
    answered,
    cards_in,
    deal,
    discard,
    knock,
    knocked,
    special,
)
from tests.engine.test_turns import refusal

RULES = special("jokers")
RAINBOW = special("jokers", "rainbow_runs")
MELDER = laws_of(RULES).knocking


def hand(text: str) -> int:
    return sum(1 << card for card in parse_cards(text))


def test_three_jokers_are_added_gin_s5() -> None:
    assert deck_size(RULES) == 55
    assert len(deal(RULES).state.stock) == 34


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("7h 8h X1", 0),
        ("7h 9h X1", 0),
        ("7h Th X1", 7 + 10 + 15),
        ("7h 7c X1", 0),
        ("7h 8c X1", 7 + 8 + 15),
        ("7h X1 X2", 0),
        ("X1 X2", 30),
        ("X1 X2 X3", 45),
        ("7h X1", 22),
        ("7h 7c 7d 7s X1", 7),
        ("7h 7c 7d X1 X2", 7),
        ("Qh Kh X1", 0),
        ("Kh Ah X1", 26),
    ],
)
def test_a_joker_stands_for_any_card_beside_a_natural_one_and_costs_15_alone_gin_s5(
    cards: str, points: int
) -> None:
    assert MELDER.points(hand(cards)) == points


@pytest.mark.parametrize(
    ("named", "laid"),
    [
        ("7h X1 9h", "7h X1=8h 9h"),
        ("9h 7h X1", "7h X1=8h 9h"),
        ("7h 8h X1", "7h 8h X1=9h"),
        ("X1 7h 8h", "X1=6h 7h 8h"),
        ("X1 Qh Kh", "X1=Jh Qh Kh"),
        ("Qh Kh X1", "X1=Jh Qh Kh"),
        ("7h X1 X2", "7h X1=8h X2=9h"),
        ("7h X1=7s X2=7c", "X1=7s 7h X2=7c"),
        ("7c 7h X1", "X1=7s 7h 7c"),
        ("7c 7h X1=7d", "7h X1=7d 7c"),
        ("X2=6h 7h X1=8h", "X2=6h 7h X1=8h"),
        ("7h X1 X2 7s", "7s 7h X1=7d X2=7c"),
    ],
)
def test_a_named_joker_gets_the_card_its_place_tells_gin_s5(named: str, laid: str) -> None:
    meld = MELDER.meld([parse_laid(word) for word in named.split()])
    assert meld is not None
    assert " ".join(map(laid_text, meld)) == laid


@pytest.mark.parametrize(
    "named",
    [
        "X1 X2 X3",
        "7h X1",
        "7h X1=7h X2=7c",
        "7h X1=9h 8h 8c",
        "7h X1=8h X1=9h",
        "7h X1 Th",
        "7h 7c X1=8h",
        "7s 7h 7d 7c X1",
        "Kh X1=Ah 2h",
    ],
)
def test_what_is_no_meld_with_jokers_gin_s5(named: str) -> None:
    assert MELDER.meld([parse_laid(word) for word in named.split()]) is None


def with_joker_in_run(*melds: str) -> Played:
    """Seat 1 knocks with 6 and a joker in its hearts; seat 0 holds 7h, 9h, 5h and a joker."""
    round_ = deal(
        RULES,
        starter="6h X1 8h As 2s 3s Jd Qd Kd Kc",
        dealer="5h 7h 9h X2 4s 4d 4c 2h 2c Td",
        stock="6c",
    )
    round_.does(1, DRAW_STOCK)
    round_.does(1, knock("Kc", *melds))
    return round_


def test_the_card_a_joker_stands_for_may_be_laid_onto_it_and_stops_counting_gin_s5() -> None:
    round_ = with_joker_in_run("6h X1 8h", "As 2s 3s", "Jd Qd Kd")
    assert cards_in(round_.state.open.shown[0].melds)[0] == "6h X1=7h 8h"
    round_.does(0, answer("4s 4d 4c", layoffs=[("7h", 0)]))
    assert cards_text(round_.state.open.shown[1].deadwood) == ["2h", "5h", "9h", "Td", "2c", "X2"]


def test_the_meld_is_no_longer_for_a_card_on_its_joker_gin_s5() -> None:
    round_ = with_joker_in_run("6h X1 8h", "As 2s 3s", "Jd Qd Kd")
    round_.does(0, answer("4s 4d 4c", layoffs=[("7h", 0), ("9h", 0), ("5h", 0)]))
    assert cards_text(round_.state.open.shown[1].deadwood) == ["2h", "Td", "2c", "X2"]


def test_the_optimum_lays_off_the_own_joker_too_gin_s5_gin_6() -> None:
    round_ = answered(with_joker_in_run("6h X1 8h", "As 2s 3s", "Jd Qd Kd"))
    assert round_.state.open.shown[1].points == 0
    laid = [laid_text(card) for card, _ in round_.state.open.shown[1].layoffs]
    assert {"5h", "7h", "9h", "Td"} <= set(laid)


@pytest.mark.parametrize(
    ("layoffs", "lying"),
    [
        ([("X2", 0)], ["X2=9h"]),
        ([("X2=5h", 0)], ["X2=5h"]),
        ([("X2=9h", 0)], ["X2=9h"]),
        ([("X2=Td", 2)], ["X2=Td"]),
        ([("X2=4s", 1)], ["X2=4s"]),
        ([("X2=8h", 0)], None),
        ([("X2=7h", 0)], None),
        ([("X2=3h", 0)], None),
        ([("8h", 0)], None),
        ([("7h", 1)], None),
    ],
)
def test_a_joker_laid_off_must_lengthen_the_meld_gin_s5(
    layoffs: list[tuple[str, int]], lying: list[str] | None
) -> None:
    round_ = with_joker_in_run("6h X1 8h", "As 2s 3s", "Jd Qd Kd")
    if lying is None:
        caught = refusal(round_, 0, answer(layoffs=layoffs)).code
        assert caught in ("layoff_does_not_fit", "card_not_in_hand")
        return
    round_.does(0, answer(layoffs=layoffs))
    assert [laid_text(card) for card, _ in round_.state.open.shown[1].layoffs] == lying


def test_in_a_set_a_joker_stands_for_every_missing_suit_gin_s5() -> None:
    melder = laws_of(RULES).answering
    meld = melder.meld(parse_cards("7h 7c X1"))
    assert meld is not None
    choices = {tuple(cards_text(cards)) for cards in melder.layoffs(meld, hand("7s 7d 8h"))}
    assert choices == {(), ("7s",), ("7d",), ("7s", "7d")}
    full = melder.meld(parse_cards("7h 7c X1 X2"))
    assert full is not None
    choices = {tuple(cards_text(cards)) for cards in melder.layoffs(full, hand("7s 7d X3"))}
    assert choices == {(), ("7s",), ("7d",), ("7s", "7d")}


def test_the_arrangement_named_with_the_knock_fixes_what_a_joker_stands_for_gin_s5() -> None:
    low = MELDER.meld(parse_cards("X1 7h 8h"))
    high = MELDER.meld(parse_cards("7h 8h X1"))
    assert low is not None
    assert high is not None
    assert MELDER.lay_off(low, parse_cards("6h")) == parse_cards("6h")
    assert MELDER.lay_off(low, parse_cards("9h")) == parse_cards("9h")
    assert MELDER.lay_off(high, parse_cards("9h")) == parse_cards("9h")
    assert MELDER.lay_off(high, parse_cards("5h")) is None
    assert MELDER.lay_off(low, parse_cards("5h")) == parse_cards("5h")


def test_a_joker_thrown_without_a_knock_doubles_nothing_and_may_be_taken_gin_s5() -> None:
    round_ = deal(RULES, starter="X1 As 2s 3s 7h 7c 7d Ts Js Qs", stock="6h")
    round_.does(1, DRAW_STOCK)
    round_.does(1, discard("X1"))
    round_.does(0, TAKE_UPCARD)
    assert refusal(round_, 0, discard("X1")).code == "taken_card_not_discarded"


def test_gin_with_a_joker_thrown_doubles_too_gin_s5() -> None:
    opponent = "8h 8c 8d 2h 2c 2d Kh Qd Jc Ac"
    gin = "As 2s 3s 4s 7h 7c 7d Ts Js Qs"
    round_ = knocked(RULES, knocker=gin, opponent=opponent, discard="X1")
    assert round_.points()[1, "deadwood"] == 62


def test_doubled_points_may_still_undercut_gin_s5() -> None:
    opponent = "5h 5c 5d 9h 9c 9d 9s Ah 2h Ac"
    knocker = "As 2s 3s 7h 7c 7d Ts Js Qs 8h"
    round_ = answered(knocked(RULES, knocker=knocker, opponent=opponent, discard="X1"))
    assert round_.points() == {
        (0, "deadwood"): 0,
        (0, "undercut_bonus"): 20,
        (0, "box_bonus"): 10,
    }


def test_a_joker_in_a_rainbow_run_may_be_covered_but_nothing_lengthens_it_gin_s5_gin_s7() -> None:
    melder = laws_of(RAINBOW).answering
    meld = melder.meld(parse_cards("Ah X1 3d 4c"))
    assert meld is not None
    assert " ".join(map(laid_text, meld)) == "Ah X1=2s 3d 4c"
    assert melder.lay_off(meld, parse_cards("2s")) == parse_cards("2s")
    assert melder.lay_off(meld, parse_cards("5d")) is None
    assert melder.lay_off(meld, parse_cards("X2")) is None


def test_melds_with_jokers_travel_as_documented_gin_s5() -> None:
    data = {"type": "knock", "card": "Kc", "melds": [["6h", "X1=7h", "8h"]]}
    action = action_from_json(data)
    assert action == knock("Kc", "6h X1=7h 8h")
    assert action_to_json(action) == data
    bare = {"type": "knock", "card": "Kc", "melds": [["6h", "X1", "8h"]]}
    assert action_to_json(action_from_json(bare)) == bare
    for text in ("X1=", "=7h", "X1=X2", "7h=8h", "X1=7h=8h", "X9=7h"):
        with pytest.raises(InvalidAction):
            action_from_json({**data, "melds": [["6h", text, "8h"]]})
    with pytest.raises(InvalidAction):
        action_from_json({"type": "discard", "card": "X1=7h"})
    assert laid_text(laid_as(parse_card("X2"), parse_card("Td"))) == "X2=Td"


def test_the_view_shows_what_the_own_jokers_stand_for_gin_s5() -> None:
    round_ = deal(RULES, starter="6h X1 8h As 2s 3s Jd Qd Kd Kc", stock="6c")
    round_.does(1, DRAW_STOCK)
    melds = view(round_.state, 1).to_json()["arrangement"]["melds"]
    assert ["6h", "X1=7h", "8h"] in melds
    assert any(action == knock("Kc") for action in legal_actions(round_.state, 1))


def test_a_named_knock_says_which_cards_are_no_meld_gin_3_gin_s5() -> None:
    round_ = deal(RULES, starter="6h X1 8h As 2s 3s Jd Qd Kd Kc", stock="6c")
    round_.does(1, DRAW_STOCK)
    caught = refusal(round_, 1, knock("Kc", "6h X1=9h 8h"))
    facts = {"cards": ["6h", "X1=9h", "8h"], "why": "gap"}
    assert (caught.code, caught.facts) == ("not_a_meld", facts)
    caught = refusal(round_, 1, knock("Kc", "6h X2=7h 8h"))
    assert caught.code == "meld_card_not_in_hand"
    caught = refusal(round_, 1, knock("Kc", "6h X1 8h", "Jd Qd X1=Kd"))
    assert caught.code == "card_in_two_melds"
    round_.does(1, knock("Kc", "6h X1 8h", "As 2s 3s", "Jd Qd Kd"))
    round_.does(0, ANSWER)


def two_jokers_against_runs() -> Played:
    """The knocker's melds: Ks Kd Kc, 3h 4h 5h, 7h 8h 9h; seat 0 holds two jokers."""
    round_ = deal(
        RULES,
        starter="3h 4h 5h 7h 8h 9h Ks Kd Kc 2s",
        dealer="X1 X2 Qd Jd Tc 9c 8s 2d 3c 6s",
        stock="5d",
    )
    round_.does(1, DRAW_STOCK)
    round_.does(1, knock("5d", "Ks Kd Kc", "3h 4h 5h", "7h 8h 9h"))
    return round_


@pytest.mark.parametrize(
    ("layoffs", "card"),
    [
        ([("X1=Th", 2), ("X2=Th", 2)], "Th"),
        ([("X1=6h", 1), ("X2=6h", 2)], "6h"),
        ([("X1=Kh", 0), ("X2=Kh", 0)], "Kh"),
    ],
)
def test_no_two_jokers_of_an_answer_stand_for_the_same_card_gin_s5(
    layoffs: list[tuple[str, int]], card: str
) -> None:
    caught = refusal(two_jokers_against_runs(), 0, answer(layoffs=layoffs))
    assert (caught.code, caught.rule, caught.facts) == (
        "joker_stands_twice", "GIN-S5", {"card": card},
    )  # fmt: skip


def test_jokers_laid_off_without_a_card_take_different_ones_gin_s5() -> None:
    for number in (1, 2):
        round_ = two_jokers_against_runs()
        round_.does(0, answer(layoffs=[("X1", number), ("X2", 3 - number)]))
        faces = [laid_text(card)[3:] for card, _ in round_.state.open.shown[1].layoffs]
        assert len(set(faces)) == 2, faces


def test_no_two_jokers_of_a_knock_stand_for_the_same_card_gin_s5() -> None:
    hand = "5h 6h X1 X2 8h 9h Ks Kd Kc 2s"
    round_ = deal(RULES, starter=hand, stock="5d")
    round_.does(1, DRAW_STOCK)
    caught = refusal(round_, 1, knock("5d", "5h 6h X1", "X2 8h 9h", "Ks Kd Kc"))
    assert (caught.code, caught.rule, caught.facts) == (
        "joker_stands_twice", "GIN-S5", {"card": "7h"},
    )  # fmt: skip
    round_.does(1, knock("5d"))
    laid = [laid_text(card) for meld in round_.state.open.shown[0].melds for card in meld]
    faces = [text[3:] for text in laid if "=" in text]
    assert len(faces) == len(set(faces)) == 2


def test_a_joker_in_a_set_gives_way_to_one_in_a_run_gin_s5() -> None:
    round_ = deal(RULES, starter="7c 7s X1 6h X2 8h Ks Kd Kc 2s", stock="5d")
    round_.does(1, DRAW_STOCK)
    round_.does(1, knock("5d", "7c 7s X1=7h", "6h X2 8h", "Ks Kd Kc"))
    assert cards_in(round_.state.open.shown[0].melds)[0] == "7s X1=7d 7c"
