"""The whole table laid anew with as much of a hand as can be (Räuber-Rommé, GER-V6)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rummy.engine.budget import REARRANGING_STEPS, Budget, OutOfSteps
from rummy.engine.cards import cards_of, face_of, held_of, is_joker, laid_as, mask_of
from rummy.engine.table_melding.forms import (
    HIGH_ACE,
    Kind,
    Meld,
    MeldRules,
    place_face,
    set_face,
    suited,
)

from .holdings import EACH_ONE, Weights, holding_of
from .rearranging import best_plan
from .sketches import Cell, Sketch, sketches_of

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
    naturals = {cell.face for cell in sketch.cells if not cell.wild}
    return naturals == {face_of(card) % 52 for card in meld if not is_joker(held_of(card))}


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


class Rearranged(NamedTuple):
    """All melds as they may lie at the turn's end, and the mask of the hand cards among them."""

    melds: tuple[Meld, ...]
    laid: int


def rearrange(
    table: tuple[Meld, ...], hand: int, weights: Weights = EACH_ONE, steps: Budget | None = None
) -> Rearranged | None:
    """The table with hand cards of the greatest weight on it; exact.

    None for a table that cannot be laid at all, and where the steps do not suffice; with `steps` it
    takes of them. Melds that stay as they are come first.
    """
    steps = steps or Budget(REARRANGING_STEPS)
    found, spent = _within(table, hand, weights, max(0, min(steps.left, REARRANGING_STEPS)))
    steps.spend(spent)
    return found


@lru_cache(maxsize=64)
def _within(
    table: tuple[Meld, ...], hand: int, weights: Weights, most: int
) -> tuple[Rearranged | None, int]:
    """What so many steps find, and how many they were."""
    steps = Budget(most)
    try:
        return _rearranged(table, hand, weights, steps), most - steps.left
    except OutOfSteps:
        return None, most


def _rearranged(
    table: tuple[Meld, ...], hand: int, weights: Weights, steps: Budget
) -> Rearranged | None:
    cards = cards_of(hand)
    on_table = [held_of(card) for meld in table for card in meld]
    holding = holding_of(on_table, cards)
    for all_ways in (False, True):
        plan = best_plan(holding, weights, all_ways=all_ways, steps=steps)
        if plan is None:
            return None
        sketches = _filled(sketches_of(plan), holding.table_jokers, holding.jokers, all_ways)
        if sketches is not None:
            melds = dressed(sketches, table, cards)
            laid = mask_of(card for meld in melds for card in meld) & hand
            return Rearranged(tuple(melds), laid)
    return None


def _filled(
    sketches: list[Sketch], at_least: int, at_most: int, fewer: bool
) -> list[Sketch] | None:
    """The melds with all jokers; with as many as find room where `fewer` will do."""
    used = sum(sketch.jokers for sketch in sketches)
    for jokers in range(at_most, at_least - 1 if fewer else at_most - 1, -1):
        if jokers >= used:
            filled = with_spare_jokers(sketches, jokers - used)
            if filled is not None:
                return filled
    return None
