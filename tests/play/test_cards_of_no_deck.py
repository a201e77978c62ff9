"""Cards that a game is played without, and options it does not allow, are refused as such."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils.translation import override

from games.refusals.play import WHYS
from rummy.engine import build_rules
from rummy.engine.errors import UNREADABLE as UNREADABLE_CAUSES
from rummy.engine.errors import IllegalAction, InvalidAction, InvalidRules
from rummy.engine.moves import DRAW_STOCK
from rummy.engine.records import Action, action_from_json
from tests.engine.dealing import answer, deal, discard, knock, knocked, special
from tests.engine.table_melding.dealing import meld, position
from tests.engine.table_melding.rules import FIVE_HUNDRED
from web.refusals import words_of

PALAST = special()
KNOCKER, DEFENDER = "As 2s 3s 7h 7c 7d Ts Js Qs 4h", "4s 8s 9s Ah 2h Kd Kh Qd Qh 9d"


def at_gin(action: Action, *, jokers: bool = False) -> IllegalAction:
    rules = special("jokers") if jokers else PALAST
    round_ = deal(rules, starter="As 2s 3s 7h 7c 7d Ts Js Qs Ks", stock="6h")
    round_.does(1, DRAW_STOCK)
    with pytest.raises(IllegalAction) as caught:
        round_.does(1, action)
    return caught.value


def in_an_answer(action: Action) -> IllegalAction:
    round_ = knocked(PALAST, knocker=KNOCKER, opponent=DEFENDER, discard="Jh")
    with pytest.raises(IllegalAction) as caught:
        round_.does(0, action)
    return caught.value


def at_500(action: Action) -> IllegalAction:
    code, rule, facts = position(FIVE_HUNDRED, "4d 5d 7d 2s").refuses(0, action)
    return IllegalAction(code, rule=rule, **facts)


ONE_PACK = "This game is played with one pack: there is no second ♠8."
NO_JOKERS = "This game is played without jokers."


@pytest.mark.parametrize(
    ("refused", "code", "says"),
    [
        (lambda: at_gin(discard("8s2")), "no_second_pack", ONE_PACK),
        (lambda: at_gin(knock("8s2")), "no_second_pack", ONE_PACK),
        (lambda: at_gin(knock("Ks", "8s2 9s Ts")), "no_second_pack", ONE_PACK),
        (lambda: at_gin(discard("X1")), "no_jokers_in_deck", NO_JOKERS),
        (lambda: at_gin(knock("Ks", "X1=9s Ts Js")), "no_jokers_in_deck", NO_JOKERS),
        (
            lambda: at_gin(discard("X4"), jokers=True),
            "joker_not_in_deck",
            "There is no such joker: those of this game are called X1 to X3.",
        ),
        (lambda: in_an_answer(answer(layoffs=[("8s2", 0)])), "no_second_pack", ONE_PACK),
        (lambda: in_an_answer(answer("X1=9s 8s 9s")), "no_jokers_in_deck", NO_JOKERS),
        (lambda: at_500(meld("8s2 9s Ts")), "no_second_pack", ONE_PACK),
        (lambda: at_500(discard("8s2")), "no_second_pack", ONE_PACK),
        (
            lambda: at_500(meld("4d 5d X3=6d")),
            "joker_not_in_deck",
            "There is no such joker: those of this game are called X1 to X2.",
        ),
    ],
)
def test_a_card_of_no_deck_is_not_called_one_that_is_not_held(
    refused: Callable[[], IllegalAction], code: str, says: str
) -> None:
    refusal = refused()
    assert (refusal.code, bool(refusal.rule)) == (code, True)
    with override("en"):
        assert words_of(refusal) == says
    with override("de"):
        assert words_of(refusal) not in (says, "")


def test_a_card_of_the_deck_that_is_not_held_is_called_so() -> None:
    assert at_gin(discard("8s")).code == "card_not_in_hand"
    assert at_gin(discard("X3"), jokers=True).code == "card_not_in_hand"
    assert at_500(discard("7h")).code == "card_not_in_hand"


UNREADABLE: list[tuple[dict[str, Any], str, str, str]] = [
    ({"type": "discard"}, "card", "missing", "„card“ fehlt."),
    ({"type": "discard", "card": "9x"}, "card", "not_a_card", "„card“ ist keine Karte (9x)."),
    ({"type": "discard", "card": [7]}, "card", "not_a_card", "ist keine Karte ([7])."),
    ({"type": "knock", "card": "7h", "melds": "7h"}, "melds", "not_a_list", "ist keine Liste"),
    (
        {"type": "knock", "card": "7h", "melds": [["8h=7h"]]}, "melds", "no_joker_for_a_card",
        "kein Joker anstelle einer Karte (8h=7h)",
    ),
    (
        {"type": "answer", "layoffs": [{"card": "7h", "meld": True}]}, "layoffs.meld",
        "not_a_number", "„layoffs.meld“ ist keine ganze Zahl",
    ),
    ({"type": "answer", "layoffs": [7]}, "layoffs", "not_an_object", "ist kein Objekt (7)."),
]  # fmt: skip


@pytest.mark.parametrize(("action", "field", "why", "german"), UNREADABLE)
def test_an_unreadable_action_tells_field_and_cause_in_the_readers_language(
    action: dict[str, Any], field: str, why: str, german: str
) -> None:
    with pytest.raises(InvalidAction) as caught:
        action_from_json(action)
    facts = caught.value.facts
    assert (caught.value.code, facts["field"], facts["why"]) == ("action_unreadable", field, why)
    with override("de"):
        assert german in words_of(caught.value)
    with override("en"):
        assert f"“{field}”" in words_of(caught.value)


def test_every_cause_has_words_in_both_languages() -> None:
    assert set(WHYS) >= UNREADABLE_CAUSES
    for words in WHYS.values():
        with override("en"):
            english = str(words)
        with override("de"):
            assert str(words) != english


@pytest.mark.parametrize(
    ("options", "english", "german"),
    [
        ({"knock_limit": 11}, ("11", "0–10"), ("11", "0–10")),
        ({"point_limit": 75}, ("75", "25, 50, 100, 150, 250, 500"), ("75", "Erlaubt: 25, 50")),
        ({"upcard_offer": 1}, ("yes", "no"), ("ja", "nein")),
    ],
)
def test_a_refused_option_has_a_name_and_tells_what_is_allowed(
    options: dict[str, Any], english: tuple[str, ...], german: tuple[str, ...]
) -> None:
    with pytest.raises(InvalidRules) as caught:
        build_rules("gin_palast", **options)
    for language, says in (("en", english), ("de", german)):
        with override(language):
            told = words_of(caught.value)
        assert [part for part in says if part not in told] == [], told
        assert next(iter(options)) not in told
