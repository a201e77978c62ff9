"""A turn's ways as moves with real cards, in an order in which they can be made."""

from typing import NamedTuple

from rummy.engine.budget import Budget
from rummy.engine.cards import BIT, FIRST_JOKER, PACK, cards_of, held_of, is_joker, laid_as
from rummy.engine.table_melding.forms import Figure, Kind, Meld, MeldRules, figure_of
from rummy.engine.table_melding.growing import exchange, lay_off

from .sketches import Cell
from .turns import Aim, Task, best_turn
from .ways import NEW, Way


class Exchanged(NamedTuple):
    """A card of the hand put in the place of a joker of this meld."""

    card: int
    meld: int
    joker: int


class NewMeld(NamedTuple):
    """A meld laid."""

    cards: Meld


class LaidOff(NamedTuple):
    """A card, or a joker with what it stands for, laid off on this meld."""

    card: int
    meld: int


Move = Exchanged | NewMeld | LaidOff


class Turn(NamedTuple):
    """What to do in a turn, first to last, the hand cards that stay, and the score."""

    moves: tuple[Move, ...]
    left: int
    score: int

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The new melds."""
        return tuple(move.cards for move in self.moves if isinstance(move, NewMeld))


def plan_turn(task: Task, aim: Aim, steps: Budget | None = None) -> Turn | None:
    """The best turn for this aim, as moves; None when the task cannot be done (see `best_turn`)."""
    found = best_turn(task, aim, steps)
    if found is None:
        return None
    supply = _Supply(task)
    new = joined([way.cells for way in found.ways if way.meld == NEW], task.rules)
    onto = [way for way in found.ways if way.meld != NEW]
    completing = [way for way in onto if way.exchanged and supply.completes(way)]
    onto = [way for way in onto if way not in completing]
    exchanged = [
        move for way in completing for move in (*supply.lay_off(way), *supply.exchange(way))
    ]
    exchanged += [move for way in onto for move in supply.exchange(way)]
    melds = [NewMeld(supply.lay(cells)) for cells in new]
    laid_off = [move for way in onto for move in supply.lay_off(way)]
    moves = (*exchanged, *melds, *laid_off)
    return Turn(moves, supply.left, found.score)


def joined(melds: list[tuple[Cell, ...]], rules: MeldRules) -> list[tuple[Cell, ...]]:
    """The melds with runs that follow one another made one, where its jokers are few enough."""
    found: list[tuple[Cell, ...]] = []
    most = rules.jokers_in_longer
    for meld in sorted(melds):
        for at, other in enumerate(found):
            if _follow(other, meld) and sum(c.wild for c in (*other, *meld)) <= most:
                found[at] = (*other, *meld)
                break
        else:
            found.append(meld)
    return found


def _follow(low: tuple[Cell, ...], high: tuple[Cell, ...]) -> bool:
    """Whether both are runs of a suit and one begins where the other ends; no run begins high."""
    first, then = low[0].face, high[0].face
    is_run = all(meld[0].face // 13 == meld[1].face // 13 for meld in (low, high))
    return is_run and first // 13 == then // 13 and first + len(low) == then


class _Supply:
    """The hand, handed out: the card that must be laid before its copy, freed jokers to melds."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.left = task.hand | task.freed
        self.figures: dict[int, Figure] = dict(enumerate(task.table))
        self.freed = list(cards_of(task.freed))

    def card(self, face: int) -> int:
        """The copy of this face to give away."""
        first = [card for card in (self.task.must, self.task.taken) if card is not None]
        for card in (*first, face, face + PACK):
            if card % PACK == face and card < FIRST_JOKER and self.left & BIT[card]:
                self.left ^= BIT[card]
                return card
        raise AssertionError("a turn lays cards that are at hand")

    def joker(self, *, for_new_meld: bool) -> int:
        """A joker: freed ones lie in new melds first, and elsewhere only where they may."""
        freed = [card for card in self.freed if self.left & BIT[card]]
        held = [card for card in cards_of(self.left) if is_joker(card) and card not in freed]
        joker = (freed + held if for_new_meld else held + freed)[0]
        self.left ^= BIT[joker]
        return joker

    def completes(self, way: Way) -> bool:
        """Whether a set has to be complete before it gives its joker (GER-V3)."""
        return self.task.exchanges.strict and self.figures[way.meld].kind is Kind.SET

    def exchange(self, way: Way) -> list[Move]:
        """The exchanges of this way; their jokers are at hand afterwards."""
        moves: list[Move] = []
        for face in way.exchanged:
            figure, card = self.figures[way.meld], self.card(face)
            joker, grown = self._given_for(figure, card)
            self.figures[way.meld] = grown
            self.left |= BIT[joker]
            self.freed.append(joker)
            moves.append(Exchanged(card, way.meld, joker))
        return moves

    def _given_for(self, figure: Figure, card: int) -> tuple[int, Figure]:
        strict = self.task.exchanges.strict
        for laid in figure.cards:
            if is_joker(held_of(laid)):
                done = exchange(figure, card, held_of(laid), strict=strict)
                grown = figure_of(done.cards) if done is not None else None
                if grown is not None:
                    return held_of(laid), grown
        raise AssertionError("a turn exchanges jokers that are given")

    def lay(self, cells: tuple[Cell, ...]) -> Meld:
        return tuple(self._laid(cell, for_new_meld=True) for cell in cells)

    def lay_off(self, way: Way) -> list[Move]:
        """The cards of this way, each onto the meld as it then lies."""
        moves: list[Move] = []
        for cell in way.cells:
            laid = self._laid(cell, for_new_meld=False)
            grown = lay_off(self.figures[way.meld], laid)
            if grown is None:
                raise AssertionError("a turn lays off what fits")
            self.figures[way.meld] = grown
            moves.append(LaidOff(laid, way.meld))
        return moves

    def _laid(self, cell: Cell, *, for_new_meld: bool) -> int:
        if cell.wild:
            return laid_as(self.joker(for_new_meld=for_new_meld), cell.face)
        return self.card(cell.face)
