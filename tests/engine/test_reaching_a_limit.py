"""Whether a hand can be knocked with at all is asked at every move, and answered the short way."""

from random import Random

import pytest

from rummy.engine import build_rules
from rummy.engine.cards import BIT, cards_of, mask_of
from rummy.engine.families.knock.rules.laws import laws_of
from rummy.engine.melding import Melder
from rummy.engine.rules import RuleSet

PLAIN = build_rules("gin_palast")
TEDESCO = build_rules("gin_palast", house_rules=["tedesco"])
WILD = build_rules("gin_palast", house_rules=["jokers", "cyclic_runs", "rainbow_runs"])


def hands(rules: RuleSet, dice: Random, count: int) -> list[int]:
    """Eleven cards each, of few ranks in every other hand, so that many can be knocked with."""
    deck = cards_of(laws_of(rules).deck)
    few = [card for card in deck if card % 13 < 5 or card >= 104]
    return [mask_of(dice.sample(few if number % 2 else deck, 11)) for number in range(count)]


def least_after_discard(melder: Melder, hand: int) -> int:
    return min(melder.points(hand ^ BIT[card]) for card in cards_of(hand))


@pytest.mark.parametrize("rules", [PLAIN, TEDESCO, WILD], ids=["plain", "tedesco", "wild"])
@pytest.mark.parametrize("side", ["knocking", "answering"])
def test_a_limit_is_reached_when_some_discard_leaves_no_more(rules: RuleSet, side: str) -> None:
    melder: Melder = getattr(laws_of(rules), side)
    met = set()
    for hand in hands(rules, Random(3), 60 if rules is WILD else 1500):
        least = least_after_discard(melder, hand)
        assert melder.points_after_discard(hand) == least
        for limit in (0, 3, 10, least - 1, least):
            assert melder.can_reach(hand, limit) == (least <= limit)
            met.add((limit, least <= limit))
    assert {(0, True), (0, False), (10, True), (10, False)} <= met
