"""What a round without points is told apart by: the hands it ended with (PLAY-21).

In games of knocking nobody lays anything down before the end, so an equal score, such as nought
each when the stock runs out, would leave nothing to compare. Each hand counts as laid out at its
best: what lies in melds, what is left over, how many cards that is.
"""

from rummy.engine.cards import cards_of, is_joker, rank_of
from rummy.engine.families.knock.state import KnockState

from .pcr import SeatScore

# PLAY-21's values, ace to king; everywhere else an ace counts one in these games.
_VALUES = (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
_JOKER = 15


def compared_by_hands(state: KnockState, points: tuple[int, ...]) -> tuple[SeatScore, ...]:
    """These points by seat, with what the hands at the end of the round are worth in a tie."""
    return tuple(
        SeatScore(score, *_laid_out(state, hand))
        for score, hand in zip(points, state.hands, strict=True)
    )


def _laid_out(state: KnockState, hand: int) -> tuple[int, int, int]:
    """Points in melds, points left over, cards left over."""
    whole = _worth(hand)
    ways = [
        (whole - (left := _worth(way.deadwood)), left, way.deadwood.bit_count())
        for way in state.laws.knocking.arrangements(hand)
    ]
    return max(ways, key=lambda way: (way[0], -way[2]))


def _worth(hand: int) -> int:
    return sum(_JOKER if is_joker(card) else _VALUES[rank_of(card)] for card in cards_of(hand))
