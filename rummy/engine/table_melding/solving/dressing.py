"""Sketched melds made of real cards, so that as much of the table as possible stays as it lies."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from rummy.engine.cards import face_of, held_of, is_joker, laid_as
from rummy.engine.table_melding.forms import Kind, Meld, suited

from .sketches import Cell, Sketch


def dressed(sketches: Iterable[Sketch], table: Sequence[Meld], hand: Iterable[int]) -> list[Meld]:
    """The melds in cards: those that lie already come first, then table cards before hand cards."""
    waiting = list(sketches)
    kept = []
    for meld in table:
        same = next((one for one in waiting if _matches(one, meld)), None)
        if same is not None:
            waiting.remove(same)
            kept.append(meld)
    moved = [card for meld in table if meld not in kept for card in meld]
    supply = _Supply([held_of(card) for card in moved], hand)
    return kept + [supply.dress(sketch) for sketch in waiting]


def _matches(sketch: Sketch, meld: Meld) -> bool:
    if len(sketch.cells) != len(meld) or sketch.kind is not _kind(meld):
        return False
    if sketch.kind is Kind.RUN:
        lying = [Cell(suited(card), is_joker(held_of(card))) for card in meld]
        return lying == list(sketch.cells)
    return _naturals(sketch) == {face_of(card) % 52 for card in meld if not is_joker(held_of(card))}


def _naturals(sketch: Sketch) -> set[int]:
    return {cell.face for cell in sketch.cells if not cell.wild}


def _kind(meld: Meld) -> Kind:
    return Kind.SET if suited(meld[0]) % 13 == suited(meld[1]) % 13 else Kind.RUN


class _Supply:
    """Cards to hand out by face, in the order given."""

    def __init__(self, table: Iterable[int], hand: Iterable[int]) -> None:
        self.by_face: dict[int, list[int]] = defaultdict(list)
        self.jokers: list[int] = []
        for card in (*table, *hand):
            if is_joker(card):
                self.jokers.append(card)
            else:
                self.by_face[card % 52].append(card)

    def dress(self, sketch: Sketch) -> Meld:
        return tuple(self._cards(sketch))

    def _cards(self, sketch: Sketch) -> Iterator[int]:
        for cell in sketch.cells:
            if cell.wild:
                yield laid_as(self.jokers.pop(0), cell.face)
            else:
                yield self.by_face[cell.face].pop(0)
