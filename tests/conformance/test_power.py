"""Lockstep must notice: an engine with one rule wrong is found out within a few rounds."""

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from random import Random

import pytest

from rummy import engine
from rummy.engine.cards import BIT
from rummy.engine.families.knock import answering, knocking, showdown
from rummy.engine.families.knock.actions import Answer
from rummy.engine.families.knock.events import Answered, RoundEnded
from rummy.engine.families.knock.state import KnockState, Sight
from tests.conformance import referee
from tests.conformance.lockstep import Lockstep
from tests.conformance.rounds import compare
from tests.skipping import on_sources

pytestmark = pytest.mark.skipif(not referee.AVAILABLE, reason=referee.MISSING)


def one_point_more(state: KnockState) -> RoundEnded:
    ended = showdown.scored(state)
    first, *others = ended.lines
    return replace(ended, lines=(first._replace(points=first.points + 1), *others))


def never_lays_off(state: KnockState, seat: int, action: Answer, *, may_lay_off: bool) -> Answered:
    return answering.answered(state, seat, action, may_lay_off=False)


def knocks_one_above(sight: Sight) -> list[tuple[int, int]]:
    higher = sight.open._replace(knock_limit=sight.open.knock_limit + 1)
    return knocking.knockable(sight._replace(open=higher))


@on_sources
@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    [
        ("decide", "scored", one_point_more),
        ("decide", "answered", never_lays_off),
        ("legal", "knockable", knocks_one_above),
    ],
)
def test_a_wrong_rule_does_not_pass(
    monkeypatch: pytest.MonkeyPatch, module: str, name: str, wrong: Callable[..., object]
) -> None:
    place = import_module(f"rummy.engine.families.knock.{module}")
    monkeypatch.setattr(place, name, wrong)
    with pytest.raises((AssertionError, engine.IllegalAction)):
        compare(60, seed=1)


def test_a_card_in_the_wrong_hand_does_not_pass() -> None:
    rules = engine.build_rules("gin_classic")
    deck = list(engine.deck_cards(rules))
    Random(4).shuffle(deck)
    both = Lockstep(rules, deck, dealer=0)
    hands = list(both.state.hands)
    spare = both.state.stock[0]
    taken = hands[0] & -hands[0]
    hands[0] ^= taken | BIT[spare]
    both.state = both.state._replace(hands=tuple(hands))
    with pytest.raises(AssertionError):
        both.compare()
