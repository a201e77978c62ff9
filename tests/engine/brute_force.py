"""Meld questions answered the slow and obvious way, from card texts; nothing of the engine's."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

RANKS = "A23456789TJQK"
Cards = frozenset[str]


def value(card: str) -> int:
    return min(RANKS.index(card[0]) + 1, 10)


def points(cards: Cards) -> int:
    return sum(value(card) for card in cards)


def is_meld(cards: Cards) -> bool:
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    suits = {card[1] for card in cards}
    if len(cards) < 3:
        return False
    if len(set(ranks)) == 1:
        return len(suits) == len(cards)
    return len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


@cache
def melds_in(hand: Cards) -> tuple[Cards, ...]:
    by_rank = [[c for c in hand if c[0] == rank] for rank in RANKS]
    found = [
        frozenset(cards)
        for same in by_rank
        for size in (3, 4)
        for cards in combinations(same, size)
    ]
    for suit in "shdc":
        for low in range(13):
            for high in range(low + 2, 13):
                run = frozenset(rank + suit for rank in RANKS[low : high + 1])
                if run <= hand:
                    found.append(run)
    assert all(is_meld(meld) for meld in found)
    return tuple(found)


def arrangements(hand: Cards) -> Iterator[tuple[Cards, ...]]:
    """Every choice of disjoint melds in the hand."""
    yield from _choices(hand, melds_in(hand))


def _choices(hand: Cards, melds: tuple[Cards, ...]) -> Iterator[tuple[Cards, ...]]:
    yield ()
    for place, meld in enumerate(melds):
        if meld <= hand:
            for others in _choices(hand - meld, melds[place + 1 :]):
                yield (meld, *others)


@cache
def least_deadwood(hand: Cards) -> int:
    return min(points(hand.difference(*melds)) for melds in arrangements(hand))


def least_after_discard(hand: Cards) -> int:
    return min(least_deadwood(hand - {card}) for card in hand)


def lay_offs(melds: tuple[Cards, ...], cards: Cards) -> set[Cards]:
    """Every set of cards that can be laid off, one card after the other."""
    seen: set[tuple[tuple[Cards, ...], Cards]] = set()
    todo = [(melds, cards)]
    while todo:
        place = todo.pop()
        if place in seen:
            continue
        seen.add(place)
        now, left = place
        for card in left:
            for number, meld in enumerate(now):
                longer = meld | {card}
                if is_meld(longer):
                    todo.append(((*now[:number], longer, *now[number + 1 :]), left - {card}))
    return {cards - left for _, left in seen}


def least_after_laying_off(melds: tuple[Cards, ...], hand: Cards) -> int:
    return min(least_deadwood(hand - laid_off) for laid_off in lay_offs(melds, hand))


def least_exposure(hand: Cards, gone: Cards) -> int:
    """Fewest cards the opponent might lay off, over all arrangements with least deadwood."""
    deck = frozenset(rank + suit for rank in RANKS for suit in "shdc")
    unseen = deck - hand - gone
    least = least_deadwood(hand)
    return min(
        len(reachable(melds, unseen))
        for melds in arrangements(hand)
        if points(hand.difference(*melds)) == least
    )


def reachable(melds: tuple[Cards, ...], unseen: Cards) -> Cards:
    """Every card that could come to lie on one of these melds."""
    found: set[str] = set()
    for meld in melds:
        grown = meld
        while more := [card for card in unseen - grown if is_meld(grown | {card})]:
            grown |= {more[0]}
        found |= grown - meld
    return frozenset(found)
