"""An unnamed knock lays what leaves least to lay off: held against every arrangement (GIN-6).

The referee writes out every arrangement with least deadwood, jokers in every place, and every
choice of cards that could come to lie on it. `JETON_SEED` deals other hands, `--hands` more.
"""

import math
import random
from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from rummy.engine.cards import BIT, PACK, cards_of, cards_text, mask_of
from rummy.engine.families.knock.actions import DRAW_STOCK
from rummy.engine.melding import Arrangement
from rummy.engine.melding.joker_places import in_runs
from rummy.engine.rules import MeldLaws
from tests import chance
from tests.engine.dealing import answered, cards_in, deal, knock, special
from tests.engine.meld_referee import Book, Laid, fitting
from tests.engine.test_exact_melding import (
    as_laid,
    book_of,
    deck_of,
    every_arrangement,
    melder_of,
    mixes,
    random_hands,
    texts,
)

pytestmark = [pytest.mark.thorough, pytest.mark.drawn(3)]

HANDS = 160  # per mix of laws
Cards = frozenset[str]


@pytest.fixture
def seed() -> int:
    return chance.seed()


def test_a_joker_lies_where_it_opens_least_gin_6_gin_s5() -> None:
    """With X1 for 7h, or 7h in the run itself, 6h and 5h could be laid off as well."""
    round_ = deal(
        special("jokers"),
        starter="Kh Kd Kc 7c 7s 7h 8h 9h X1 4s",
        dealer="6h 5h Qd Jd Tc 9c 8s 2d 3c Ks",
        stock="5d",
    )
    round_.does(1, DRAW_STOCK)
    round_.does(1, knock("5d"))
    assert cards_in(round_.state.open.shown[0].melds) == ["7s 7h 7c", "8h 9h X1=Th", "Kh Kd Kc"]
    answered(round_)
    assert round_.points() == {(1, "deadwood"): 59, (1, "box_bonus"): 10}


@mixes
def test_nothing_with_as_little_deadwood_leaves_less_to_lay_off_gin_6(
    laws: MeldLaws, seed: int, request: pytest.FixtureRequest
) -> None:
    melder, book = melder_of(laws), book_of(laws)
    dice = random.Random(seed)
    count = int(request.config.getoption("--hands") or HANDS)
    for hand in random_hands(laws, count, (7, 8, 9, 10), seed):
        rest = [card for card in deck_of(laws) if not hand >> card & 1]
        elsewhere = texts(mask_of(dice.sample(rest, 16)))
        laid = melder.arrangements(hand, 0, mask_of_texts(elsewhere, rest))
        best = min(openness(book, shown(one), elsewhere) for one in laid)
        for other in jokers_apart(every_arrangement(book, texts(hand), melder.points(hand))):
            told = f"seed {seed}: {cards_text(hand)} {sorted(elsewhere)} {laid} {other}"
            assert best <= openness(book, other, elsewhere), told


def mask_of_texts(wanted: Cards, cards: Sequence[int]) -> int:
    return mask_of(card for card in cards if cards_text(1 << card)[0] in wanted)


def shown(laid: Arrangement) -> tuple[Laid, ...]:
    return tuple(map(as_laid, laid.melds))


def openness(book: Book, melds: Sequence[Laid], elsewhere: Cards) -> tuple[int, ...]:
    """How many of the cards could be laid off, their points and in how many ways: without a joker;
    then how many in all, and their points."""
    natural = frozenset(card for card in elsewhere if card[0] != "X")
    choices = [{way.cards for way in fitting(book, natural, meld)} for meld in melds]
    plain = frozenset[str]().union(*(cards for found in choices for cards in found))
    ways = [way for meld in melds for way in fitting(book, elsewhere, meld)]
    every = plain.union(*(way.cards for way in ways))
    if any(way.jokers for way in ways):
        every |= elsewhere - natural
    ways_plain = math.prod(map(len, choices))
    return len(plain), book.points(plain), ways_plain, len(every), book.points(every)


def jokers_apart(every: Iterator[tuple[Laid, ...]]) -> list[tuple[Laid, ...]]:
    """The arrangements whose jokers lie for different cards, where there is such a one."""
    found = list(every)
    return [melds for melds in found if not stood_for_twice(melds)] or found


def stood_for_twice(melds: Sequence[Laid]) -> bool:
    wild = [face for meld in melds for face in meld.wild]
    return len(set(wild)) < len(wild)


@mixes
def test_no_other_arrangement_opens_only_part_of_it_gin_6(laws: MeldLaws, seed: int) -> None:
    """Whatever an opponent without jokers holds: nothing lets only some of it be laid off."""
    melder, book = melder_of(laws), book_of(laws)
    dice = random.Random(seed)
    for hand in random_hands(laws, 60, (8, 10), seed + 1):
        rest = [card for card in range(PACK) if not hand >> card & 1]
        sample = dice.sample(rest, 14)
        elsewhere = texts(mask_of(sample))
        every = jokers_apart(every_arrangement(book, texts(hand), melder.points(hand)))
        opened = min(
            (
                layable(book, shown(one), elsewhere)
                for one in melder.arrangements(hand, 0, mask_of(sample))
            ),
            key=len,
        )
        for other in every:
            told = f"seed {seed}: {cards_text(hand)} {sorted(elsewhere)} {other}"
            assert not layable(book, other, elsewhere) < opened, told


def layable(book: Book, melds: Sequence[Laid], elsewhere: Cards) -> set[Cards]:
    """Every choice of cards that could be laid off together."""
    found = {frozenset[str]()}
    for meld in melds:
        ways = {way.cards for way in fitting(book, elsewhere, meld)}
        found = {cards | more for cards, more in product(found, ways)}
    return found


@mixes
def test_jokers_of_a_hand_lie_for_different_cards_if_they_can_gin_s5(
    laws: MeldLaws, seed: int
) -> None:
    """A rainbow run may need the card that a joker of another meld stands for."""
    if not laws.wild_jokers:
        return
    melder, book = melder_of(laws), book_of(laws)
    for hand in random_hands(laws, 400, (10,), seed + 2):
        (laid,) = melder.arrangements(hand)
        if stood_for_twice(shown(laid)):
            told = f"seed {seed}: {cards_text(hand)} {laid}"
            every = every_arrangement(book, texts(hand), melder.points(hand))
            assert all(map(stood_for_twice, every)), told
            assert len(set(in_runs(laid.melds))) == len(in_runs(laid.melds)), told


@mixes
def test_a_card_that_must_be_melded_costs_no_more_for_jokers_kept_apart_gin_s8(
    laws: MeldLaws, seed: int
) -> None:
    """What the list of knocks promises, an unnamed knock lays."""
    melder = melder_of(laws)
    for hand in random_hands(laws, 400, (10,), seed + 3):
        for card in cards_of(hand):
            laid = melder.arrangements(hand, BIT[card], 1 << 52)
            points = melder.points_melding(hand, BIT[card])
            told = f"seed {seed}: {cards_text(hand)}, {cards_text(BIT[card])} melded"
            assert (laid[0].points if laid else None) == points, told
