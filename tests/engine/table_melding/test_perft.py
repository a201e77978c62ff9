"""Every line of play from small deals, counted; every list of melds and lay-offs held against a
beginner's way of finding them.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from rummy.engine import deck_cards
from rummy.engine.cards import (
    FIRST_JOKER,
    card_text,
    cards_text,
    face_of,
    is_joker,
    mask_of,
    parse_cards,
    rank_of,
)
from rummy.engine.families import table_melding
from rummy.engine.families.table_melding.actions import (
    ClaimDiscard,
    LayMeld,
    LayOff,
    ResetTurn,
    Undo,
)
from rummy.engine.families.table_melding.deal import start_round
from rummy.engine.families.table_melding.rules.numbers import numbers_of
from rummy.engine.families.table_melding.state import TableMeldingState
from rummy.engine.rules import RuleSet
from rummy.engine.table_melding import MeldRules, figure_of
from rummy.engine.table_melding.listing import LONGEST_RUN, listed_in
from tests.engine.table_melding.naive import fits, is_meld, melds_of
from tests.engine.table_melding.rules import VARIANTS

SEATS = 3


def faces(cards: tuple[int, ...]) -> frozenset[str]:
    """A meld as the naive way writes it: `7h`, and `*8h` for a joker."""
    return frozenset(
        ("*" if card >= FIRST_JOKER else "") + card_text(face_of(card) % 52) for card in cards
    )


@pytest.mark.parametrize("seed", range(18))
def test_the_melds_listed_are_those_a_beginner_finds_ger_4_ger_5(seed: int) -> None:
    dice = random.Random(seed)
    near = [card for card in range(104) if rank_of(card) in (12, 0, 1, 2, 3, 4) or seed % 3 == 0]
    hand = dice.sample(near, 9) + dice.sample(range(104, 110), seed % 3)
    mask = mask_of(card for card in hand if not is_joker(card))
    jokers = tuple(card for card in sorted(hand) if is_joker(card))
    listed = [faces(figure.cards) for figure, _mask in listed_in(mask, jokers, MeldRules())]
    texts = [card_text(card) for card in hand]
    assert len(listed) == len(set(listed))
    assert set(listed) == {
        meld for meld in melds_of(texts, LONGEST_RUN) if not _is_another_of(meld, texts)
    }


def _is_another_of(meld: frozenset[str], hand: list[str]) -> bool:
    """Whether the list has this meld with its jokers elsewhere: in a run they fill gaps, in a set
    they stand for the first suits that are missing.
    """
    jokers = [face for face in meld if face.startswith("*")]
    if len({face.lstrip("*")[0] for face in meld}) > 1:
        return any(card[:2] == face[1:] for face in jokers for card in hand)
    naturals = {face[1] for face in meld if not face.startswith("*")}
    missing = [suit for suit in "shdc" if suit not in naturals]
    return sorted(face[2] for face in jokers) != sorted(missing[: len(jokers)])


@pytest.mark.parametrize("seed", range(12))
def test_what_makes_a_meld_is_what_a_beginner_takes_for_one(seed: int) -> None:
    dice = random.Random(seed)
    suit = dice.randrange(4)
    near = [card for card in range(52) if card // 13 == suit or card % 13 == seed % 13]
    for _ in range(300):
        cards = tuple(dice.sample(near, dice.choice([3, 3, 4, 5])))
        figure = figure_of(cards)
        assert (figure is not None) == is_meld(tuple(card_text(card) for card in cards), 0), cards


def small(name: str) -> RuleSet:
    """Four cards a hand, five for the dealer, a first meld of six points."""
    rules = VARIANTS[name]
    numbers = numbers_of(rules)
    play = replace(
        numbers, hand_size=4, first_meld_minimum=min(numbers.first_meld_minimum, 6),
        take_streak_per_seat=1,
    )  # fmt: skip
    return replace(rules, play=play)


def low_deck(rules: RuleSet, seed: int) -> list[int]:
    """Low cards and jokers first, so that melds and going out are near; a joker at the cut."""
    dice, bottom = random.Random(seed), deck_cards(rules)[-1]
    low = [card for card in deck_cards(rules) if is_joker(card) or rank_of(card) < 4]
    high = [card for card in deck_cards(rules) if card not in low]
    dice.shuffle(low)
    dice.shuffle(high)
    return [*(card for card in (*low[:24], *high, *low[24:]) if card != bottom), bottom]


def depth_of(rules: RuleSet) -> int:
    """Seven actions deep; Räuber-Rommé branches less."""
    return 10 if numbers_of(rules).robber else 7


def walk(state: TableMeldingState, depth: int) -> Iterator[str]:
    """How each line of play stands after so many actions; taking back leads to no new one."""
    if state.turn is None or depth == 0:
        outcome = state.open.outcome
        yield "open" if outcome is None else outcome.reason
        return
    _agrees_with_the_beginner(state, state.turn)
    for seat in range(state.seats):
        for action in table_melding.legal_actions(state, seat):
            if isinstance(action, Undo | ResetTurn):
                continue
            after = state
            for event in table_melding.decide(state, seat, action):
                after = table_melding.evolve(after, event)
            yield from walk(after, depth - 1)


def _agrees_with_the_beginner(state: TableMeldingState, seat: int) -> None:
    """Whoever may lay off finds the same natural cards as a beginner."""
    if state.phase != "play" or state.open.steps or not state.open.opened[seat]:
        return
    hand = {text[:2] for text in cards_text(state.hidden.hands[seat]) if text[0] != "X"}
    table = [list(faces(meld.cards)) for meld in state.open.melds]
    if state.open.hand_counts[seat] < 3:
        return  # the last card must be kept
    found = {(card, number) for number, meld in enumerate(table) for card in hand
             if fits(meld, card)}  # fmt: skip
    listed = {
        (card_text(action.card % 52), action.meld)
        for action in table_melding.legal_actions(state, seat)
        if isinstance(action, LayOff) and action.card < FIRST_JOKER
    }
    assert listed == found


PERFT: dict[str, dict[str, int]] = {
    "german_romme": {"hand_romme": 478, "open": 24158, "out": 316},
    "german_romme+first_meld_30": {"hand_romme": 478, "open": 24158, "out": 316},
    "german_romme+no_minimum": {"hand_romme": 478, "open": 24158, "out": 316},
    "german_romme+must_meld": {"hand_romme": 253, "open": 6485, "out": 217},
    "german_romme+strict_joker_exchange": {"hand_romme": 478, "open": 24158, "out": 316},
    "german_romme+knock_for_discard": {"hand_romme": 743, "open": 49026, "out": 364},
    "german_romme+robber": {"open": 623},
    "german_romme+joker_cut": {"hand_romme": 803, "open": 29076, "out": 569},
    "german_romme+all_but_robber": {"hand_romme": 930, "open": 23915, "out": 565},
    "german_romme+robber+joker_cut": {"hand_romme": 2, "open": 2260, "out": 76},
    "romme_500": {"open": 13452, "out": 61},
    "romme_500+must_meld": {"open": 13274, "out": 61},
}


@pytest.mark.soak
@pytest.mark.parametrize("name", VARIANTS)
def test_the_lines_of_play_are_as_many_as_ever(name: str) -> None:
    rules = small(name)
    endings: Counter[str] = Counter()
    for seed in (1, 2, 3):
        state, _ = start_round(rules, SEATS, low_deck(rules, seed), 0)
        endings.update(walk(state, depth_of(rules)))
    assert dict(endings) == PERFT[name]


def test_the_actions_counted_are_those_of_the_seat_on_turn() -> None:
    state, _ = start_round(small("german_romme"), 2, low_deck(VARIANTS["german_romme"], 1), 0)
    assert table_melding.legal_actions(state, 1) == []
    assert not any(isinstance(a, ClaimDiscard) for a in table_melding.legal_actions(state, 0))
    first = LayMeld(parse_cards("Ah 2h 3h"))
    assert faces(first.cards) == {"Ah", "2h", "3h"}
