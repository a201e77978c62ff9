"""Positions that are sought because they cost most: nothing thought about them is without end.

Hill climbing from the run's seed over hands to sixty cards, tables to a hundred and ten, jokers,
seats and piles. Counted are calls of functions, by the interpreter; nothing here is timed.
"""

import os
import random
from collections.abc import Callable
from typing import Any

import pytest

from rummy import engine
from rummy.bots import BOTS, safe_turn
from rummy.engine.families import table_melding
from rummy.engine.families.table_melding.state import TableMeldingState
from rummy.hints import advise
from tests.engine.table_melding.counting import calls_of
from tests.engine.table_melding.rules import FIVE_HUNDRED, GERMAN, ROBBER, VARIANTS
from tests.engine.table_melding.sought import Position, beside, forget, some_position, state_of

SEED = int(os.environ.get("JETON_SEED", "16"))
LISTING_CALLS = 100_000
SAFE_CALLS = 5_000
THINKING_CALLS = 600_000
GAMES = {"german": GERMAN, "robber": ROBBER, "five_hundred": FIVE_HUNDRED}


def listing(state: TableMeldingState) -> int:
    forget()
    return calls_of(lambda: table_melding.legal_actions(state, 0))


def absent(state: TableMeldingState) -> int:
    view = table_melding.view(state, 0)
    return calls_of(lambda: next(safe_turn(view)))


def hint(state: TableMeldingState) -> int:
    view = table_melding.view(state, 0)
    forget()
    return calls_of(lambda: advise(view))


def decision(key: str) -> Callable[[TableMeldingState], int]:
    def of(state: TableMeldingState) -> int:
        view = table_melding.view(state, 0)
        legal = view.legal_actions()
        forget()
        return calls_of(lambda: BOTS[key].choose(view, legal, random.Random(1))) if legal else 0

    return of


CALLS: dict[str, tuple[Callable[[TableMeldingState], int], int]] = {
    "listing": (listing, LISTING_CALLS),
    "absent": (absent, SAFE_CALLS),
    "hint": (hint, LISTING_CALLS + THINKING_CALLS),
    "casual": (decision("casual"), THINKING_CALLS),
    "solid": (decision("solid"), THINKING_CALLS),
    "expert": (decision("expert"), THINKING_CALLS),
}


def dearest(
    rules: engine.RuleSet, cost: Callable[[TableMeldingState], int], looks: int, seed: str
) -> tuple[int, Position | None]:
    """The most that any position costs which is come upon in so many looks."""
    dice, most, found = random.Random(seed), -1, None
    here, spent, patience = None, -1, 0
    for _ in range(looks):
        if here is None or patience == 0:
            here, spent, patience = some_position(rules, dice), -1, 6
            tried = here
        else:
            tried = beside(here, dice)
        costs = cost(state_of(rules, tried))
        patience -= 1
        if costs > spent:
            here, spent, patience = tried, costs, 6
        if spent > most:
            most, found = spent, here
    return most, found


def hold(rules: engine.RuleSet, call: str, looks: int) -> None:
    cost, allowed = CALLS[call]
    most, position = dearest(rules, cost, looks, f"{call} {rules.digest} {SEED}")
    told: tuple[Any, ...] = (rules.key, call, most, position, SEED)
    assert 0 < most <= allowed, told


@pytest.mark.drawn(6)
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("game", GAMES)
def test_no_position_that_is_sought_takes_more_than_its_budget(game: str, call: str) -> None:
    hold(GAMES[game], call, 12)


@pytest.mark.soak
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_position_of_any_variation_takes_more_than_its_budget(variant: str, call: str) -> None:
    hold(VARIANTS[variant], call, 400)
