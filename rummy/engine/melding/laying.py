"""What fits onto a meld: at the ends of a run, into a set, onto a joker (GIN-6, GIN-S5).

A card laid onto the joker that stands for it makes the meld no longer; a joker of one's own may be
laid off in place of a card that would fit. A rainbow run is exactly four cards (GIN-S7): nothing
lengthens it, only its jokers can be covered.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from rummy.engine.cards import (
    BIT,
    FIRST_JOKER,
    cards_of,
    face_of,
    held_of,
    is_joker,
    laid_as,
    mask_of,
)
from rummy.engine.melding.base import Meld
from rummy.engine.melding.faces import RANKS, SUITS, Kind, beyond, kind_of, subsets
from rummy.engine.rules import MeldLaws

NATURAL: Final = (1 << FIRST_JOKER) - 1


def layoffs(laws: MeldLaws, meld: Meld, cards: int) -> list[int]:
    """Each choice, as a mask, of these cards that fit onto the meld together; the empty one too."""
    jokers = cards_of(cards & ~NATURAL)
    found: dict[int, None] = {}
    for natural, places in _choices(laws, meld, cards & NATURAL, len(jokers)):
        found.setdefault(natural | mask_of(jokers[: len(places)]))
    return list(found)


def lyings(laws: MeldLaws, meld: Meld, cards: Sequence[int]) -> Iterator[Meld]:
    """Every way the cards can lie on the meld when laid off together; none when they do not fit.

    Two jokers never lie for the same card.
    """
    natural = mask_of(card for card in cards if not is_joker(held_of(card)))
    jokers = [card for card in cards if is_joker(held_of(card))]
    if natural.bit_count() + len({held_of(card) for card in jokers}) != len(cards):
        return
    free = [card for card in jokers if is_joker(face_of(card))]
    named = {face_of(card) for card in jokers} - set(free)
    if len(named) + len(free) != len(jokers):
        return
    for chosen, places in _choices(laws, meld, natural, len(jokers)):
        if chosen == natural and len(places) == len(jokers) and named <= set(places):
            rest = iter(place for place in places if place not in named)
            laid = {joker: laid_as(joker, next(rest)) for joker in free}
            yield tuple(laid.get(card, card) for card in cards)


def after_laying_off(meld: Meld, cards: Sequence[int]) -> list[int]:
    """The cards of the meld and those that lengthen it, without those that cover a joker.

    In a set the jokers may lie for any missing suit, so as many of them stay as find a place.
    """
    both = [*meld, *cards]
    if kind_of(tuple(map(face_of, meld))) is Kind.SET:
        natural = [card for card in both if not is_joker(held_of(card))]
        jokers = [held_of(card) for card in both if is_joker(held_of(card))]
        return natural + jokers[: SUITS - len(natural)]
    covers = _covers(meld)
    return [card for card in both if is_joker(held_of(card)) or not covers & BIT[card]]


def reach(laws: MeldLaws, meld: Meld, cards: int) -> int:
    """Those of the cards that could come to lie on the meld in one choice or another."""
    covers, kind = _covers(meld), kind_of(tuple(map(face_of, meld)))
    jokers = cards & ~NATURAL
    found = covers & cards
    if kind is Kind.SET:
        room = jokers if len(meld) < SUITS else 0
        return found | _missing(meld) & cards | room
    if kind is Kind.RAINBOW:
        return found
    for direction in (-1, 1):
        spare = jokers.bit_count()
        for card in beyond(laws, meld, direction):
            spare -= not cards & BIT[card]
            if spare < 0:
                break
            found |= BIT[card] & cards
    return found | jokers if beyond(laws, meld, 1) or beyond(laws, meld, -1) else found


def ways(laws: MeldLaws, meld: Meld, natural: int) -> int:
    """In how many ways these natural cards can be laid off on the meld, none at all included."""
    kind = kind_of(tuple(map(face_of, meld)))
    if kind is Kind.SET:
        return 1 << (_missing(meld) & natural).bit_count()
    covers = 1 << (_covers(meld) & natural).bit_count()
    if kind is Kind.RAINBOW:
        return covers
    down, up = (_stretch(beyond(laws, meld, way), natural) for way in (-1, 1))
    room = RANKS - len(meld)
    if laws.cyclic_runs and down + up > room:  # the circle closes, from wherever one comes
        return covers * (room * (room + 1) // 2 + 1)
    return covers * (down + 1) * (up + 1)


def _stretch(away: Sequence[int], natural: int) -> int:
    """How many of the cards going away from a run's end are there without a gap."""
    return next((at for at, card in enumerate(away) if not natural & BIT[card]), len(away))


def _choices(
    laws: MeldLaws, meld: Meld, natural: int, jokers: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """(natural cards laid off, the cards that jokers are laid off for) of each choice."""
    if kind_of(tuple(map(face_of, meld))) is Kind.SET:
        yield from _onto_set(meld, natural, jokers)
        return
    covers = list(subsets(_covers(meld) & natural, 0))
    for longer, places in _lengthened(laws, meld, natural, jokers):
        for cover in covers:
            yield longer | cover, places


def _onto_set(meld: Meld, natural: int, jokers: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """A joker in a set stands for any missing suit, so all missing suits fit (GIN-S5).

    Where a suit is left that no joker shows, another joker shows that one.
    """
    missing, covers = _missing(meld), _covers(meld)
    room = SUITS - len(meld)
    for cards in subsets(missing & natural, 0):
        shown, unshown = cards_of(covers & ~cards), cards_of(missing & ~covers & ~cards)
        for laid in range(min(jokers, room) + 1):
            if laid + max(0, cards.bit_count() - covers.bit_count()) <= room:
                again = max(0, laid - len(unshown))
                for places in combinations(unshown, laid - again):
                    for more in combinations(shown, again):
                        yield cards, (*places, *more)


def _lengthened(
    laws: MeldLaws, meld: Meld, natural: int, jokers: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Both ends of a run made longer, by natural cards and so many jokers at most."""
    yield 0, ()
    if kind_of(tuple(map(face_of, meld))) is Kind.RAINBOW:
        return
    below, above = beyond(laws, meld, -1), beyond(laws, meld, 1)
    for down in range(len(below) + 1):
        for up in range(len(above) + 1):
            if not 0 < down + up <= RANKS - len(meld):
                continue
            added = (*reversed(below[:down]), *above[:up])
            absent = [card for card in added if not natural & BIT[card]]
            if len(absent) > jokers:
                break
            present = [card for card in added if natural & BIT[card]]
            for more in range(jokers - len(absent) + 1):
                for replaced in combinations(present, more):
                    places = tuple(card for card in added if card in absent or card in replaced)
                    yield mask_of(added) & ~mask_of(places), places


def _covers(meld: Meld) -> int:
    """The cards that the jokers of the meld stand for."""
    return mask_of(face_of(card) for card in meld if is_joker(held_of(card)))


def _missing(meld: Meld) -> int:
    """The cards of a set's rank that no natural card of it shows."""
    rank = face_of(meld[0]) % RANKS
    same = mask_of(suit * RANKS + rank for suit in range(SUITS))
    return same & ~mask_of(card for card in meld if not is_joker(held_of(card)))
