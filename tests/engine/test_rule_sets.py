"""Presets, options and house rules: what can be built, and what is refused."""

from typing import Any

import pytest

from rummy.engine import (
    HOUSE_RULES,
    PRESETS,
    InvalidRules,
    build_rules,
    deck_cards,
    deck_size,
    start_round,
)
from rummy.engine.cards import is_joker, parse_cards
from rummy.engine.families.knock.rules.numbers import KnockNumbers, LayOff
from rummy.engine.house_rules.oklahoma import Oklahoma
from tests.engine.dealing import CLASSIC, CLASSIC_SEED, PALAST, deal


def numbers(preset: str, **options: Any) -> KnockNumbers:
    play = build_rules(preset, **options).play
    assert isinstance(play, KnockNumbers)
    return play


def test_the_presets_carry_the_numbers_of_the_book() -> None:
    gin = ["gin_palast", "gin_classic", "gin_classic_seed", "gin_team"]
    assert [key for key, preset in PRESETS.items() if preset.family == "knock"] == gin
    palast, classic = numbers("gin_palast"), numbers("gin_classic")
    assert (palast.undercut_bonus, palast.box_bonus, palast.upcard_offer) == (20, 10, False)
    assert (classic.undercut_bonus, classic.box_bonus, classic.upcard_offer) == (10, 0, True)
    assert palast.knock_limit == classic.knock_limit == 10
    assert palast.gin_bonus == classic.gin_bonus == 25
    assert numbers("gin_classic_seed").lay_off is LayOff.NEVER
    assert palast.lay_off is classic.lay_off is LayOff.ON_KNOCK


def test_the_match_layer_finds_its_terms_in_the_rule_set_gin_12_gin_13() -> None:
    for rules in (PALAST, CLASSIC, CLASSIC_SEED):
        assert (rules.next_dealer, rules.point_limit) == ("winner", 100)
        assert (rules.min_rounds_won, rules.rated, rules.seats) == (0, True, (2,))


@pytest.mark.parametrize("limit", [25, 50, 100, 150, 250, 500, None])
def test_palast_tables_choose_their_point_limit_gin_13(limit: int | None) -> None:
    assert build_rules("gin_palast", point_limit=limit).point_limit == limit


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"point_limit": 75}, "option_not_allowed"),
        ({"point_limit": "100"}, "option_not_allowed"),
        ({"point_limit": True}, "option_not_allowed"),
        ({"knock_limit": 11}, "option_not_allowed"),
        ({"knock_limit": -1}, "option_not_allowed"),
        ({"knock_limit": None}, "option_not_allowed"),
        ({"lay_off": "sometimes"}, "option_not_allowed"),
        ({"upcard_offer": 1}, "option_not_allowed"),
        ({"upcard_streak_limit": 1}, "option_not_allowed"),
        ({"next_dealer": "youngest"}, "option_not_allowed"),
        ({"jokers": 3}, "option_unknown"),
        ({"house_rules": ["poker"]}, "house_rule_unknown"),
    ],
)
def test_other_options_are_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        build_rules("gin_palast", **options)
    assert caught.value.code == code


def test_a_refused_option_says_what_would_do() -> None:
    with pytest.raises(InvalidRules) as caught:
        build_rules("gin_palast", knock_limit=12)
    assert caught.value.rule == "GIN-5"
    assert caught.value.facts == {"option": "knock_limit", "value": 12, "lowest": 0, "highest": 10}
    with pytest.raises(InvalidRules) as caught:
        build_rules("bridge")
    assert str(caught.value) == "preset_unknown: preset=bridge"


def test_house_rules_are_a_set() -> None:
    once = build_rules("gin_palast", house_rules=["oklahoma"])
    assert once == build_rules("gin_palast", house_rules=["oklahoma", "oklahoma"])
    assert once.house_rules == ("oklahoma",)
    assert "oklahoma" in HOUSE_RULES


def test_a_round_needs_the_whole_deck_the_seats_and_a_dealer() -> None:
    deck = deck_cards(PALAST)
    assert deck_size(PALAST) == len(deck) == 52
    for wrong, code in (
        ((PALAST, 3, deck, 0), "seats_not_allowed"),
        ((PALAST, 2, deck, 2), "dealer_not_seated"),
        ((PALAST, 2, deck[1:], 0), "deck_incomplete"),
        ((PALAST, 2, (*deck[1:], deck[1]), 0), "deck_incomplete"),
        ((PALAST, 2, (*deck, deck[0]), 0), "deck_incomplete"),
    ):
        with pytest.raises(InvalidRules) as caught:
            start_round(*wrong)
        assert caught.value.code == code


@pytest.mark.parametrize(
    ("bottom", "limit"), [("Ad", 0), ("2s", 2), ("9h", 9), ("Tc", 10), ("Kd", 10)]
)
def test_oklahoma_shows_the_bottom_card_and_takes_its_value_as_limit_gin_s6(
    bottom: str, limit: int
) -> None:
    round_ = deal(build_rules("gin_palast", house_rules=["oklahoma"]), bottom=bottom)
    now = round_.state.open
    assert (now.knock_limit, now.shown_card) == (limit, parse_cards(bottom)[0])
    assert round_.state.stock[0] == now.shown_card
    assert now.stock_count == 31


def test_oklahoma_lifts_the_next_natural_card_under_jokers_gin_s6() -> None:
    stock = parse_cards("X1 X2 7h X3 9s")
    arranged = Oklahoma().arrange_stock(stock)
    assert arranged == parse_cards("7h X2 X1 X3 9s")
    assert not is_joker(arranged[0])
    assert sorted(arranged) == sorted(stock)
    assert Oklahoma().arrange_stock(parse_cards("7h X1")) == parse_cards("7h X1")
