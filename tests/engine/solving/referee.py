"""The neutral referee of table melding: OR-Tools over all melds of the book (`tests.…book`)."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ortools.sat.python import cp_model

from games.engine.cards import FIRST_JOKER, card_text, cards_of, held_of, laid_as
from games.engine.tabling import Figure, Meld, MeldRules, exchange, figure_of, lay_off
from games.engine.tabling.solving import Aim, Task
from tests.engine.solving.book import RANKS, Way, all_melds

Worth = Callable[[str], int]  # of a face, or of "X" for a joker


def face(card: int) -> str:
    return "X" if card >= FIRST_JOKER else card_text(card % 52)


def most_laid(table: Sequence[Meld], hand: int, worth: Worth) -> int | None:
    """The most a hand can lay when the table may be rearranged (GER-V6); None: not even that."""
    must = Counter(face(held_of(card)) for meld in table for card in meld)
    may = Counter(face(card) for card in cards_of(hand))
    model = cp_model.CpModel()
    held = must + may
    ways = [way for way in all_melds() if _possible(way, held)]
    counts = [model.new_int_var(0, 4, "") for _ in ways]
    laid = {}
    for name, most in held.items():
        laid[name] = model.new_int_var(must[name], most, name)
        model.add(sum(_times(way, name) * count for way, count in zip(ways, counts, strict=True))
                  == laid[name])  # fmt: skip
    model.maximize(sum(worth(name) * (laid[name] - must[name]) for name in held))
    return _solved(model)


def _solved(model: cp_model.CpModel) -> int | None:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    assert status == cp_model.OPTIMAL, solver.status_name(status)
    return round(solver.objective_value)


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


def ways_onto(meld: Meld, hand: int, *, exchanges: bool, strict: bool) -> set[Onto]:
    """Everything that lay-offs and exchanges can make of a meld, found by doing it.

    No meld takes more than two jokers, wherever they come from. A joker laid in this turn is not
    exchanged in it: nobody lays one only to count its place twice (R500-7).
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
                given = lying if exchanges else set()
                steps = _with_card(figure, card, done, given, strict=strict)
                waiting += [(after, (*used, card), more) for after, more in steps]
    return {
        way._replace(faces=tuple(sorted(way.faces)))
        for (cards, _, _), way in found.items()
        if (shape := figure_of(cards)) is not None and rules.allow(shape)
    }


def _with_card(
    figure: Figure, card: int, done: Onto, given: set[int], *, strict: bool
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
        changed = exchange(figure, card, held_of(lying), strict=strict)
        if changed is not None:
            after = figure_of(changed.cards)
            assert after is not None
            points = done.points + rules.value_of(figure, lying)
            yield after, more._replace(freed=done.freed + 1, points=points)


def best_score(task: Task, aim: Aim) -> int | None:
    """The best score of a turn: points laid less the cost of what stays; None if there is none."""
    hand = task.hand | task.freed
    held = Counter(face(card) for card in cards_of(hand))
    held["X"] += 0
    jokers = Counter(X=6)
    model = cp_model.CpModel()
    new = [way for way in all_melds() if _possible(way, held | jokers)]
    counts = [model.new_int_var(0, 2, "") for _ in new]
    onto: list[tuple[Onto, cp_model.IntVar]] = []
    for figure in task.table:
        ways = ways_onto(
            figure.cards, hand, exchanges=task.exchanges.allowed, strict=task.exchanges.strict
        )
        chosen = [(way, model.new_bool_var("")) for way in ways]
        model.add_exactly_one([variable for _, variable in chosen])
        onto += chosen
    left = {}
    for name, most in (held | jokers).items():
        melded = sum(_times(way, name) * count for way, count in zip(new, counts, strict=True))
        added = sum(
            (way.jokers - way.freed if name == "X" else way.faces.count(name)) * chosen
            for way, chosen in onto
        )
        left[name] = model.new_int_var(0, most, name)
        model.add(left[name] == held[name] - melded - added)
    points = sum(way.points * count for way, count in zip(new, counts, strict=True))
    model.add(points >= task.minimum)
    if task.keeps_card:
        model.add(sum(left.values()) >= 1)
    if task.freed_must_meld:
        in_new = sum(way.jokers * count for way, count in zip(new, counts, strict=True))
        freed = sum(way.freed * chosen for way, chosen in onto)
        model.add(in_new >= freed + task.freed.bit_count())
    if task.must is not None:
        model.add(left[face(task.must)] <= held[face(task.must)] - 1)
    laid_off = sum(way.points * chosen for way, chosen in onto)
    cost = sum(_cost(aim, name) * count for name, count in left.items())
    model.maximize(aim.point * (points + laid_off) - cost)
    return _solved(model)


def _cost(aim: Aim, name: str) -> int:
    return aim.joker if name == "X" else aim.ranks[RANKS.index(name[0])]
