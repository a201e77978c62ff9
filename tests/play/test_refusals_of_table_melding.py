"""Every refusal of Deutsches Rommé and Rommé 500 names its rule and the numbers, in both languages.

Each row provokes one by an action at a position: the code, the rule broken, the facts for
programs, and what a player must read in the sentence whatever the language.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from rummy.engine import InvalidRules
from rummy.engine.cards import cards_of, cards_text
from rummy.engine.families.knock.actions import ANSWER
from rummy.engine.families.table_melding.actions import CLAIM_DISCARD, END_TURN, UNDO
from rummy.engine.families.table_melding.state import Phase
from rummy.engine.moves import DRAW_STOCK
from rummy.engine.records import Action
from rummy.engine.rules import RuleSet
from rummy.match.state import DETOURS_MAX
from tests.engine.table_melding.dealing import (
    Round,
    dealt,
    discard,
    lay_off,
    meld,
    position,
    swap,
    table_of,
    take,
)
from tests.engine.table_melding.rules import FIVE_HUNDRED, GERMAN, ROBBER, five_hundred, german
from web.refusals import problem, sentence

FAMILY = Path(__file__).resolve().parents[2] / "rummy/engine/families/table_melding"


@dataclass(frozen=True)
class Case:
    """A position, who does what there, and the refusal: `says` stands in both sentences."""

    at: Callable[[], Round]
    action: Action
    code: str
    rule: str
    facts: dict[str, Any] = field(default_factory=dict)
    says: tuple[str, ...] = ()
    seat: int = 0


def after(round_: Round, *steps: Action, seat: int = 0) -> Round:
    for step in steps:
        round_.does(seat, step)
    return round_


def first_meld(*melds: str) -> Round:
    hand = "Th Jh Qh Ac 2c 3c 9d 5s Kd"
    round_ = position(GERMAN, hand, melds=["Kc Kh Ks"], opened=False)
    return after(round_, *map(meld, melds))


def drawing(rules: RuleSet = GERMAN, hand: str = "7h 8h 9h 4s", pile: str = "2d 3d") -> Round:
    others = ["3c 5c", "4c 4d", "6c 6s"]
    return position(rules, hand, pile=pile, phase=Phase.DRAW, stock="5d", others=others)


def laid_table(rules: RuleSet = GERMAN, *, opened: bool = True) -> Round:
    melds = ["9s X1=Ts Js", "7c X2=7s 7h", "4h 5h 6h"]
    return position(rules, "Td Ts 4d 5d 7d 9h X3 2s 2h", melds=melds, opened=opened)


def robbing() -> Round:
    return position(ROBBER, "8d 2s 3s", melds=["6d 7d 8d2 9d Td"])


def long_run() -> Round:
    return position(ROBBER, "8d 2s 3s", melds=["6d 7d 8d2 9d Td Jd"])


def ended(rules: RuleSet) -> Round:
    return after(position(rules, "7h"), discard("7h"))


def taken(rules: RuleSet) -> Round:
    return after(drawing(rules), take())


def worn_out(rules: RuleSet) -> Round:
    """Ten turns of two players that drew the top of the pile (GER-12, R500-13)."""
    round_ = position(rules, "7h 9c", pile="2d", phase=Phase.DRAW, others=["3c 5c"])
    for turn in range(10):
        after(round_, take(), seat=turn % 2)
        held = [c for c in cards_of(round_.hand(turn % 2)) if c != round_.state.open.taken]
        after(round_, discard(cards_text(1 << held[0])[0]), seat=turn % 2)
    return round_


def knocking() -> Round:
    return drawing(german(knock_for_discard=True))


MUST_MELD = german(discard_draw="must_meld")
STRICT = german(strict_joker_exchange=True)
# One run of six taken apart and put together again, as often as that may be.
TURNED_OVER = (table_of("6d 7d 8d2", "9d Td Jd"), table_of("6d 7d 8d2 9d Td Jd")) * 10

CASES = [
    # Whose turn it is, and what comes first
    Case(partial(ended, GERMAN), DRAW_STOCK, "round_over", "GER-10", seat=1),
    Case(partial(ended, FIVE_HUNDRED), DRAW_STOCK, "round_over", "R500-9", seat=1),
    Case(drawing, DRAW_STOCK, "not_your_turn", "GER-7", {"seat": 2, "turn": 0}, seat=2),
    Case(drawing, discard("4s"), "draw_first", "GER-7"),
    Case(lambda: after(drawing(), DRAW_STOCK), DRAW_STOCK, "already_drawn", "GER-7"),
    Case(lambda: after(drawing(), take()), DRAW_STOCK, "already_drawn", "GER-7"),
    Case(
        lambda: dealt(GERMAN, 4, 7), DRAW_STOCK, "dealer_does_not_draw", "GER-3",
        {"cards": 14}, ("14",),
    ),
    Case(
        drawing, ANSWER, "action_not_in_these_rules", "GER-7",
        {"action": "answer"}, ("answer",),
    ),
    Case(
        drawing, CLAIM_DISCARD, "action_not_in_these_rules", "GER-V4",
        {"action": "claim_discard"}, ("claim_discard",), seat=2,
    ),
    Case(
        lambda: after(drawing(), DRAW_STOCK), END_TURN, "action_not_in_these_rules", "GER-V6",
        {"action": "end_turn"}, ("end_turn",),
    ),
    Case(drawing, UNDO, "nothing_to_take_back", "GER-7"),
    # Drawing
    Case(lambda: drawing(pile=""), take(), "discard_pile_empty", "GER-7"),
    Case(drawing, take("4d"), "card_not_in_pile", "GER-7", {"card": "4d"}, ("♦4",)),
    Case(drawing, take("2d"), "only_the_top_card", "GER-7", {"card": "3d"}, ("♦3",)),
    *(
        Case(
            partial(worn_out, rules), take(), "pile_drawn_too_often", rule,
            {"streak": 10, "limit": 10}, ("10",),
        )
        for rules, rule in ((GERMAN, "GER-12"), (FIVE_HUNDRED, "R500-13"))
    ),
    # Knocking for the discard
    Case(knocking, CLAIM_DISCARD, "claim_on_own_turn", "GER-V4"),
    Case(
        lambda: after(knocking(), take()), CLAIM_DISCARD, "claim_too_late", "GER-V4", seat=2,
    ),
    Case(
        knocking, CLAIM_DISCARD, "claim_of_own_discard", "GER-V4",
        {"card": "3d"}, ("♦3",), seat=3,
    ),
    Case(
        lambda: after(knocking(), CLAIM_DISCARD, seat=2), CLAIM_DISCARD, "already_claimed",
        "GER-V4", {"card": "3d"}, ("♦3",), seat=2,
    ),
    # Melds
    Case(
        lambda: first_meld("Th Jh Qh", "Ac 2c 3c"), discard("9d"), "first_meld_too_low", "GER-8",
        {"points": 36, "needed": 40}, ("36", "40"),
    ),
    Case(
        lambda: first_meld("Th Jh Qh"), lay_off("Kd"), "first_meld_first", "GER-8",
        {"points": 30, "needed": 40}, ("30", "40"),
    ),
    Case(
        lambda: laid_table(opened=False), swap("Ts", "X1"), "first_meld_first", "GER-8",
        {"points": 0, "needed": 40}, ("0", "40"),
    ),
    Case(
        laid_table, meld("4d 5d Td"), "not_a_meld", "GER-4",
        {"cards": ["4d", "5d", "Td"], "why": "gap"}, ("♦4", "♦5", "♦10"),
    ),
    Case(
        lambda: position(FIVE_HUNDRED, "4d 5d Td 2s"), meld("4d 5d Td"), "not_a_meld", "R500-5",
        {"cards": ["4d", "5d", "Td"], "why": "gap"}, ("♦4", "♦5", "♦10"),
    ),
    Case(laid_table, meld("4d 5d X3"), "joker_not_named", "GER-5", {"joker": "X3"}),
    Case(
        lambda: position(GERMAN, "9d X1 X2 2s"), meld("9d X1=9s X2=9h"), "too_many_jokers",
        "GER-5", {"cards": ["X1=9s", "X2=9h", "9d"], "jokers": 2, "allowed": 1},
        ("♦9", "Joker (♠9)", "Joker (♥9)", "2", "1"),
    ),
    Case(
        laid_table, meld("4d 5d 6d"), "card_not_in_hand", "GER-7", {"card": "6d"}, ("♦6",),
    ),
    Case(
        lambda: position(GERMAN, "7h 8h 9h"), meld("7h 8h 9h"), "no_card_to_discard", "GER-7",
    ),
    Case(
        lambda: position(FIVE_HUNDRED, "7h 8h 9h"), meld("7h 8h 9h"), "no_card_to_discard",
        "R500-9",
    ),
    # Laying off and exchanging
    Case(
        laid_table, lay_off("9h", 2), "layoff_does_not_fit", "GER-4",
        {"cards": ["9h"], "meld": 2, "onto": ["4h", "5h", "6h"], "why": "not_next"},
        ("♥9", "♥4", "♥5", "♥6"),
    ),
    Case(
        laid_table, lay_off("9h", 3), "layoff_on_no_meld", "GER-8",
        {"card": "9h", "meld": 3, "melds": 3}, ("♥9", "3"),
    ),
    Case(
        laid_table, swap("Td", "X3"), "joker_not_there", "GER-9",
        {"joker": "X3", "meld": 0, "onto": ["9s", "X1=Ts", "Js"]}, ("♠9", "Joker (♠10)"),
    ),
    Case(
        laid_table, swap("Td", "X1"), "exchange_does_not_fit", "GER-9",
        {"card": "Td", "joker": "X1", "needed": ["Ts"]}, ("♦10", "♠10"),
    ),
    Case(
        lambda: laid_table(STRICT), swap("7d", "X2", 1), "exchange_completes_no_set", "GER-V3",
        {"cards": 3, "needed": 4}, ("3", "4"),
    ),
    Case(
        lambda: after(laid_table(), swap("Ts", "X1")), lay_off("X1=7h", 2),
        "joker_needs_new_meld", "GER-9", {"joker": "X1"},
    ),
    Case(
        lambda: after(laid_table(), swap("Ts", "X1"), swap("7d", "X2", 1)), discard("2s"),
        "joker_not_melded", "GER-9", {"jokers": ["X1", "X2"], "waiting": 2}, ("2",),
    ),
    Case(
        lambda: after(laid_table(five_hundred(freed_joker="must_meld")), swap("Ts", "X1")),
        discard("2s"), "joker_not_melded", "R500-6", {"jokers": ["X1"], "waiting": 1}, ("1",),
    ),
    # Discarding
    Case(
        lambda: after(drawing(), DRAW_STOCK), discard("2c"), "card_not_in_hand", "GER-7",
        {"card": "2c"}, ("♣2",),
    ),
    *(
        Case(
            partial(taken, rules), discard("3d"),
            "taken_card_not_discarded", rule, {"card": "3d"}, ("♦3",),
        )
        for rules, rule in ((GERMAN, "GER-14"), (FIVE_HUNDRED, "R500-4"))
    ),
    Case(
        lambda: after(drawing(MUST_MELD), take()), discard("4s"), "taken_card_not_used", "GER-V2",
        {"card": "3d"}, ("♦3",),
    ),
    Case(
        lambda: after(drawing(FIVE_HUNDRED), take("2d")), discard("4s"), "taken_card_not_used",
        "R500-3", {"card": "2d"}, ("♦2",),
    ),
    # Räuber-Rommé
    Case(
        robbing, table_of("6d 7d 8d"), "table_card_missing", "GER-V6",
        {"cards": ["9d", "Td", "8d2"]}, ("♦9", "♦10", "♦8"),
    ),
    Case(
        robbing, table_of("6d 7d 8d", "8d 9d Td"), "card_in_two_melds", "GER-V6",
        {"cards": ["8d"]}, ("♦8",),
    ),
    Case(robbing, table_of("6d 7d 8d2 9d Td"), "nothing_rearranged", "GER-V6"),
    Case(
        lambda: after(long_run(), *TURNED_OVER), table_of("6d 7d 8d2", "9d Td Jd"),
        "rearranged_too_often", "GER-V6", {"most": 20}, ("20",),
    ),
    Case(
        lambda: after(long_run(), table_of("6d 7d 8d2", "9d Td Jd")), END_TURN,
        "no_card_laid", "GER-V6",
    ),
    Case(
        robbing, discard("8d"), "action_not_in_these_rules", "GER-V6",
        {"action": "discard"}, ("discard",),
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code}-{case.rule}")
def test_a_refusal_names_rule_and_numbers_in_both_languages(case: Case) -> None:
    code, rule, facts = case.at().refuses(case.seat, case.action)
    assert (code, rule, facts) == (case.code, case.rule, case.facts)
    told = []
    for language in ("en", "de"):
        with override(language):
            told.append(sentence(code, facts))
    assert told[0] != told[1]
    for words in told:
        assert [part for part in case.says if part not in words] == [], words
        assert not any(rest in words for rest in ("%(", "–", "=")), words


def test_contradictory_variations_are_refused_by_name_ger_v6() -> None:
    with pytest.raises(InvalidRules) as caught:
        german(robber=True, discard_draw="must_meld", knock_for_discard=True)
    told = {
        "en": ("“Räuber-Rommé”", "Taking the discard, Knock for the discard"),
        "de": ("„Räuber-Rommé“", "Abwurf aufnehmen, Um den Abwurf klopfen"),
    }
    for language, names in told.items():
        _, body, _ = problem(caught.value, language)
        assert (body["code"], body["rule"]) == ("options_contradict", "GER-V6")
        assert body["facts"]["excludes"] == ["discard_draw", "knock_for_discard"]
        for name in names:
            assert name in body["detail"]


KEYED = [
    ("option_unknown", {"preset": "romme_500", "option": "robber"}, ("Rommé 500", "Räuber-Rommé")),
    ("house_rule_of_another_family", {"house_rule": "oklahoma"}, ("Oklahoma",)),
    ("bot_plays_other_games", {"bot": "solid"}, ("Solide",)),
]


@pytest.mark.parametrize(("code", "facts", "names"), KEYED)
def test_a_refusal_calls_what_it_names_as_players_do(
    code: str, facts: dict[str, Any], names: tuple[str, ...]
) -> None:
    with override("de"):
        words = sentence(code, facts)
    assert [name for name in names if name not in words] == [], words
    assert [key for key in facts.values() if key in words] == [], words


def test_no_refusal_of_these_games_is_left_out() -> None:
    raised: set[str] = set()
    for path in FAMILY.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            named = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalAction"
            if named and isinstance(node, ast.Call):
                raised.add(str(ast.literal_eval(node.args[0])))
    assert raised == {case.code for case in CASES}


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_is_said_how_often_is_too_often(language: str) -> None:
    with override(language):
        assert "300" in sentence("back_and_forth_too_often", {"most": DETOURS_MAX})
