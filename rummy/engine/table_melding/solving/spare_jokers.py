"""Jokers that no meld needs: where they find room (GER-5)."""

from typing import Final

from rummy.engine.table_melding.forms import HIGH_ACE, Kind, MeldRules, place_face, set_face

from .sketches import Cell, Sketch

_LIMITS: Final = MeldRules()


def with_spare_jokers(melds: list[Sketch], jokers: int) -> list[Sketch] | None:
    """The melds with so many more jokers; None when they find no room."""
    found = list(melds)
    for _ in range(jokers):
        if not (_lengthen(found) or (_split(found) and _lengthen(found))):
            return None
    return found


def _lengthen(melds: list[Sketch]) -> bool:
    """Put a joker where there is room, into a meld with few jokers first."""
    for at in sorted(range(len(melds)), key=lambda at: melds[at].jokers):
        longer = _longer(melds[at])
        if longer is not None:
            melds[at] = longer
            return True
    return False


def _longer(meld: Sketch) -> Sketch | None:
    kind, first, cells = meld
    if meld.jokers == _LIMITS.jokers_in_longer:
        return None
    if kind is Kind.SET:
        shown = {cell.face // 13 for cell in cells}
        if len(shown) == 4:
            return None
        missing = next(suit for suit in range(4) if suit not in shown)
        added = Cell(set_face(first, missing), wild=True)
        return meld._replace(cells=tuple(sorted((*cells, added))))
    suit, end = cells[0].face // 13, first + len(cells)
    if end <= HIGH_ACE:
        return meld._replace(cells=(*cells, Cell(place_face(end, suit), wild=True)))
    if first > 0:
        added = Cell(place_face(first - 1, suit), wild=True)
        return Sketch(kind, first - 1, (added, *cells))
    return None


def _split(melds: list[Sketch]) -> bool:
    """Make two runs of a long one, each of them a meld with room."""
    for at, (kind, first, cells) in enumerate(melds):
        for cut in range(3, len(cells) - 2):
            parts = [Sketch(kind, first, cells[:cut]), Sketch(kind, first + cut, cells[cut:])]
            if kind is Kind.RUN and all(map(_allowed, parts)) and any(map(_longer, parts)):
                melds[at : at + 1] = parts
                return True
    return False


def _allowed(meld: Sketch) -> bool:
    return meld.jokers <= _LIMITS.jokers_allowed(len(meld.cells))
