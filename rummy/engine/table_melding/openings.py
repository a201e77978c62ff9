"""Where a meld on the table is open: for lay-offs, and for natural cards in its jokers' places."""

from functools import lru_cache
from typing import NamedTuple

from rummy.engine.cards import FIRST_JOKER, PACK, cards_of, held_of
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
from rummy.engine.table_melding.growing import exchange


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
