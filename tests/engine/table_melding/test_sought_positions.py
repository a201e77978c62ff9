"""Positions that are sought because they cost most: nothing thought about them is without end.

Hill climbing from the run's seed over hands to sixty cards, tables to a hundred and ten, jokers,
seats and piles. Counted are calls of functions, by the interpreter; nothing here is timed.
"""

import os
import random
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from rummy import engine
from rummy.bots import BOTS, safe_turn
from rummy.engine.cards import FIRST_JOKER, deck_of, held_of, mask_of
from rummy.engine.families import table_melding
from rummy.engine.families.table_melding import outlook
from rummy.engine.families.table_melding.rules.laws import laws_of
from rummy.engine.families.table_melding.rules.numbers import numbers_of
from rummy.engine.families.table_melding.state import (
    Hidden,
    OpenRound,
    Phase,
    TableMeld,
    TableMeldingState,
)
from rummy.engine.table_melding import Meld
from rummy.engine.table_melding.solving import suit_graphs, turns, workbench
from rummy.hints import advise
from tests.engine.solving.deals import a_table
from tests.engine.table_melding.rules import FIVE_HUNDRED, GERMAN, ROBBER, VARIANTS
from tests.engine.table_melding.test_growing_hands import calls_of

SEED = int(os.environ.get("JETON_SEED", "16"))
HAND_MAX = 60
TABLE_MAX = 110
LISTING_CALLS = 200_000
SAFE_CALLS = 5_000
THINKING_CALLS = 1_500_000
GAMES = {"german": GERMAN, "robber": ROBBER, "five_hundred": FIVE_HUNDRED}


class Position(NamedTuple):
    """The table, the hand of who is on turn, and the order of all other cards."""

    melds: tuple[Meld, ...]
    hand: tuple[int, ...]
    order: tuple[int, ...]
    seats: int
    phase: Phase
    opened: bool


def some_position(rules: engine.RuleSet, dice: random.Random) -> Position:
    deck = deck_of(rules.packs, rules.jokers)
    melds, rest = a_table(dice, dice.choice((0, 20, 40, 60, TABLE_MAX)), dice.randrange(7))
    size = dice.choice((2, 13, 30, HAND_MAX))
    jokers_first = dice.random() < 0.5
    free = sorted(rest, key=lambda card: (card < FIRST_JOKER and jokers_first, dice.random()))
    hand = tuple(free[: max(1, min(size, len(free) - 6))])
    return Position(
        tuple(melds), hand, tuple(dice.sample(deck, len(deck))), dice.choice(rules.seats),
        dice.choice((Phase.DRAW, Phase.PLAY)), dice.random() < 0.5,
    )  # fmt: skip


def beside(position: Position, dice: random.Random) -> Position:
    """One like it: some cards exchanged, one more or less, a meld fewer, or otherwise on turn."""
    lying = {held_of(card) for meld in position.melds for card in meld}
    free = [card for card in position.order if card not in lying and card not in position.hand]
    hand = list(position.hand)
    for _ in range(dice.choice((1, 2, 4))):
        if free and len(hand) > 1 and dice.random() < 0.6:
            hand.remove(dice.choice(hand))
        if free and len(hand) < HAND_MAX:
            hand.append(free.pop(dice.randrange(len(free))))
    melds = list(position.melds)
    if melds and dice.random() < 0.2:
        melds.pop(dice.randrange(len(melds)))
    phase = dice.choice((Phase.DRAW, Phase.PLAY)) if dice.random() < 0.2 else position.phase
    opened = position.opened != (dice.random() < 0.1)
    return position._replace(melds=tuple(melds), hand=tuple(hand), phase=phase, opened=opened)


def state_of(rules: engine.RuleSet, position: Position) -> TableMeldingState:
    """Seat 0 on turn; half of the cards that nobody holds lie in the pile where there is one."""
    lying = {held_of(card) for meld in position.melds for card in meld}
    free = [card for card in position.order if card not in lying and card not in position.hand]
    others, free = free[: position.seats - 1], free[position.seats - 1 :]
    pile = () if numbers_of(rules).robber else tuple(free[: len(free) // 2])
    stock = tuple(free[len(pile) :])
    hands = (mask_of(position.hand), *(1 << card for card in others))
    hands += (0,) * (position.seats - len(hands))
    opened = position.opened and bool(position.melds)
    now = OpenRound(
        position.phase, 0, position.seats - 1, tuple(hand.bit_count() for hand in hands),
        (opened, *[bool(position.melds)] * (position.seats - 1)), (0,) * position.seats,
        tuple(TableMeld(1, meld) for meld in position.melds), pile, len(stock),
    )  # fmt: skip
    return TableMeldingState(laws_of(rules), now, Hidden(hands, stock))


def forget() -> None:
    """What was worked out before is not there: the dearest case."""
    for remembered in (turns.searched, workbench._within, outlook._at_least, suit_graphs._graph_of):
        remembered.cache_clear()


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


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("game", GAMES)
def test_no_position_that_is_sought_takes_more_than_its_budget(game: str, call: str) -> None:
    hold(GAMES[game], call, 12)


@pytest.mark.soak
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_position_of_any_variation_takes_more_than_its_budget(variant: str, call: str) -> None:
    hold(VARIANTS[variant], call, 400)
