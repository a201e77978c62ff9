"""Every meld a hand could hold, as it would lie: its faces, and which of them are natural cards.

Unlike the patterns of the least deadwood all lengths count here, and what each joker lies for.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rummy.engine.melding.faces import RANKS, Faces, Kind, all_faces, subsets
from rummy.engine.rules import MeldLaws

_SUIT: Final = (1 << RANKS) - 1
_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39  # the four aces; shifted, any rank


class Option(NamedTuple):
    """A meld a hand could hold: its faces, which of them are natural cards, and the jokers."""

    faces: tuple[int, ...]
    cards: int
    jokers: int


class OptionBook:
    """The options under some laws, those of each suit and of each rank worked out once."""

    def __init__(self, laws: MeldLaws) -> None:
        every = all_faces(laws)
        self._run_faces = _by(every, Kind.RUN, lambda card: card // RANKS)
        self._set_faces = _by(every, Kind.SET, lambda card: card % RANKS)
        self._rainbow_faces = [faces for faces in every if faces.kind is Kind.RAINBOW]
        self._runs = lru_cache(1 << 14)(self._in_suit)
        self._sets = lru_cache(1 << 12)(self._in_rank)

    def options(self, natural: int, jokers: int) -> list[Option]:
        """Every meld that these cards and so many jokers can make."""
        found: list[Option] = []
        for suit in (_SUIT, _SUIT << 13, _SUIT << 26, _SUIT << 39):
            if natural & suit:
                found += self._runs(natural & suit, jokers)
        ranks = (natural | natural >> 13 | natural >> 26 | natural >> 39) & _SUIT
        while ranks:
            low = ranks & -ranks
            ranks ^= low
            found += self._sets(natural & low * _RANK, jokers)
        found += _options_of(self._rainbow_faces, natural, jokers)
        return found

    def _in_suit(self, held: int, jokers: int) -> tuple[Option, ...]:
        suit = (held.bit_length() - 1) // RANKS
        return tuple(_options_of(self._run_faces[suit], held, jokers))

    def _in_rank(self, held: int, jokers: int) -> tuple[Option, ...]:
        """In a set it makes no difference which missing suit a joker lies for."""
        rank = (held.bit_length() - 1) % RANKS
        found: dict[tuple[int, int], Option] = {}
        for option in _options_of(self._set_faces[rank], held, jokers):
            found.setdefault((option.cards, option.jokers), option)
        return tuple(found.values())


def _by(every: Iterable[Faces], kind: Kind, place: Callable[[int], int]) -> dict[int, list[Faces]]:
    """The faces of a kind by their suit or their rank."""
    found: dict[int, list[Faces]] = {}
    for faces in every:
        if faces.kind is kind:
            found.setdefault(place(faces.cards[0]), []).append(faces)
    return found


def _options_of(every: Iterable[Faces], natural: int, jokers: int) -> Iterator[Option]:
    for faces in every:
        held, size = faces.mask & natural, len(faces.cards)
        if held and held.bit_count() + jokers >= size:
            for cards in subsets(held, max(1, size - jokers)):
                yield Option(faces.cards, cards, size - cards.bit_count())
