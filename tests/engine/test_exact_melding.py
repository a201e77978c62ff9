"""The meld search against the neutral referee: every mix of meld laws, hands dealt and hands hard.

`pytest tests/engine/test_exact_melding.py --hands 20000` asks about more of them.
"""

import random
from collections.abc import Iterable, Iterator
from itertools import combinations, product

import pytest

from rummy.engine import build_rules
from rummy.engine.cards import (
    FIRST_JOKER,
    PACK,
    cards_of,
    cards_text,
    face_of,
    held_of,
    is_joker,
    mask_of,
)
from rummy.engine.families.knock.actions import ANSWER, Answer
from rummy.engine.families.knock.answering import answered
from rummy.engine.families.knock.rules.laws import laws_of
from rummy.engine.families.knock.rules.numbers import RANK_VALUES
from rummy.engine.families.knock.state import Shown
from rummy.engine.melding import CardValues, Meld, Melder, melder_for
from rummy.engine.rules import MeldLaws
from tests.engine.dealing import deal
from tests.engine.meld_referee import (
    Book,
    Laid,
    Question,
    all_melds_in_order,
    deadwood_question,
    fitting,
    is_meld,
    layoff_question,
    least_points,
)
from tests.engine.reference import NEVER, least_deadwood
from tests.engine.test_perft import laid_by_knocker

pytestmark = [pytest.mark.thorough, pytest.mark.drawn(3)]

HANDS = 1000  # per mix of laws, over all questions
PORTION = 50  # hands in one integer program
JOKERS = 3

MIXES = [
    MeldLaws(cyclic_runs=cyclic, rainbow_runs=rainbow, wild_jokers=jokers)
    for cyclic, rainbow, jokers in product((False, True), repeat=3)
]


def told(laws: MeldLaws) -> str:
    """`cyclic+jokers`"""
    words = (
        ("cyclic", laws.cyclic_runs),
        ("rainbow", laws.rainbow_runs),
        ("jokers", laws.wild_jokers),
    )
    return "+".join(word for word, on in words if on) or "classic"


mixes = pytest.mark.parametrize("laws", MIXES, ids=told)


@pytest.fixture
def hands(request: pytest.FixtureRequest) -> int:
    """How many hands a test asks about per mix."""
    return int(request.config.getoption("--hands") or HANDS)


def book_of(laws: MeldLaws, ace: int = 1) -> Book:
    return Book(laws.cyclic_runs, laws.rainbow_runs, ace)


def melder_of(laws: MeldLaws, ace: int = 1) -> Melder:
    return melder_for(laws, CardValues((ace, *RANK_VALUES[1:]), 15))


def random_hands(laws: MeldLaws, count: int, sizes: tuple[int, ...], seed: int) -> Iterator[int]:
    """In turn as dealt, and with jokers and neighbours, where melds compete."""
    dice = random.Random(seed)
    jokers = deck_of(laws)[PACK:]
    for number in range(count):
        size = dice.choice(sizes)
        if number % 2:
            yield mask_of(dice.sample(deck_of(laws), size))
            continue
        low = dice.randrange(13)
        near = [card for card in range(PACK) if (card - low) % 13 < 5]
        held = dice.sample(jokers, dice.randrange(len(jokers) + 1))
        yield mask_of([*held, *dice.sample(near, size - len(held))])


def agrees(asked: list[tuple[Question, int]]) -> None:
    """The referee finds what the engine found, hand by hand."""
    for start in range(0, len(asked), PORTION):
        portion = asked[start : start + PORTION]
        least = least_points([question for question, _ in portion])
        for (question, points), expected in zip(portion, least, strict=True):
            assert points == expected, sorted(question.hand)


def texts(hand: int) -> frozenset[str]:
    return frozenset(cards_text(hand))


def as_laid(meld: Meld) -> Laid:
    wild = [face_of(card) for card in meld if is_joker(held_of(card))]
    faces = [cards_text(1 << face_of(card))[0] for card in meld]
    return Laid(tuple(faces), texts(mask_of(wild)))


@mixes
def test_least_deadwood_of_seven_to_eleven_cards_is_exact(laws: MeldLaws, hands: int) -> None:
    melder, book = melder_of(laws), book_of(laws)
    agrees(
        [
            (deadwood_question(book, texts(hand)), melder.points(hand))
            for hand in random_hands(laws, hands // 2, (7, 8, 9, 10, 11), 1)
        ]
    )


@mixes
def test_least_deadwood_after_the_best_discard_is_exact(laws: MeldLaws, hands: int) -> None:
    melder, book = melder_of(laws), book_of(laws)
    agrees(
        [
            (
                deadwood_question(book, texts(hand), discard=True),
                melder.points_after_discard(hand),
            )
            for hand in random_hands(laws, hands // 4, (8, 11), 2)
        ]
    )


@mixes
def test_the_answer_to_a_knock_is_the_best_over_own_melds_and_lay_offs_gin_6(
    laws: MeldLaws, hands: int
) -> None:
    keys = {"cyclic_runs": laws.cyclic_runs, "rainbow_runs": laws.rainbow_runs,
            "jokers": laws.wild_jokers, "tedesco": True}  # fmt: skip
    rules = build_rules("gin_palast", house_rules=[key for key, on in keys.items() if on])
    blank, book = deal(rules).state, book_of(laws, ace=15)
    asked = []
    for knocker, opponent in _knocks(laws, hands // 4):
        laid = laws_of(rules).knocking.arrangements(knocker)[0]
        shown = Shown(1, laid.melds, laid.deadwood, (), laid.points)
        state = blank._replace(hands=(opponent, knocker), open=blank.open._replace(shown=(shown,)))
        answer = answered(state, 0, ANSWER, may_lay_off=True)
        asked.append(
            (layoff_question(book, texts(opponent), laid_by_knocker(state)), answer.points)
        )
        laid_out = [*answer.melds, tuple(card for card, _ in answer.layoffs)]
        assert mask_of(card for meld in laid_out for card in meld) | answer.deadwood == opponent
        named = Answer(answer.melds, answer.layoffs)
        assert answered(state, 0, named, may_lay_off=True) == answer
    agrees(asked)


def _knocks(laws: MeldLaws, count: int) -> Iterator[tuple[int, int]]:
    """(knocker's, opponent's) hands in which there is often something to lay off."""
    dice = random.Random(3)
    melder = melder_of(laws)
    while count:
        deck = list(deck_of(laws))
        dice.shuffle(deck)
        low = dice.randrange(13)
        deck.sort(key=lambda card: is_joker(card) or (card - low) % 13 < 6, reverse=True)
        half = dice.sample(deck[:22], 20)
        knocker, opponent = mask_of(half[:10]), mask_of(half[10:])
        if melder.points(knocker) <= 30:
            count -= 1
            yield knocker, opponent


@mixes
def test_what_is_laid_leaves_the_least_deadwood_and_then_the_least_to_lay_off_gin_6(
    laws: MeldLaws,
) -> None:
    melder, book = melder_of(laws), book_of(laws)
    dice = random.Random(4)
    for hand in random_hands(laws, 40, (7, 8), 4):
        elsewhere = mask_of(
            dice.sample([card for card in deck_of(laws) if not hand >> card & 1], 20)
        )
        found = melder.arrangements(hand, 0, elsewhere)
        for laid in found:
            assert mask_of(card for meld in laid.melds for card in meld) | laid.deadwood == hand
            assert sum(map(len, laid.melds)) + laid.deadwood.bit_count() == hand.bit_count()
            assert all(is_meld(book, as_laid(meld)) for meld in laid.melds)
            assert melder.points(hand) == laid.points == melder.value(laid.deadwood)
        reach = min(_reach(book, map(as_laid, laid.melds), elsewhere) for laid in found)
        every = every_arrangement(book, texts(hand), melder.points(hand))
        assert reach == min(_reach(book, melds, elsewhere) for melds in every), cards_text(hand)


@mixes
def test_cards_that_must_be_melded_are_or_cannot_be_gin_s8(laws: MeldLaws) -> None:
    melder, book = melder_of(laws), book_of(laws)
    dice = random.Random(5)
    for hand in random_hands(laws, 300, (7, 9, 10), 5):
        must = 1 << dice.choice(cards_of(hand))
        expected = least_deadwood(book, texts(hand), texts(must))
        points = melder.points_melding(hand, must)
        assert points == (None if expected >= NEVER else expected)
        found = melder.arrangements(hand, must)
        assert {laid.points for laid in found} == ({points} if points is not None else set())
        assert not any(laid.deadwood & must for laid in found)


def deck_of(laws: MeldLaws) -> tuple[int, ...]:
    return (*range(PACK), *range(FIRST_JOKER, FIRST_JOKER + JOKERS * laws.wild_jokers))


def _reach(book: Book, melds: Iterable[Laid], elsewhere: int) -> int:
    """How many of the cards elsewhere could come to lie on the melds."""
    there, jokers = texts(elsewhere), 0
    found: set[str] = set()
    for meld in melds:
        for way in fitting(book, there, meld):
            found |= way.cards
            jokers = max(jokers, way.jokers)
    return len(found) + (sum(card[0] == "X" for card in there) if jokers else 0)


def every_arrangement(book: Book, hand: frozenset[str], points: int) -> Iterator[tuple[Laid, ...]]:
    """Every way to lay the hand out with so many points of deadwood."""
    jokers = sum(card[0] == "X" for card in hand)
    natural = frozenset(card for card in hand if card[0] != "X")
    yield from _laid_out(book, natural, jokers, points, list(_options(book, natural, jokers)))


def _options(book: Book, natural: frozenset[str], jokers: int) -> Iterator[Laid]:
    for meld in all_melds_in_order(book.cyclic, book.rainbow):
        held = natural.intersection(meld)
        for size in range(max(1, len(meld) - jokers), len(held) + 1):
            for cards in combinations(sorted(held), size):
                yield Laid(meld, frozenset(meld).difference(cards))


def _laid_out(
    book: Book, natural: frozenset[str], jokers: int, points: int, options: list[Laid]
) -> Iterator[tuple[Laid, ...]]:
    if points < 0:
        return
    if not natural:
        if points == jokers * book.joker:
            yield ()
        return
    first = min(natural)
    left = points - book.value(first)
    yield from _laid_out(book, natural - {first}, jokers, left, options)
    for meld in options:
        own = frozenset(meld.faces) - meld.wild
        if first in own and own <= natural and len(meld.wild) <= jokers:
            rest, spare = natural - own, jokers - len(meld.wild)
            for others in _laid_out(book, rest, spare, points, options):
                yield (meld, *others)
