"""Sets of one rank: how cards counted by suit divide into sets, and how many jokers that takes.

Normal form as for runs: a joker makes three of two cards; what more a set could take is its room.
"""

from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

SUITS: Final = 4
BySuit = tuple[int, int, int, int]


class SetWay(NamedTuple):
    """Sets, each the suits of its natural cards; the jokers they need, and room for more."""

    sets: tuple[tuple[int, ...], ...]
    jokers: int
    room: int

    @property
    def capacity(self) -> int:
        """How many jokers the sets can hold in all."""
        return self.jokers + self.room


@cache
def set_ways(cards: BySuit, *, all_ways: bool) -> tuple[SetWay, ...]:
    """The ways to lay all of these cards in sets: with the fewest jokers, or all that differ.

    Of ways with equally many jokers the one with most room comes first.
    """
    found: dict[tuple[int, int], SetWay] = {}
    for way in _divide(cards):
        found.setdefault((way.jokers, way.room), way)
    ordered = sorted(found.values(), key=lambda way: (way.jokers, -way.room))
    if not all_ways:
        return tuple(ordered[:1])
    return tuple(way for way in ordered if not any(_beats(other, way) for other in ordered))


@cache
def _divide(cards: BySuit) -> tuple[SetWay, ...]:
    held = [suit for suit in range(SUITS) if cards[suit]]
    if not held:
        return (SetWay((), 0, 0),)
    first, *others = held
    found = []
    for size in (1, 2, 3):
        for more in combinations(others, size):
            suits = (first, *more)
            s, h, d, c = (count - (suit in suits) for suit, count in enumerate(cards))
            jokers, room = int(size == 1), int(size < 3)
            for way in _divide((s, h, d, c)):
                sets = (suits, *way.sets)
                found.append(SetWay(sets, jokers + way.jokers, room + way.room))
    return tuple(found)


def _beats(one: SetWay, other: SetWay) -> bool:
    return one is not other and one.jokers <= other.jokers and one.capacity >= other.capacity
