"""Who sits where and deals first, where cards are drawn for it (GER-2)."""

from collections import Counter
from collections.abc import Sequence

from rummy.engine.cards import is_joker, rank_of
from rummy.match.events import SeatsDrawn

_ACE_HIGH, _JOKER = 13, 14


def draw_seats(order: Sequence[int], seats: int) -> SeatsDrawn:
    """The seats as this order of the deck gives them: each draws a card, seat 0 first.

    The highest card deals; the others follow to its left, so that the lowest sits on its right.
    Equal ranks draw again until none are equal; ace is high here, jokers are highest.
    """
    cards = iter(order)
    draws: list[list[int]] = [[] for _ in range(seats)]
    drawing = list(range(seats))
    while drawing:
        for seat in drawing:
            draws[seat].append(next(cards))
        heights = Counter(_height(drawn) for drawn in draws)
        drawing = [seat for seat in range(seats) if heights[_height(draws[seat])] > 1]
    ranking = sorted(range(seats), key=lambda seat: _height(draws[seat]), reverse=True)
    return SeatsDrawn(tuple(tuple(draws[seat]) for seat in ranking), tuple(ranking))


def _height(drawn: Sequence[int]) -> tuple[int, ...]:
    return tuple(_JOKER if is_joker(card) else rank_of(card) or _ACE_HIGH for card in drawn)
