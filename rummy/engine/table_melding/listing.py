"""The melds a hand holds, as a finite list: what buttons offer and dice choose from.

Listed are all sets and the runs of three to five cards, once for each choice of places: of two
copies of a card the first pack's, of several jokers the lowest. In a run jokers fill gaps, in a
set they lie for the first suits missing. Longer runs are made of shorter ones, or by laying off.
The best of all melds is a question for `rummy.engine.table_melding.solving`.

A suit's runs and a rank's sets are worked out once and remembered: a turn changes few of them.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from rummy.engine.cards import PACK, laid_as, mask_of, rank_of, suit_of
from rummy.engine.table_melding.forms import PLACES, Figure, Kind, MeldRules, place_face, set_face

LONGEST_RUN: Final = 5
_OF_SUIT: Final = tuple((8191 << 13 * suit) * (1 + (1 << PACK)) for suit in range(4))
_OF_RANK: Final = tuple(sum(1 << rank + 13 * suit for suit in range(8)) for rank in range(13))


class Listed(NamedTuple):
    """A meld and the cards it takes, as a mask."""

    figure: Figure
    mask: int


class _Pattern(NamedTuple):
    """A meld by its places: the card of each, without its pack, and those that jokers take."""

    kind: Kind
    first: int
    faces: tuple[int, ...]
    wild: tuple[int, ...]


def listed_in(hand: int, jokers: tuple[int, ...], rules: MeldRules) -> list[Listed]:
    """The melds of the natural cards in this hand (a mask) and these jokers."""
    found: list[Listed] = []
    for suit in range(4):
        held = hand & _OF_SUIT[suit]
        if held:
            found += _runs_of(held, suit, jokers, rules)
    for rank in range(13):
        held = hand & _OF_RANK[rank]
        if held & held - 1:
            found += _sets_of(held, rank, jokers, rules)
    return found


def listed_with(
    card: int, hand: int, jokers: tuple[int, ...], rules: MeldRules
) -> Iterator[Listed]:
    """Those of them that hold this card, a joker or a natural one of the hand."""
    near: Iterable[Listed]
    if card >= 2 * PACK:
        near = listed_in(hand, jokers, rules)
    else:
        suit, rank = suit_of(card), rank_of(card)
        hand &= ~(1 << (card + PACK if card < PACK else card - PACK))  # no copy in its place
        near = (
            *_runs_of(hand & _OF_SUIT[suit], suit, jokers, rules),
            *_sets_of(hand & _OF_RANK[rank], rank, jokers, rules),
        )
    return (listed for listed in near if listed.mask >> card & 1)


@lru_cache(maxsize=32_768)
def _runs_of(held: int, suit: int, jokers: tuple[int, ...], rules: MeldRules) -> list[Listed]:
    """The runs among these cards of one suit."""
    faces = (held | held >> PACK) >> 13 * suit & 8191
    places = faces | (faces & 1) << 13  # the ace low and high
    return _laid(_windows(places, suit, len(jokers), rules), suit, held, jokers)


def _windows(places: int, suit: int, jokers: int, rules: MeldRules) -> Iterator[_Pattern]:
    for size in range(3, LONGEST_RUN + 1):
        most = min(jokers, rules.jokers_allowed(size))
        window = (1 << size) - 1
        for first in range(PLACES - size + 1):
            naturals = (places >> first & window).bit_count()
            if size - naturals <= most and naturals > 1:
                lying = range(first, first + size)
                yield _Pattern(
                    Kind.RUN,
                    first,
                    tuple(place_face(place, suit) for place in lying),
                    tuple(place_face(place, suit) for place in lying if not places >> place & 1),
                )


@lru_cache(maxsize=32_768)
def _sets_of(held: int, rank: int, jokers: tuple[int, ...], rules: MeldRules) -> list[Listed]:
    """The sets among these cards of one rank."""
    suits = tuple(suit for suit in range(4) if (held | held >> PACK) >> set_face(rank, suit) & 1)
    return _laid(_choices(suits, rank, len(jokers), rules), -1, held, jokers)


def _choices(
    suits: tuple[int, ...], rank: int, jokers: int, rules: MeldRules
) -> Iterator[_Pattern]:
    for naturals in range(2, len(suits) + 1):
        for natural in combinations(suits, naturals):
            missing = [set_face(rank, suit) for suit in range(4) if suit not in natural]
            for size in range(max(3, naturals), 5):
                if size - naturals <= min(jokers, rules.jokers_allowed(size)):
                    wild = tuple(missing[: size - naturals])
                    faces = sorted((*(set_face(rank, suit) for suit in natural), *wild))
                    yield _Pattern(Kind.SET, rank, tuple(faces), wild)


def _laid(
    patterns: Iterable[_Pattern], suit: int, held: int, jokers: tuple[int, ...]
) -> list[Listed]:
    """The patterns filled: with the first pack's copies where there are two, and jokers in order.

    The cards go from low to high, so that an ace at a run's high end stays there.
    """
    found = []
    for kind, first, faces, wild in patterns:
        lying = dict(zip(wild, jokers, strict=False))
        cards = tuple(
            laid_as(lying[face], face)
            if face in lying
            else face
            if held >> face & 1
            else face + PACK
            for face in faces
        )
        found.append(Listed(Figure(kind, first, suit, cards, len(lying)), mask_of(cards)))
    return found
