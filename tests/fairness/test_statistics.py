"""The shuffle is uniform and its streams do not repeat (P17); the tests can tell when it is not.

Seeds are numbered, so every figure is the same on every run: nothing here can fail by chance.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, pairwise, permutations
from math import sqrt

import pytest

from rummy.fairness import DECK, FIRST_DEALER, RoundSeeds, deck_order, lot, shuffle
from tests.chance import is_whole

from .cards import seeds_of

pytestmark = pytest.mark.thorough

Shuffle = Callable[[RoundSeeds, int], tuple[int, ...]]
DEALS = 30_000 if is_whole() else 12_000
FEWER_DEALS = 10_000 if is_whole() else 4_000
LIMIT = 4.5  # standard deviations; by chance about one in 100,000


def swap_with_any(seeds: RoundSeeds, size: int) -> tuple[int, ...]:
    """The classic mistake: every card changes places with any other, also with those done."""
    stream = shuffle._stream(seeds, DECK)
    positions = list(range(size))
    for place in range(size):
        other = shuffle._below(size, stream)
        positions[place], positions[other] = positions[other], positions[place]
    return tuple(positions)


def without_rejection(seeds: RoundSeeds, size: int) -> tuple[int, ...]:
    """The other classic mistake: byte modulo bound, which favours small numbers."""
    stream = shuffle._stream(seeds, DECK)
    positions = list(range(size))
    for bound in range(size, 1, -1):
        other = next(stream) % bound
        positions[bound - 1], positions[other] = positions[other], positions[bound - 1]
    return tuple(positions)


def deviation(counts: Iterable[int], cells: int, freedom: int, shrink: float = 1) -> float:
    """χ² against equal counts, in standard deviations from what chance gives.

    `shrink` is for a deal that fills each row exactly once: its cells vary less than free ones.
    """
    seen = list(counts)
    expected = sum(seen) / cells
    squares = sum((count - expected) ** 2 for count in seen) + (cells - len(seen)) * expected**2
    return (shrink * squares / expected - freedom) / sqrt(2 * freedom)


def cards_by_position(shuffled: Shuffle, size: int) -> float:
    seen: Counter[tuple[int, int]] = Counter()
    for number in range(DEALS):
        seen.update(enumerate(shuffled(seeds_of(number, "a", "b"), size)))
    return deviation(seen.values(), size * size, (size - 1) ** 2, shrink=(size - 1) / size)


def test_every_card_comes_to_every_position_equally_often() -> None:
    assert abs(cards_by_position(deck_order, 52)) < LIMIT


@pytest.mark.parametrize("wrong", [swap_with_any, without_rejection])
def test_a_biased_shuffle_is_found_out(wrong: Shuffle) -> None:
    assert cards_by_position(wrong, 52) > 2 * LIMIT


def test_all_24_orders_of_four_cards_are_equally_likely() -> None:
    orders = Counter(deck_order(seeds_of(number), 4) for number in range(24_000))
    assert set(orders) == set(permutations(range(4)))
    assert abs(deviation(orders.values(), 24, 23)) < LIMIT


def test_a_biased_order_of_four_cards_is_found_out() -> None:
    orders = Counter(swap_with_any(seeds_of(number), 4) for number in range(24_000))
    assert deviation(orders.values(), 24, 23) > 5 * LIMIT


def test_no_pair_of_cards_is_dealt_one_after_the_other_more_often() -> None:
    pairs: Counter[tuple[int, int]] = Counter()
    for number in range(FEWER_DEALS):
        order = deck_order(seeds_of(number, "a", "b"), 52)
        pairs.update(pairwise(order))
    assert abs(deviation(pairs.values(), 52 * 51, 51 * 51)) < LIMIT


def test_a_card_tells_nothing_about_its_place_in_the_next_round() -> None:
    """Serial independence: round n and n + 1 of one table with the same players' seeds."""
    shifts: Counter[int] = Counter()
    for number in range(FEWER_DEALS):
        before = deck_order(seeds_of(number, "a", "b", round_number=1), 52)
        after = deck_order(seeds_of(number, "a", "b", round_number=2), 52)
        shifts.update((b - a) % 52 for a, b in zip(before, after, strict=True))
    assert abs(deviation(shifts.values(), 52, 51, shrink=51 / 52)) < LIMIT


def test_the_first_deal_falls_on_every_seat() -> None:
    for seats in (2, 3, 6):
        drawn = Counter(lot(seeds_of(n), seats, purpose=FIRST_DEALER) for n in range(6_000))
        assert abs(deviation(drawn.values(), seats, seats - 1)) < LIMIT


def blocks(seeds: RoundSeeds, purpose: str, how_many: int) -> Iterator[bytes]:
    stream = shuffle._stream(seeds, purpose)
    return (bytes(islice(stream, 64)) for _ in range(how_many))


def test_streams_and_decks_never_repeat() -> None:
    every_block = Counter(
        block
        for number in range(300)
        for round_number in (1, 2)
        for purpose in ("deck", "seats", "reshuffle:1")
        for block in blocks(seeds_of(number, "a", round_number=round_number), purpose, 8)
    )
    assert set(every_block.values()) == {1}
    assert len(every_block) == 300 * 2 * 3 * 8
    decks = {deck_order(seeds_of(number), 52) for number in range(FEWER_DEALS)}
    assert len(decks) == FEWER_DEALS
