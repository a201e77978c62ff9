"""The neutral referee of table melding: OR-Tools over all melds of the book (`tests.…book`)."""

from collections import Counter
from collections.abc import Callable, Sequence

from ortools.sat.python import cp_model

from games.engine.cards import FIRST_JOKER, card_text, cards_of, held_of
from games.engine.tabling import Meld
from tests.engine.solving.book import Way, all_melds

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
