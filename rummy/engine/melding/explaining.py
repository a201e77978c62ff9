"""Why cards are no meld, or do not fit onto one: a word for each, which sentences are made of.

Asked only when it is known that they are none; the same for one pack and two, with jokers laid or
not, for every law of melds.
"""

from collections.abc import Sequence
from typing import Final

from rummy.engine.cards import PACK, face_of, held_of, is_joker, rank_of, suit_of
from rummy.engine.melding.base import Meld
from rummy.engine.melding.faces import RANKS, Kind, kind_of

NO_MELD = (
    "too_short",
    "card_twice",
    "only_jokers",
    "suit_twice",
    "set_too_long",
    "rank_twice",
    "round_the_corner",
    "gap",
    "mixed_suits",
    "unlike",
)
NOT_ONTO = ("other_rank", "suit_there", "set_full", "other_suit", "not_next", "rainbow_whole")
_SMALLEST: Final = 3


def why_no_meld(cards: Sequence[int]) -> str:
    """One of `NO_MELD`: what keeps these from being a set or a run (GIN-3, GER-4, R500-5)."""
    if len({held_of(card) for card in cards}) < len(cards):
        return "card_twice"
    if len(cards) < _SMALLEST:
        return "too_short"
    faces = _faces(cards)
    if not faces:
        return "only_jokers"
    ranks, suits = {rank_of(face) for face in faces}, {suit_of(face) for face in faces}
    if len(ranks) == 1 and len(faces) > 1:
        return "suit_twice" if len(suits) < len(faces) else "set_too_long"
    if len(suits) == 1:
        return _why_no_run(faces, ranks, len(cards))
    in_a_row = len(ranks) == len(faces) and _follow_each_other(ranks)
    return "mixed_suits" if in_a_row else "unlike"


def why_not_onto(meld: Meld, cards: Sequence[int]) -> str:
    """One of `NOT_ONTO`: why these cards cannot all be laid off there (GIN-6, GER-4, R500-5)."""
    lying = tuple(face_of(card) % PACK for card in meld)
    kind, faces = kind_of(lying), _faces(cards)
    if kind is Kind.RAINBOW:
        return "rainbow_whole"
    if kind is Kind.RUN:
        alike = all(suit_of(face) == suit_of(lying[0]) for face in faces)
        return "not_next" if alike else "other_suit"
    if any(rank_of(face) != rank_of(lying[0]) for face in faces):
        return "other_rank"
    natural = {suit_of(card) for card in meld if not is_joker(held_of(card))}
    if any(suit_of(face) in natural for face in faces):
        return "suit_there"
    return "set_full"


def _faces(cards: Sequence[int]) -> list[int]:
    """What the cards show, without their pack; jokers that lie for no card are left out."""
    shown = [face_of(card) for card in cards]
    return [face % PACK for face in shown if not is_joker(face)]


def _why_no_run(faces: Sequence[int], ranks: set[int], size: int) -> str:
    if len(ranks) < len(faces):
        return "rank_twice"
    lowest, highest = min(ranks), max(ranks)
    corner = highest - lowest >= size and _follow_each_other(ranks)
    return "round_the_corner" if corner else "gap"


def _follow_each_other(ranks: set[int]) -> bool:
    """Whether the ranks are neighbours, the ace's both the king and the two."""
    steps = range(len(ranks))
    return any(ranks == {(first + step) % RANKS for step in steps} for first in ranks)
