"""The optimal answer to a knock, against brute force over every order of laying off (GIN-6)."""

import random

import pytest

from rummy.engine.cards import card_text, cards_text, mask_of
from rummy.engine.families.knock.actions import ANSWER
from rummy.engine.families.knock.answering import answered
from rummy.engine.families.knock.state import KnockState, Shown
from tests.engine import brute_force
from tests.engine.dealing import PALAST, deal

pytestmark = pytest.mark.thorough


def _shown(state: KnockState, knocker: int) -> KnockState:
    """The state in which seat 1 has laid this hand."""
    laid = min(state.laws.knocking.arrangements(knocker))
    shown = Shown(1, laid.melds, laid.deadwood, (), laid.points)
    return state._replace(open=state.open._replace(shown=(shown,)))


def _knocks(seed: int, count: int) -> list[tuple[int, int]]:
    """(knocker's hand, opponent's hand) of rounds in which there is something to lay off."""
    dice = random.Random(seed)
    found: list[tuple[int, int]] = []
    while len(found) < count:
        cards = list(range(52))
        dice.shuffle(cards)
        suit = dice.randrange(4) * 13
        run = [suit + dice.randrange(1, 9) + step for step in range(3)]
        rank = dice.randrange(13)
        melded = {*run, *(rank + 13 * number for number in range(3))}
        rest = [card for card in cards if card not in melded]
        knocker = [*melded, *rest[: 10 - len(melded)]]
        near = [card for card in rest if card not in knocker and abs(card - run[1]) < 5]
        others = [card for card in rest if card not in knocker and card not in near]
        found.append((mask_of(knocker), mask_of([*near, *others][:10])))
    return found


def test_the_answer_leaves_the_least_deadwood_over_all_arrangements_and_lay_offs() -> None:
    blank = deal(PALAST).state
    laid_off = 0
    for knocker, hand in _knocks(61, 800):
        state = _shown(blank, knocker)._replace(hands=(hand, knocker))
        melds = tuple(frozenset(map(card_text, meld)) for meld in state.open.shown[0].melds)
        answer = answered(state, 0, ANSWER, may_lay_off=True)
        expected = brute_force.least_after_laying_off(melds, frozenset(cards_text(hand)))
        assert answer.points == expected, f"seed 61: {cards_text(knocker)} {cards_text(hand)}"
        laid_off += len(answer.layoffs)
        _check_shown(hand, melds, answer.melds, answer.layoffs, answer.deadwood)
    assert laid_off > 400, "the hands must have something to lay off"


def _check_shown(
    hand: int,
    knocker_melds: tuple[frozenset[str], ...],
    melds: tuple[tuple[int, ...], ...],
    layoffs: tuple[tuple[int, int], ...],
    deadwood: int,
) -> None:
    laid = [card for meld in melds for card in meld] + [card for card, _ in layoffs]
    assert mask_of(laid) | deadwood == hand
    assert len(laid) + deadwood.bit_count() == 10
    for number, meld in enumerate(knocker_melds):
        added = {card_text(card) for card, target in layoffs if target == number}
        assert brute_force.is_meld(meld | added)
