"""The whole table laid anew with as much of a hand as can be (Räuber-Rommé, GER-V6)."""

from functools import lru_cache
from typing import NamedTuple

from rummy.engine.budget import REARRANGING_STEPS, Budget, OutOfSteps
from rummy.engine.cards import cards_of, held_of, mask_of
from rummy.engine.table_melding.forms import Meld

from .dressing import dressed
from .holdings import EACH_ONE, Weights, holding_of
from .rearranging import best_plan
from .sketches import Sketch, sketches_of
from .spare_jokers import with_spare_jokers


class Rearranged(NamedTuple):
    """All melds as they may lie at the turn's end, and the mask of the hand cards among them."""

    melds: tuple[Meld, ...]
    laid: int


def rearrange(
    table: tuple[Meld, ...],
    hand: int,
    weights: Weights = EACH_ONE,
    steps: Budget | None = None,
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
