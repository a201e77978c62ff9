"""The neutral referee of table melding: OR-Tools over all melds of the book, as it lists them."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import floor
from typing import Any, NamedTuple

from ortools.linear_solver import pywraplp  # type: ignore[import-untyped]

from rummy.engine.cards import FIRST_JOKER, card_text, cards_of, held_of, laid_as
from rummy.engine.table_melding import Figure, Meld, MeldRules, exchange, figure_of, lay_off
from rummy.engine.table_melding.solving import Aim, Exchanges, Task
from tests.engine.solving.book import RANKS, Way, all_melds

PATIENCE_SECONDS = 10
Worth = Callable[[str], int]  # of a face, or of "X" for a joker


def face(card: int) -> str:
    return "X" if card >= FIRST_JOKER else card_text(card % 52)


class Range(NamedTuple):
    """The answer lies here; both are the same unless the referee ran out of time."""

    low: int
    high: int


def most_laid(table: Sequence[Meld], hand: int, worth: Worth) -> Range | None:
    """The most a hand can lay when the table may be rearranged (GER-V6); None: not even that."""
    must = Counter(face(held_of(card)) for meld in table for card in meld)
    held = must + Counter(face(card) for card in cards_of(hand))
    program = Program()
    for name, most in held.items():
        program.limit(name, must[name], most)
    for way in all_melds():
        if _possible(way, held):
            counts = {name: _times(way, name) for name in (*way.faces, "X")}
            times = min(held[name] // n for name, n in counts.items() if n)
            program.choose(counts, times, sum(worth(name) * n for name, n in counts.items()))
    best = program.most()
    already = sum(worth(name) * n for name, n in must.items())
    return None if best is None else Range(best.low - already, best.high - already)


class Program:
    """A whole-number program: how often each way is chosen, within the limits of what it counts."""

    def __init__(self) -> None:
        self.solver: Any = pywraplp.Solver.CreateSolver("SCIP")
        self.limits: dict[str, Any] = {}

    def limit(self, name: str, least: float, most: float) -> None:
        """What is counted under this name lies between these numbers."""
        self.limits[name] = self.solver.Constraint(least, most)

    def choose(self, counts: Mapping[str, int], most: int, gain: int) -> None:
        """A way that may be chosen up to so many times, each for this gain."""
        variable = self.solver.IntVar(0, most, "")
        for name, count in counts.items():
            if count:
                self.limits[name].SetCoefficient(variable, count)
        self.solver.Objective().SetCoefficient(variable, gain)

    def most(self) -> Range | None:
        """The greatest gain; None when the limits cannot be kept."""
        objective = self.solver.Objective()
        objective.SetMaximization()
        self.solver.SetTimeLimit(PATIENCE_SECONDS * 1000)
        status = self.solver.Solve()
        if status == pywraplp.Solver.INFEASIBLE:
            return None
        assert status in (pywraplp.Solver.OPTIMAL, pywraplp.Solver.FEASIBLE), status
        return Range(round(objective.Value()), floor(objective.BestBound() + 1e-6))


def _possible(way: Way, held: Counter[str]) -> bool:
    return way.jokers <= held["X"] and all(held[name] for name in way.faces)


def _times(way: Way, name: str) -> int:
    return way.jokers if name == "X" else int(name in way.faces)


class Onto(NamedTuple):
    """What can be done to one meld of the table: faces and jokers that go there, jokers freed."""

    faces: tuple[str, ...]
    jokers: int
    freed: int
    points: int


def ways_onto(meld: Meld, hand: int, exchanges: Exchanges) -> set[Onto]:
    """Everything that lay-offs and exchanges can make of a meld, found by doing it.

    No meld takes more than two jokers, wherever they come from. A joker laid in this turn is not
    exchanged in it, though its place would score a second time (R500-7).
    """
    rules, start = MeldRules(), figure_of(meld)
    assert start is not None
    natural = [card for card in cards_of(hand) if card < FIRST_JOKER]
    lying = {held_of(card) for card in meld}
    lent = [joker for joker in range(FIRST_JOKER, FIRST_JOKER + 6) if joker not in lying][:2]
    found: dict[tuple[Meld, tuple[int, ...], int], Onto] = {}
    waiting: list[tuple[Figure, tuple[int, ...], Onto]] = [(start, (), Onto((), 0, 0, 0))]
    while waiting:
        figure, used, done = waiting.pop()
        key = figure.cards, tuple(sorted(used)), done.freed
        if key in found and found[key].points >= done.points:
            continue
        found[key] = done
        for card in lent[done.jokers : done.jokers + 1]:
            for place in range(52):
                grown = lay_off(figure, laid_as(card, place))
                if grown is not None:
                    points = done.points + rules.points(grown) - rules.points(figure)
                    more = done._replace(jokers=done.jokers + 1, points=points)
                    waiting.append((grown, used, more))
        for card in natural:
            if card not in used:
                given = lying if exchanges.allowed else set()
                steps = _with_card(figure, card, done, given, exchanges)
                waiting += [(after, (*used, card), more) for after, more in steps]
    return {
        way._replace(faces=tuple(sorted(way.faces)))
        for (cards, _, _), way in found.items()
        if (shape := figure_of(cards)) is not None and rules.allow(shape)
    }


def _with_card(
    figure: Figure, card: int, done: Onto, given: set[int], exchanges: Exchanges
) -> Iterator[tuple[Figure, Onto]]:
    """This card laid off, and put in the place of each joker that may be had."""
    rules = MeldRules()
    more = done._replace(faces=(*done.faces, face(card)))
    grown = lay_off(figure, card)
    if grown is not None:
        points = done.points + rules.points(grown) - rules.points(figure)
        yield grown, more._replace(points=points)
    for lying in figure.cards:
        if held_of(lying) not in given:
            continue
        changed = exchange(figure, card, held_of(lying), strict=exchanges.strict)
        if changed is not None:
            after = figure_of(changed.cards)
            assert after is not None
            points = done.points + rules.value_of(figure, lying)
            yield after, more._replace(freed=done.freed + 1, points=points)


def best_score(task: Task, aim: Aim) -> int | None:
    """The best score of a turn: points laid less the cost of what stays; None if there is none."""
    held = Counter(face(card) for card in cards_of(task.hand | task.freed))
    program = Program()
    _limit_turn(program, task, held)
    for way in all_melds():
        if _possible(way, held | Counter(X=6)):
            counts = {name: _times(way, name) for name in (*way.faces, "X")}
            gain = aim.point * way.points + _saved(aim, counts)
            told = {"in new melds": way.jokers, "points": way.points, "gone": sum(counts.values())}
            program.choose(counts | told, 2, gain)
    for number, figure in enumerate(task.table):
        program.limit(f"meld {number}", 0, 1)
        for onto in ways_onto(figure.cards, task.hand, task.exchanges):
            counts = dict(Counter(onto.faces)) | {"X": onto.jokers - onto.freed}
            gain = aim.point * onto.points + _saved(aim, counts)
            told = {"in new melds": -onto.freed, "gone": sum(counts.values()), f"meld {number}": 1}
            program.choose(counts | told, 1, gain)
    best = program.most()
    if best is None:
        return None
    assert best.low == best.high, "a turn is no hard question"
    return best.low - _saved(aim, held)


def _limit_turn(program: Program, task: Task, held: Counter[str]) -> None:
    """Cards at hand; those that must go or stay; the first meld's points; jokers freed."""
    endless = 10_000
    must = "" if task.must is None else face(task.must)
    for name in {*held, "X"}:
        program.limit(name, int(name == must) if name != "X" else -6, held[name])
    freed = task.freed.bit_count() if task.freed_must_meld else -endless
    program.limit("in new melds", freed, endless)
    program.limit("points", task.minimum, endless)
    program.limit("gone", -endless, held.total() - task.keeps_card)


def _saved(aim: Aim, counts: Mapping[str, int]) -> int:
    return sum(_cost(aim, name) * count for name, count in counts.items())


def _cost(aim: Aim, name: str) -> int:
    return aim.joker if name == "X" else aim.ranks[RANKS.index(name[0])]
