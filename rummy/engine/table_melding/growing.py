"""How a meld on the table grows: cards laid off on it, its jokers exchanged (GER-5, GER-9, R500-6);
and where it is open for that.

All functions give None when the card does not fit; why, and whose turn it is, is for others.
"""

from functools import lru_cache
from typing import NamedTuple

from rummy.engine.cards import (
    FIRST_JOKER,
    PACK,
    cards_of,
    face_of,
    held_of,
    is_joker,
    laid_as,
    rank_of,
    suit_of,
)
from rummy.engine.table_melding.forms import (
    HIGH_ACE,
    Figure,
    Kind,
    Meld,
    MeldRules,
    figure_of,
    place_face,
    set_face,
    suited,
)


class Exchange(NamedTuple):
    """A meld in which a natural card has taken a joker's place, and that joker, free again."""

    cards: Meld
    joker: int


def lay_off(figure: Figure, laid: int) -> Figure | None:
    """The meld with this card added: at an end of a run, for a missing suit of a set.

    A joker names its card (`X1=8h`). Where an ace fits both ends it lies at the high one. A joker
    of a set makes room for the natural card of its suit and stands for another one that is missing.
    """
    if is_joker(face_of(laid)):
        return None
    if figure.kind is Kind.SET:
        return _onto_set(figure, laid)
    face = suited(laid)
    if suit_of(face) != figure.suit:
        return None
    rank = rank_of(face)
    if figure.last < HIGH_ACE and rank == (figure.last + 1) % 13:
        return figure_of((*figure.cards, laid))
    if figure.first > 0 and rank == figure.first - 1:
        return figure_of((laid, *figure.cards))
    return None


def _onto_set(figure: Figure, laid: int) -> Figure | None:
    face = suited(laid)
    if rank_of(face) != figure.first or len(figure.cards) == 4:
        return None
    if suit_of(face) not in figure.missing_suits:
        return None
    return figure_of(_with_room_for(figure, laid))


def _with_room_for(figure: Figure, laid: int) -> Meld:
    """The set's cards and this one; a joker lying for its suit moves to another missing one."""
    taken = {suit_of(suited(card)) for card in figure.cards} | {suit_of(suited(laid))}
    free = [suit for suit in range(4) if suit not in taken]
    cards = [laid]
    for card in figure.cards:
        if suited(card) == suited(laid):
            cards.append(laid_as(held_of(card), set_face(figure.first, free.pop(0))))
        else:
            cards.append(card)
    return tuple(cards)


def exchange(figure: Figure, card: int, joker: int, *, strict: bool = False) -> Exchange | None:
    """The meld with a natural card in the place of this joker.

    In a run the card must be the very one it stands for; in a set any missing suit will do (GER-9),
    `strict` only where the set is then complete with four natural cards (GER-V3).
    """
    lying = next((laid for laid in figure.cards if held_of(laid) == joker), None)
    if lying is None or joker < FIRST_JOKER or is_joker(held_of(card)):
        return None
    others = tuple(laid for laid in figure.cards if laid != lying)
    if figure.kind is Kind.RUN:
        fits = suited(card) == suited(lying)
        grown = figure_of(tuple(card if laid == lying else laid for laid in figure.cards))
        return Exchange(grown.cards, joker) if fits and grown else None
    if rank_of(card) != figure.first or suit_of(card) not in figure.missing_suits:
        return None
    if strict and (len(figure.cards) < 4 or figure.jokers > 1):
        return None
    return Exchange(_set_with(figure.first, card, others, suit_of(suited(lying))), joker)


def _set_with(rank: int, card: int, others: Meld, left_suit: int) -> Meld:
    """A set with this card; another joker lying for its suit moves to the suit left."""
    moved = tuple(
        laid_as(held_of(laid), set_face(rank, left_suit)) if suited(laid) == suited(card) else laid
        for laid in others
    )
    figure = figure_of((card, *moved))
    if figure is None:
        raise AssertionError("a set stays a set when a card takes a joker's place")
    return figure.cards


class Openings(NamedTuple):
    """`natural` cards that may be laid off, as a mask; `wild`, the cards for which a joker may;
    `exchanges`, each joker with the cards (a mask) that may take its place.
    """

    natural: int
    wild: tuple[int, ...]
    exchanges: tuple[tuple[int, int], ...]


@lru_cache(maxsize=65_536)
def openings_of(cards: Meld, rules: MeldRules, strict: bool = False) -> Openings:
    """What this meld may take; `strict` as GER-V3 has it."""
    figure = figure_of(cards)
    if figure is None:
        raise AssertionError("what lies on the table is a meld")
    fitting = _fitting(figure)
    one_more = figure.jokers < rules.jokers_allowed(len(figure.cards) + 1)
    return Openings(
        _both_copies(fitting),
        tuple(fitting) if one_more else (),
        tuple(
            (held_of(laid), _exchanging(figure, laid, strict))
            for laid in figure.cards
            if laid >= FIRST_JOKER
        ),
    )


def _fitting(figure: Figure) -> list[int]:
    """The cards, without their pack, that fit at an end of a run or for a set's missing suits."""
    if figure.kind is Kind.SET:
        full = len(figure.cards) == 4
        return [] if full else [set_face(figure.first, suit) for suit in figure.missing_suits]
    ends = [figure.first - 1] if figure.first > 0 else []
    if figure.last < HIGH_ACE:
        ends.append(figure.last + 1)
    return list(dict.fromkeys(place_face(place, figure.suit) for place in ends))


def _exchanging(figure: Figure, laid: int, strict: bool) -> int:
    if figure.kind is Kind.RUN:
        return _both_copies([suited(laid)])
    faces = [set_face(figure.first, suit) for suit in figure.missing_suits]
    joker = held_of(laid)
    return _both_copies([f for f in faces if exchange(figure, f, joker, strict=strict)])


def _both_copies(faces: list[int]) -> int:
    return sum(1 << face | 1 << face + PACK for face in faces)


def first_copies(mask: int) -> list[int]:
    """The cards of a mask, of two copies only the first pack's."""
    return [card for card in cards_of(mask) if card < PACK or not mask >> card - PACK & 1]
