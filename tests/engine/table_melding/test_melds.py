"""What a meld is, what it is worth, how it grows: the worked cases of both books."""

import pytest

from rummy.engine.cards import parse_card, parse_laid
from rummy.engine.table_melding import Kind, MeldRules, exchange, figure_of, lay_off
from rummy.engine.table_melding.forms import Figure
from tests.engine.table_melding.dealing import laid, told

RULES = MeldRules()


def figure(text: str) -> Figure:
    found = figure_of(laid(text))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("cards", "valid"),
    [
        ("9s X1=Ts Js", True),
        ("5d X1=6d X2=7d 8d", True),
        ("9d X1=9s X2=9h", False),
        ("5d X1=6d X2=7d", False),
        ("5d X1=6d 7d X2=8d", True),
        ("X1=4d 5d X2=6d X3=7d 8d", False),
    ],
)
def test_ger_5_case_1_a_meld_of_three_holds_one_joker_a_longer_one_two(
    cards: str, valid: bool
) -> None:
    assert RULES.allow(figure(cards)) is valid


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("Qc Qs Qh Qd", 40),
        ("Th Jh Qh Kh", 40),
        ("Ac 2c 3c", 6),
        ("Kc Ac 2c", None),
        ("Qc Kc Ac", 31),
        ("As Ah Ad", 33),
        ("5d X1=6d X2=7d 8d", 26),
        ("Qd Kd X1=Ad", 31),
        ("X1=As 2s 3s", 6),
        ("X1=As Ah Ad", 33),
        ("Kh Ah 2h", None),
        ("7h 7h2 7s", None),
        ("7h 8h2 9h", 24),
        ("7h 8h", None),
        ("7h 8d 9h", None),
        ("7h X1 9h", None),
        ("7h X1=7h 7s", None),
    ],
)
def test_ger_4_ger_6_r500_5_r500_7_cases_2_4_5_melds_and_their_values(
    cards: str, points: int | None
) -> None:
    found = figure_of(laid(cards))
    assert (None if found is None else RULES.points(found)) == points


def test_a_run_has_at_most_fourteen_places_ger_4() -> None:
    whole = "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac2"
    assert figure(whole).last == 13
    assert lay_off(figure(whole), parse_laid("2c2")) is None
    assert RULES.points(figure(whole)) == 1 + sum(range(2, 11)) + 30 + 11


def test_an_ace_of_a_run_of_thirteen_lies_where_it_was_named_ger_6() -> None:
    low, high = "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc", "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac"
    assert (figure(low).first, figure(high).first) == (0, 1)
    assert RULES.points(figure(high)) - RULES.points(figure(low)) == 10


def test_equal_melds_are_equal_in_whatever_order_they_are_named() -> None:
    assert figure("7d 5d X1=6d").cards == figure("X1=6d 7d 5d").cards
    assert figure("X1=9h2 9s 9c").cards == figure("9c X1=9h 9s").cards
    assert figure("9c 9s X1=9h").kind is Kind.SET


@pytest.mark.parametrize(
    ("meld", "card", "after"),
    [
        ("5h 6h 7h", "4h", "4h 5h 6h 7h"),
        ("5h 6h 7h", "8h2", "5h 6h 7h 8h2"),
        ("5h 6h 7h", "9h", None),
        ("5h 6h 7h", "8d", None),
        ("5h 6h 7h", "X1=8h", "5h 6h 7h X1=8h"),
        ("5h 6h 7h", "X1", None),
        ("Qh Kh Ah", "2h", None),
        ("2h 3h 4h", "Ah", "Ah 2h 3h 4h"),
        ("Jh Qh Kh", "Ah", "Jh Qh Kh Ah"),
        ("Kc Kh Kd", "Ks", "Ks Kh Kd Kc"),
        ("Kc Kh Kd Ks", "Ks2", None),
        ("Kc Kh Kd", "Kd2", None),
        ("Kc Kh X1=Kd", "Kd2", "X1=Ks Kh Kd2 Kc"),
        ("Kc Kh X1=Kd", "Qs", None),
    ],
)
def test_ger_5_cases_6_7_what_may_be_laid_off(meld: str, card: str, after: str | None) -> None:
    grown = lay_off(figure(meld), parse_laid(card))
    assert (None if grown is None else told(grown.cards)) == after


def test_an_ace_that_fits_both_ends_lies_high() -> None:
    grown = lay_off(figure("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"), parse_laid("Ac"))
    assert grown is not None
    assert (grown.first, grown.last) == (1, 13)


@pytest.mark.parametrize(
    ("meld", "card", "joker", "after", "strict"),
    [
        ("9s X1=Ts Js", "Ts2", "X1", "9s Ts2 Js", True),
        ("9s X1=Ts Js", "Td", "X1", None, False),
        ("9s X1=Ts Js", "Ts", "X2", None, False),
        ("Kc Kh X1=Ks", "Kd", "X1", "Kh Kd Kc", False),
        ("Kc Kh X1=Ks Kd", "Ks", "X1", "Ks Kh Kd Kc", True),
        ("Kc Kh X1=Ks X2=Kd", "Ks", "X2", "Ks Kh X1=Kd Kc", False),
        ("Kc Kh X1=Ks", "Kh2", "X1", None, False),
    ],
)
def test_ger_9_ger_v3_what_exchanges_a_joker(
    meld: str, card: str, joker: str, after: str | None, strict: bool
) -> None:
    found = exchange(figure(meld), parse_card(card), parse_card(joker))
    assert (None if found is None else told(found.cards)) == after
    strictly = exchange(figure(meld), parse_card(card), parse_card(joker), strict=True)
    assert (strictly is not None) is strict
