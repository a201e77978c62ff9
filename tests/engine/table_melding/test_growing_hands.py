"""Hands of every size up to both decks: what is thought about them is counted, and bounded.

Counted are the calls of functions, by the interpreter itself, so that no loop escapes the count;
nothing here is timed. A hand that grows and never melds must not hold up anybody (GER-V6).
"""

import os
import random
from typing import Any

import pytest

from rummy.bots import BOTS, safe_turn
from rummy.engine.cards import cards_of, deck_of, mask_of, parse_cards
from rummy.engine.families import table_melding
from rummy.engine.families.table_melding.actions import LayMeld
from rummy.engine.families.table_melding.decide import decide
from rummy.engine.families.table_melding.evolve import evolve
from rummy.engine.families.table_melding.rules.laws import laws_of
from rummy.engine.families.table_melding.rules.numbers import numbers_of
from rummy.engine.families.table_melding.state import (
    Hidden,
    OpenRound,
    Phase,
    TableMeld,
    TableMeldingState,
)
from rummy.engine.records import CutShort
from rummy.engine.rules import RuleSet
from rummy.engine.table_melding import figure_of, place_face
from rummy.hints import advise
from tests.engine.table_melding.counting import calls_of
from tests.engine.table_melding.rules import FIVE_HUNDRED, GERMAN, ROBBER, VARIANTS

SEED = int(os.environ.get("JETON_SEED", "16"))
LISTING_CALLS = 130_000
THINKING_CALLS = 3_000_000
SIZES = (14, 24, 36, 40, 60, 84, 110)


def state_with(
    rules: RuleSet, hand: int, *, opened: bool = False, phase: Phase = Phase.PLAY, melds: Any = ()
) -> TableMeldingState:
    """Seat 0 on turn with this hand; what is not on the table lies in the pile or the stock."""
    table = tuple(TableMeld(1, meld) for meld in melds)
    lying = mask_of(card for meld in melds for card in meld)
    rest = [c for c in deck_of(rules.packs, rules.jokers) if not (hand | lying) >> c & 1]
    pile = () if numbers_of(rules).robber else tuple(rest[: len(rest) // 2])
    stock = tuple(rest[len(pile) :])
    now = OpenRound(
        phase, 0, 1, (hand.bit_count(), 1), (opened, opened), (0, 0), table, pile, len(stock)
    )
    return TableMeldingState(laws_of(rules), now, Hidden((hand, 0), stock))


def random_hand(rules: RuleSet, size: int, dice: random.Random) -> int:
    deck = deck_of(rules.packs, rules.jokers)
    return mask_of(dice.sample(deck, min(size, len(deck))))


def low_cards(rules: RuleSet) -> int:
    """Every two, three and four with all jokers: many melds, none of them worth much."""
    deck = deck_of(rules.packs, rules.jokers)
    return mask_of(card for card in deck if card >= 104 or card % 13 in (1, 2, 3))


def few_low(rules: RuleSet) -> int:
    """Fourteen of them with four jokers: each meld needs two or three more to reach the minimum."""
    cards = parse_cards("2s 3s 2h 3h 2d 3d 2c 3c 4c 4s2 3h2 4h2 2d2 3c2 X1 X2 X5 X6")
    return mask_of(cards) & mask_of(deck_of(rules.packs, rules.jokers))


def pairs(rules: RuleSet) -> int:
    """Two of each rank, never in a run: what only jokers make melds of."""
    deck = deck_of(rules.packs, rules.jokers)
    taken = [card for card in deck if card < 104 and card % 52 // 13 in (0, 1)]
    return mask_of(card for card in taken if card % 13 % 3 == card % 52 // 13) | mask_of(
        card for card in deck if card >= 104
    )


def dense_suits(rules: RuleSet) -> int:
    """All of two suits with the jokers: runs anywhere, as long as anybody likes."""
    deck = deck_of(rules.packs, rules.jokers)
    return mask_of(card for card in deck if card >= 104 or card % 52 // 13 in (0, 2))


ADVERSARIAL = {"low": low_cards, "few": few_low, "pairs": pairs, "suits": dense_suits}


def every_hand(rules: RuleSet, dice: random.Random) -> list[int]:
    hands = [random_hand(rules, size, dice) for size in SIZES]
    return hands + [hand(rules) for hand in ADVERSARIAL.values()]


def a_table(rules: RuleSet, hand: int) -> list[tuple[int, ...]]:
    """Runs of three from what is not in the hand."""
    melds = []
    left = mask_of(deck_of(rules.packs, rules.jokers)) & ~hand
    for suit in range(4):
        for first in range(0, 12, 3):
            cards = [place_face(first + at, suit) for at in range(3)]
            held = [c if left >> c & 1 else c + 52 for c in cards]
            if all(c < 104 and left >> c & 1 for c in held):
                figure = figure_of(tuple(held))
                assert figure is not None
                melds.append(figure.cards)
                left &= ~mask_of(held)
    return melds


@pytest.mark.parametrize("variant", VARIANTS)
def test_listing_is_bounded_whatever_the_hand(variant: str) -> None:
    rules, dice = VARIANTS[variant], random.Random(f"{variant} {SEED}")
    for hand in every_hand(rules, dice):
        for opened in (False, True):
            for phase in (Phase.PLAY, Phase.DRAW):
                melds = a_table(rules, hand) if opened else ()
                state = state_with(rules, hand, opened=opened, phase=phase, melds=melds)
                spent = calls_of(lambda: table_melding.legal_actions(state, 0))  # noqa: B023
                told = (variant, hand.bit_count(), opened, phase.value, spent, SEED)
                assert spent < LISTING_CALLS, told


def test_a_list_for_which_the_steps_did_not_suffice_says_so() -> None:
    """A deep pile before a large hand (GER-V2); what is named may be done all the same."""
    rules = VARIANTS["german_romme+must_meld"]
    large = state_with(rules, low_cards(rules), phase=Phase.DRAW)
    listed = table_melding.legal_actions(large, 0)
    assert isinstance(listed, CutShort)
    for action in listed:
        decide(large, 0, action)
    small = state_with(rules, mask_of(parse_cards("7h 8h 9h Kd 2s")), phase=Phase.DRAW)
    assert not isinstance(table_melding.legal_actions(small, 0), CutShort)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_automatic_turn_is_found_at_once_whatever_the_hand(variant: str) -> None:
    rules, dice = VARIANTS[variant], random.Random(f"{variant} {SEED}")
    for hand in every_hand(rules, dice):
        state = state_with(rules, hand)
        view = table_melding.view(state, 0)
        assert calls_of(lambda: next(safe_turn(view))) < 5_000, (variant, SEED)  # noqa: B023
        decide(state, 0, next(safe_turn(view)))


@pytest.mark.parametrize("rules", [GERMAN, ROBBER, FIVE_HUNDRED], ids=["german", "robber", "500"])
def test_bots_and_hints_are_bounded_whatever_the_hand(rules: RuleSet) -> None:
    dice = random.Random(f"{rules.digest} {SEED}")
    for hand in [random_hand(rules, size, dice) for size in (40, 84)] + [dense_suits(rules)]:
        state = state_with(rules, hand, opened=True, melds=a_table(rules, hand))
        view = table_melding.view(state, 0)
        for bot in ("casual", "expert"):
            legal = view.legal_actions()
            chosen: list[Any] = []
            spent = calls_of(lambda: chosen.append(BOTS[bot].choose(view, legal, dice)))  # noqa: B023
            assert spent < THINKING_CALLS, (rules.key, bot, hand.bit_count(), spent, SEED)
            decide(state, 0, chosen[0])
        assert calls_of(lambda: advise(view)) < THINKING_CALLS, (rules.key, SEED)  # noqa: B023


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_a_short_list_names_leads_somewhere_and_what_it_leaves_out_stays_legal(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With hardly a step a list is shorter, never longer, and `decide` does not care."""
    rules, dice = VARIANTS[variant], random.Random(f"{variant} {SEED}")
    for size in (14, 14, 20, 30):
        state = state_with(rules, random_hand(rules, size, dice))
        whole = table_melding.legal_actions(state, 0)
        with monkeypatch.context() as patched:
            patched.setattr("rummy.engine.families.table_melding.legal.LISTING_STEPS", 1)
            short = table_melding.legal_actions(state, 0)
        assert set(short) <= set(whole), (variant, SEED)
        for action in set(whole) - set(short):
            assert isinstance(action, LayMeld)
            decide(state, 0, action)


def test_a_hand_of_both_decks_lists_its_melds_ger_v6() -> None:
    """All cards in one hand: what can be laid is still listed, and can be laid to the end."""
    everything = mask_of(deck_of(2, 6))
    state = state_with(ROBBER, everything & ~mask_of(parse_cards("2c")), opened=False)
    melds = [one for one in table_melding.legal_actions(state, 0) if isinstance(one, LayMeld)]
    assert len(melds) > 300
    for event in decide(state, 0, melds[0]):
        state = evolve(state, event)
    assert len(cards_of(state.hidden.hands[0])) == 109 - len(melds[0].cards)
