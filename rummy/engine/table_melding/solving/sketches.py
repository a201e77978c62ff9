"""Melds drawn from a plan: which places they cover and where jokers lie, not yet which cards."""

from collections.abc import Sequence
from typing import NamedTuple

from rummy.engine.table_melding.forms import HIGH_ACE, Kind, place_face, set_face

from .rearranging import Choice, Plan
from .run_states import CARD, END, END_JOKERS, END_ROOM, JOKER, Grown, Runs, Step, steps
from .set_ways import set_ways
from .suit_graphs import Edge, Node


class Cell(NamedTuple):
    """A place in a meld: the card that lies there or that a joker stands for."""

    face: int
    wild: bool


class Sketch(NamedTuple):
    """A meld in its order on the table. `first` is a run's lowest place or a set's rank."""

    kind: Kind
    first: int
    cells: tuple[Cell, ...]

    @property
    def jokers(self) -> int:
        return sum(cell.wild for cell in self.cells)


class _Growing(NamedTuple):
    """A run on its way: its shape, its first place, and for each place whether a joker lies."""

    shape: int
    first: int
    wild: tuple[bool, ...]


def sketches_of(plan: Plan) -> list[Sketch]:
    """The plan's melds, with the jokers they need and no more."""
    found = []
    for place, choice in enumerate(plan.choices[:HIGH_ACE]):
        found += _sets(place, choice)
    for suit, graph in enumerate(plan.graphs):
        edges = [choice.edges[suit] for choice in plan.choices]
        found += [_run(suit, run) for run in _runs(edges, graph.nodes)]
    return found


def _sets(rank: int, choice: Choice) -> list[Sketch]:
    option = choice.sets
    for way in set_ways(option.cards, all_ways=True):
        if (way.jokers, way.room) == (option.jokers, option.room):
            return [_set(rank, suits) for suits in way.sets]
    raise AssertionError("a plan lays sets in a way there is")


def _set(rank: int, suits: tuple[int, ...]) -> Sketch:
    cells = [Cell(set_face(rank, suit), wild=False) for suit in suits]
    if len(suits) == 2:
        missing = next(suit for suit in range(4) if suit not in suits)
        cells.append(Cell(set_face(rank, missing), wild=True))
    return Sketch(Kind.SET, rank, tuple(sorted(cells)))


def _runs(edges: Sequence[Edge], nodes: Sequence[Sequence[Node]]) -> list[_Growing]:
    """The runs of one suit, grown along the plan's edges."""
    growing: list[_Growing] = []
    ended: list[_Growing] = []
    for place, edge in enumerate(edges):
        _, jokers, _, node, room, cards = edge
        step = _step(growing, place, cards, (nodes[place + 1][node][1], jokers, room))
        going_on = []
        for run, move in zip(growing, step.moves, strict=True):
            if move == END:
                ended.append(run)
            else:
                going_on.append(_longer(run, move))
        begun = cards - step.moves.count(CARD)
        going_on += [_Growing(Grown.ONE, place, (False,))] * begun
        growing = sorted(going_on)
    return [_whole(run) for run in (*ended, *growing)]


def _step(
    growing: Sequence[_Growing], place: int, cards: int, wanted: tuple[Runs, int, int]
) -> Step:
    """The step with so many cards that leads to these runs by these jokers, and leaves such room.

    The one to the high aces ends every run as well.
    """
    for step in steps(tuple(run.shape for run in growing), cards, all_ways=True):
        jokers, room, runs = step.jokers, step.room, step.after
        if place == HIGH_ACE:
            if any(run not in END_JOKERS for run in runs):
                continue
            jokers += sum(END_JOKERS[Grown(run)] for run in runs)
            room += sum(END_ROOM[Grown(run)] for run in runs)
            runs = ()
        if (runs, jokers, room) == wanted:
            return step
    raise AssertionError("a plan takes a step there is")


def _longer(run: _Growing, move: str) -> _Growing:
    wild = (*run.wild, move == JOKER)
    jokers, size = sum(wild), len(wild)
    if jokers:
        ends = Grown.GAP if jokers == 1 else Grown.LAST_GAP
        goes_on = Grown.WITH_ONE if jokers == 1 else Grown.WITH_TWO
        return _Growing(ends if move == JOKER else goes_on, run.first, wild)
    return _Growing(Grown.TWO if size == 2 else Grown.WHOLE, run.first, wild)


def _whole(run: _Growing) -> _Growing:
    """The run at its end: two neighbours take a joker above them, below them from the ace on."""
    if run.shape != Grown.TWO:
        return run
    if run.first + 2 <= HIGH_ACE:
        return run._replace(wild=(False, False, True))
    return run._replace(first=run.first - 1, wild=(True, False, False))


def _run(suit: int, run: _Growing) -> Sketch:
    cells = [Cell(place_face(run.first + at, suit), wild) for at, wild in enumerate(run.wild)]
    return Sketch(Kind.RUN, run.first, tuple(cells))
