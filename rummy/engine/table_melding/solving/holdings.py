"""What is to be laid, counted: natural cards by suit and rank that must, or may, lie in melds."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from rummy.engine.cards import is_joker, rank_of, suit_of

RANKS: Final = 13
SUITS: Final = 4
Counts = tuple[tuple[int, ...], ...]  # by suit, then rank


class Holding(NamedTuple):
    """Cards on the table (`must`) and in the hand (`may`), with their jokers."""

    must: Counts
    may: Counts
    table_jokers: int
    hand_jokers: int

    @property
    def jokers(self) -> int:
        return self.table_jokers + self.hand_jokers

    def cards_at(self, suit: int, rank: int) -> int:
        """How many natural cards of this suit and rank there are in all."""
        return self.must[suit][rank] + self.may[suit][rank]


class Weights(NamedTuple):
    """What laying a hand card is worth: by rank, and of a joker. Whole numbers above zero."""

    ranks: tuple[int, ...]
    joker: int


EACH_ONE: Final = Weights((1,) * RANKS, 1)


def holding_of(table: Iterable[int], hand: Iterable[int]) -> Holding:
    """The cards on the table and in the hand, counted; all as they are held, not as they lie."""
    on_table, in_hand = list(table), list(hand)
    return Holding(
        _counted(on_table),
        _counted(in_hand),
        sum(map(is_joker, on_table)),
        sum(map(is_joker, in_hand)),
    )


def _counted(cards: Iterable[int]) -> Counts:
    counts = [[0] * RANKS for _ in range(SUITS)]
    for card in cards:
        if not is_joker(card):
            counts[suit_of(card)][rank_of(card)] += 1
    return tuple(map(tuple, counts))
