"""Positions in which much lies anywhere, for whoever seeks the dearest: tests and benchmarks."""

import random
from typing import NamedTuple

from rummy import engine
from rummy.engine.cards import FIRST_JOKER, deck_of, held_of, mask_of
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
from tests.engine.solving.deals import a_table

HAND_MAX = 60
TABLE_MAX = 110


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
