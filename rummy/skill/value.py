"""What a round should still bring each seat, seen with all cards open: the yardstick of luck.

A seat's hand is told by a few features, how much must still go and how near that is; what a seat
should bring is a weighted sum of its features less the mean of the others', with weights found in
rounds of the house's bots (`benchmarks.fit_skill`). It is right on average, seldom exactly.
"""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple

from rummy import engine
from rummy.bots.table_melding.keeping import melded_faces
from rummy.bots.table_melding.seeing import held_value, is_opened, own_hand, task_of
from rummy.engine.budget import Budget
from rummy.engine.cards import BIT, cards_of, is_joker
from rummy.engine.families.knock.phases import DISCARD
from rummy.engine.families.knock.state import KnockState
from rummy.engine.families.table_melding.state import Phase, TableMeldingState
from rummy.engine.families.table_melding.views import TableMeldingView
from rummy.engine.table_melding.solving import Aim, best_turn

Features = tuple[float, ...]

# Of the cards that a hand may still draw only every third is tried.
DRAWS_TRIED: Final = 3
TURN_COLUMNS: Final = 2  # of a row, its last, say whose turn it is


def features_of(state: engine.RoundState, seat: int, steps: Budget) -> Features:
    """What this seat's hand and melds are like; takes of the `steps`."""
    if isinstance(state, KnockState):
        return _knock(state, seat, steps)
    view = engine.view(state, seat)
    if isinstance(view, TableMeldingView):
        return _table_melding(view, steps)
    raise TypeError(f"nothing is known of {state.rules.family!r}")


def _knock(state: KnockState, seat: int, steps: Budget) -> Features:
    """Deadwood: now, after the next draw on average, how often that would end the round."""
    melder, limit = state.laws.knocking, state.open.knock_limit
    hand = state.hands[seat]
    to_discard = state.turn == seat and state.open.phase is DISCARD
    if to_discard:
        hand ^= BIT[min(cards_of(hand), key=lambda card: melder.points(hand ^ BIT[card]))]
    now = melder.points(hand)
    draws = cards_of(state.laws.deck & ~hand & ~state.open.lying_open)[::DRAWS_TRIED]
    steps.spend(len(draws))
    after = [min(now, melder.points_after_discard(hand | BIT[card])) for card in draws] or [now]
    return (
        now,
        fmean(after),
        sum(points <= limit for points in after) / len(after),
        sum(points == 0 for points in after) / len(after),
        now <= limit,
        now == 0,
        now * now / 50,
        to_discard and now <= limit,
        to_discard and now == 0,
    )


def _table_melding(view: TableMeldingView, steps: Budget) -> Features:
    """Points in the hand, and after all is laid that may be; cards; what is laid already."""
    hand, numbers = own_hand(view), view.laws.numbers
    held = sum(held_value(view, card) for card in cards_of(hand))
    found = None
    if hand:
        found = best_turn(task_of(view), Aim(0, numbers.held_values, numbers.joker_held), steps)
    left = held if found is None else -found.score
    laid_now = 0 if found is None else sum(len(way.cells) for way in found.ways)
    melded = melded_faces(view, hand, steps) if hand else []
    opened = bool(numbers.first_meld_minimum) and is_opened(view)
    return (
        held,
        left,
        hand.bit_count(),
        hand.bit_count() - laid_now,
        sum(map(is_joker, cards_of(hand))),
        sum(numbers.held_values[face % 13] for face in melded),
        opened,
        view.open.laid[view.seat or 0],
        held * opened,
        left * opened,
    )


def row_of(state: engine.RoundState, features: Sequence[Features], seat: int) -> list[float]:
    """What the weights are for: the seat's features less the others', and who is to do what."""
    others = [other for number, other in enumerate(features) if number != seat]
    ahead = [
        own - fmean(values)
        for own, values in zip(features[seat], zip(*others, strict=True), strict=True)
    ]
    if not isinstance(state, KnockState | TableMeldingState):
        raise TypeError(f"nothing is known of {state.rules.family!r}")
    # How much of the stock is left: 1 at the deal, 0 at the end.
    stage = state.open.stock_count / len(engine.deck_cards(state.rules))
    sign = 0.0 if state.turn is None else 1.0 if state.turn == seat else -1.0 / len(others)
    to_play = state.phase in (DISCARD, Phase.PLAY)
    return [*ahead, *(one * stage for one in ahead), sign * (not to_play), sign * to_play]


class Valuing(NamedTuple):
    """A game's weights, and what a card from the stock brings its seat on average."""

    weights: tuple[float, ...]
    draw: float

    def of(self, row: Iterable[float]) -> float:
        """Points that the seat should bring, less the others' mean."""
        return sum(one * weight for one, weight in zip(row, self.weights, strict=True))


@cache
def valuing_of(game: str) -> Valuing:
    """By the names of `rummy.skill.measure.game_of`."""
    stored: dict[str, Any] = json.loads(STORED.read_text())[game]
    return Valuing(tuple(stored["weights"]), stored["draw"])


# Written by `python -m benchmarks.fit_skill`.
STORED = Path(__file__).with_name("weights.json")
