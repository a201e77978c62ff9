"""Telling what meld some named cards make, and which card each joker in it stands for."""

from collections.abc import Sequence
from functools import cache

from rummy.engine.cards import face_of, held_of, is_joker, laid_as, mask_of
from rummy.engine.melding.base import Meld
from rummy.engine.melding.faces import Faces, Kind, all_faces
from rummy.engine.rules import MeldLaws


def meld(laws: MeldLaws, cards: Sequence[int]) -> Meld | None:
    """The cards as a meld in its order on the table; None when they are none.

    A joker without a card gets the one its place tells when the cards are named in the order of a
    run; otherwise they are a set, a run named in another order, or a rainbow run.
    """
    held = [held_of(card) for card in cards]
    if len(set(held)) != len(held) or all(is_joker(card) for card in held):
        return None
    shown = [face_of(card) for card in cards]
    named = [face for face in shown if not is_joker(face)]
    if len(set(named)) != len(named):
        return None
    mask = mask_of(named)
    fitting = [faces for faces in _of_size(laws, len(held)) if faces.mask & mask == mask]
    if not fitting:
        return None
    return _laid(cards, min(fitting, key=lambda faces: _unlikeliness(faces, shown)))


@cache
def _of_size(laws: MeldLaws, size: int) -> tuple[Faces, ...]:
    return tuple(faces for faces in all_faces(laws) if len(faces.cards) == size)


def _unlikeliness(faces: Faces, shown: list[int]) -> tuple[bool, bool, bool]:
    """A run in the order named comes first, then sets, then runs, then rainbow runs in order."""
    in_order = all(
        is_joker(face) or face == place for face, place in zip(shown, faces.cards, strict=True)
    )
    is_run = faces.kind is Kind.RUN
    return not (in_order and is_run), faces.kind is not Kind.SET, not (is_run or in_order)


def _laid(cards: Sequence[int], faces: Faces) -> Meld:
    """The cards in the order of the faces, each joker lying for what no other card shows."""
    by_face = {face_of(card): card for card in cards if not is_joker(face_of(card))}
    free = sorted(card for card in cards if is_joker(face_of(card)))
    return tuple(
        by_face[face] if face in by_face else laid_as(free.pop(0), face) for face in faces.cards
    )
