"""Cards that are no meld are told why, in every game by the same words."""

from itertools import combinations

import pytest
from django.utils.translation import override

from games.refusals.play import WHYS
from rummy import engine
from rummy.engine.cards import parse_cards
from rummy.engine.errors import IllegalAction
from rummy.engine.families.knock.rules.laws import laws_of
from rummy.engine.melding.explaining import NO_MELD, NOT_ONTO, why_no_meld, why_not_onto
from rummy.engine.table_melding import figure_of, lay_off
from tests.engine.table_melding.dealing import laid, meld, position
from tests.engine.table_melding.dealing import lay_off as laying_off
from tests.engine.table_melding.rules import GERMAN
from web.refusals import sentence


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("7h 8h", "too_short"),
        ("7h 8h 8h", "card_twice"),
        ("X1 X2 X3", "only_jokers"),
        ("7h 7h2 7d", "suit_twice"),
        ("7s 7h 7d 7c X1", "set_too_long"),
        ("7h 8h 8h2", "rank_twice"),
        ("Kh Ah 2h", "round_the_corner"),
        ("7h 8h Th", "gap"),
        ("6h X1=9h 8h", "gap"),
        ("7h 8d 9h", "mixed_suits"),
        ("Qh Kd Ah", "mixed_suits"),
        ("7h 8d Ks", "unlike"),
        ("7h 7d 8h", "unlike"),
    ],
)
def test_what_keeps_cards_from_being_a_meld(cards: str, why: str) -> None:
    assert why_no_meld(laid(cards)) == why


@pytest.mark.parametrize(
    ("onto", "cards", "why"),
    [
        ("7s 7h 7d", "8c", "other_rank"),
        ("7s 7h 7d", "7d2", "suit_there"),
        ("7s 7h 7d X1=7c", "X2=7c", "set_full"),
        ("4h 5h 6h", "7d", "other_suit"),
        ("4h 5h 6h", "9h", "not_next"),
        ("4h 5s 6d 7c", "8h", "rainbow_whole"),
    ],
)
def test_what_keeps_cards_from_being_laid_off(onto: str, cards: str, why: str) -> None:
    assert why_not_onto(laid(onto), laid(cards)) == why


def test_of_three_cards_each_is_a_meld_or_told_why() -> None:
    """The words agree with the rules: one suit and neighbours, or one rank in three suits."""
    deck = parse_cards(" ".join(f"{rank}{suit}" for suit in "shd" for rank in "A236QK"))
    told = set()
    for cards in combinations(deck, 3):
        if figure_of(cards) is None:
            told.add(why_no_meld(cards))
    assert told == {"round_the_corner", "gap", "mixed_suits", "unlike"}


def test_in_gin_the_ace_is_low_and_the_corner_is_named_gin_3() -> None:
    melder = laws_of(engine.build_rules("gin_classic")).knocking
    cards = parse_cards("Qs Ks As")
    assert melder.meld(cards) is None
    assert why_no_meld(cards) == "round_the_corner"


def test_every_why_is_a_sentence_in_both_languages() -> None:
    for why in (*NO_MELD, *NOT_ONTO):
        told = []
        for language in ("en", "de"):
            with override(language):
                told.append(sentence("not_a_meld", {"cards": ["7h", "8h"], "why": why}))
                assert str(WHYS[why]) in told[-1]
        assert told[0] != told[1]


def test_at_a_table_it_is_told_with_the_cards_ger_4() -> None:
    round_ = position(GERMAN, "7h 8d 9h 4s", melds=["4h 5h 6h"])
    with pytest.raises(IllegalAction) as caught:
        round_.does(0, meld("7h 8d 9h"))
    assert caught.value.facts == {"cards": ["7h", "8d", "9h"], "why": "mixed_suits"}
    with pytest.raises(IllegalAction) as caught:
        round_.does(0, laying_off("8d", 0))
    assert caught.value.facts["why"] == "other_suit"
    figure = figure_of(tuple(parse_cards("4h 5h 6h")))
    assert figure is not None
    assert lay_off(figure, parse_cards("8d")[0]) is None
