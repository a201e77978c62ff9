"""Deutsches Rommé and Rommé 500: what the solver, a round, a hint and a decision cost.

`romme.solver.hand.*`: the best turn of thirteen cards. `romme.solver.table.*`: the most that can be
laid by rearranging a table of so many cards (GER-V6), jokers on it and in the hand, none found
twice. Then rounds through the engine's door, hints and bots; `romme.robber.hint.table.*` is the
curve of a hint's cost against the cards on the table, from rounds of Räuber-Rommé;
`.sought.*` is what large hands and tables cost, at most. All times are the processor's: other load
does not count. The collector of garbage works as in the platform's processes, or it would take
longer than what is measured. How well the bots play, `ONLY=strength` says.
"""

import random
import time
from collections.abc import Callable
from itertools import chain, islice

from benchmarks.report import Result
from benchmarks.sizes import sized
from config.serving.collector import spare_what_is_loaded
from rummy import engine
from rummy.bots import BOTS
from rummy.engine.families.table_melding.state import Phase
from rummy.engine.families.table_melding.views import TableMeldingView
from rummy.engine.table_melding.solving import Aim, Task, Weights, best_turn, rearrange
from rummy.engine.table_melding.solving.turns import searched
from rummy.hints import advise
from tests.bots.table_melding.contests import Table
from tests.engine.solving.deals import RULES, a_hand, a_table
from tests.engine.table_melding.rules import FIVE_HUNDRED, GERMAN, ROBBER
from tests.engine.table_melding.sought import (
    beside,
    forget,
    some_position,
    state_of,
)

HANDS = sized(400, 2)
TABLES = sized(120, 1)
SIZES = sized((0, 10, 20, 30, 40, 60), (10,))
ROUNDS = sized(20, 1)
DECISION_ROUNDS = sized(12, 1)
POSITIONS = sized(600, 6)
HINT_ROUNDS = sized(10, 1)  # for each number of seats: some hundred hints of each size
SOUGHT = sized(400, 4)
# Upper ends of the tables' sizes between which hints are told apart, in cards.
HINT_SIZES = (10, 20, 40, 60, 110)
HELD = (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
GAMES = {"german": GERMAN, "robber": ROBBER, "five_hundred": FIVE_HUNDRED}


def measure() -> list[Result]:
    spare_what_is_loaded()
    results = [result for jokers in range(4) for result in _hands(jokers)]
    results += [result for size in SIZES for result in _tables(size)]
    for name, rules in GAMES.items():
        results += _rounds(name, rules)
        results += _hints(name, rules)
        results += _legal(name, rules)
        results += _sought(name, rules)
    return results + _hints_by_table()


def _hands(jokers: int) -> list[Result]:
    """Thirteen cards with so many jokers: the least left, and a first meld of forty points."""
    dice, aim = random.Random(2026 + jokers), Aim(0, HELD, 20)
    spent = []
    for _ in range(HANDS):
        task = Task(a_hand(dice, list(range(110)), 13, jokers), RULES)
        for asked in (task, task._replace(minimum=40)):
            spent += [_timed(best_turn, asked, aim)]
    return _quantiles(f"romme.solver.hand.{jokers}_jokers", spent)


def _tables(cards: int) -> list[Result]:
    """A table of so many cards and a hand of thirteen, up to six jokers among them."""
    dice, weights = random.Random(cards), Weights(HELD, 20)
    spent = []
    for _ in range(TABLES):
        table, rest = a_table(dice, cards, dice.randrange(5))
        hand = a_hand(dice, rest, 13, dice.randrange(3))
        spent.append(_timed(rearrange, tuple(table), hand, weights))
    return _quantiles(f"romme.solver.table.{cards}_cards", spent)


def _timed(action: Callable[..., object], *told: object) -> float:
    began = time.process_time()
    action(*told)
    return time.process_time() - began


def _quantiles(name: str, seconds: list[float]) -> list[Result]:
    spent = sorted(seconds)
    middle, late = spent[len(spent) // 2], spent[int(len(spent) * 0.99)]
    return [
        Result(f"{name}.p50", round(middle * 1e3, 3), "ms, median"),
        Result(f"{name}.p99", round(late * 1e3, 3), "ms, p99"),
    ]


def _rounds(name: str, rules: engine.RuleSet) -> list[Result]:
    """Random and casual play for two through the door; what an expert's decision takes."""
    results = []
    for key in ("random", "casual"):
        table = Table(rules, [BOTS[key]] * 2, random.Random(1))
        spent = sum(_timed(table.play_round, number % 2) for number in range(ROUNDS))
        found = Result(f"romme.{name}.rounds.{key}", round(ROUNDS / spent, 1), "rounds/s")
        results.append(found)
    seats = max(rules.seats)
    expert = Table(rules, [BOTS["expert"]] * seats, random.Random(2))
    for number in range(DECISION_ROUNDS):
        expert.play_round(number % seats)
    return [*results, *_quantiles(f"romme.{name}.decision", expert.seconds["expert"])]


def _hints(name: str, rules: engine.RuleSet) -> list[Result]:
    """Hints in every position of some rounds, as a page would ask for them."""
    table = Table(rules, [BOTS["solid"]] * 2, random.Random(3))
    spent = []
    positions = chain.from_iterable(table.positions(number % 2) for number in range(ROUNDS))
    for state, seat, _, recalled in islice(positions, POSITIONS):
        spent.append(_timed(advise, engine.view(state, seat), recalled))
    return _quantiles(f"romme.{name}.hint", spent)


def _legal(name: str, rules: engine.RuleSet) -> list[Result]:
    """What a seat may do, in every position of some rounds; a pile taken may make hands of thirty.

    The slowest of all is told as well: at a table everybody waits for it.
    """
    table, spent = Table(rules, [BOTS["casual"]] * 3, random.Random(4)), []
    for number in range(ROUNDS):
        for state, seat, _, _ in table.positions(number % 3):
            searched.cache_clear()  # the bot has just asked the same
            spent.append(_timed(engine.legal_actions, state, seat))
    slowest = Result(f"romme.{name}.legal.most", round(max(spent) * 1e3, 3), "ms, slowest")
    return [*_quantiles(f"romme.{name}.legal", spent), slowest]


def _sought(name: str, rules: engine.RuleSet) -> list[Result]:
    """Lists, hints and decisions where much lies anywhere, nothing remembered (see the test)."""
    dice, spent = random.Random(5), {call: list[float]() for call in ("legal", "hint", "decision")}
    here = some_position(rules, dice)
    for number in range(SOUGHT):
        here = beside(here, dice) if number % 4 else some_position(rules, dice)
        state = state_of(rules, here)
        view, legal = engine.view(state, 0), engine.legal_actions(state, 0)
        if legal:
            for call, action, told in (
                ("legal", engine.legal_actions, (state, 0)),
                ("hint", advise, (view,)),
                ("decision", BOTS["expert"].choose, (view, legal, dice)),
            ):
                forget()
                spent[call].append(_timed(action, *told))
    return [
        result
        for call, found in spent.items()
        for result in (
            *_quantiles(f"romme.{name}.sought.{call}", found),
            Result(f"romme.{name}.sought.{call}.most", round(max(found) * 1e3, 3), "ms, slowest"),
        )
    ]


def _hints_by_table() -> list[Result]:
    """Hints while the table may be rearranged, by how many cards lie on it (GER-V6)."""
    spent: dict[int, list[float]] = {size: [] for size in HINT_SIZES}
    for seats in (2, 3, 4, 6):
        table = Table(ROBBER, [BOTS["solid"]] * seats, random.Random(seats))
        rounds = (islice(table.positions(n % seats), POSITIONS) for n in range(HINT_ROUNDS))
        for state, seat, _, recalled in chain.from_iterable(rounds):
            view = engine.view(state, seat)
            if isinstance(view, TableMeldingView) and view.phase is Phase.PLAY and view.open.melds:
                cards = sum(len(meld.cards) for meld in view.open.melds)
                size = next(size for size in HINT_SIZES if cards <= size)
                spent[size].append(_timed(advise, view, recalled))
    return [
        result
        for size, found in spent.items()
        if found
        for result in _quantiles(f"romme.robber.hint.table.to_{size}_cards", found)
    ]
