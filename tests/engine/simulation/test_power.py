"""The lockstep would notice: each of these faults, put into the simulation, is found."""

from collections.abc import Callable
from typing import Any

import pytest

from rummy.engine import build_rules
from rummy.engine.simulation import KNOCK, SimulatedRound, rounds, showing
from tests.engine.simulation.both import compare_rounds
from tests.skipping import on_sources

RULE_SETS = [
    build_rules("gin_palast", upcard_streak_limit=2),
    build_rules("gin_classic", knock_limit=5),
]
ROUNDS = 60
Fault = Callable[[pytest.MonkeyPatch], None]
original: dict[str, Any] = dict(vars(SimulatedRound))


def no_knock_is_seen_early(patch: pytest.MonkeyPatch) -> None:
    """The exact search is asked only for hands far below the limit."""

    def begin(self: SimulatedRound, *facts: Any) -> None:
        original["__init__"](self, *facts)
        self._look_at -= 14

    patch.setattr(SimulatedRound, "__init__", begin)


def the_bound_does_not_fall(patch: pytest.MonkeyPatch) -> None:
    def gain(self: SimulatedRound, card: int) -> None:
        before = self.least[self.turn]
        original["_gain"](self, card)
        self.least[self.turn] = before + self.values[card]

    patch.setattr(SimulatedRound, "_gain", gain)


def the_taken_card_is_thrown_back(patch: pytest.MonkeyPatch) -> None:
    def options(self: SimulatedRound) -> list[int]:
        found: list[int] = original["options"](self)
        return found if self.taken is None else [*found, self.taken]

    patch.setattr(SimulatedRound, "options", options)


def the_streak_has_no_limit(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(SimulatedRound, "may_take_upcard", property(lambda self: not self.passes))


def the_streak_alone_limits(patch: pytest.MonkeyPatch) -> None:
    """Two passes do not send the first player to the stock."""
    may = property(lambda self: self.streak < self.streak_limit)
    patch.setattr(SimulatedRound, "may_take_upcard", may)


def the_stock_lasts_longer(patch: pytest.MonkeyPatch) -> None:
    def discard(self: SimulatedRound, card: int) -> None:
        self.stock_floor = 1
        original["discard"](self, card)

    patch.setattr(SimulatedRound, "discard", discard)


def a_knock_may_be_too_dear(patch: pytest.MonkeyPatch) -> None:
    def near(self: SimulatedRound, seat: int) -> list[int]:
        held = self.held[seat]
        return held + [KNOCK + card for card in held]

    patch.setattr(SimulatedRound, "_options_near_a_knock", near)


def nobody_lays_off(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(showing, "layoff_choices", lambda *_: {0: ()})


def the_other_seat_is_paid(patch: pytest.MonkeyPatch) -> None:
    def score(laws: Any, knocker: int, *hands: int) -> Any:
        return showing.knock_score(laws, 1 - knocker, *hands)

    patch.setattr(rounds, "knock_score", score)


FAULTS = [
    no_knock_is_seen_early,
    the_bound_does_not_fall,
    the_taken_card_is_thrown_back,
    the_streak_has_no_limit,
    the_streak_alone_limits,
    the_stock_lasts_longer,
    a_knock_may_be_too_dear,
    nobody_lays_off,
    the_other_seat_is_paid,
]


@on_sources
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_is_found(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    compare_rounds(RULE_SETS, 10, seed=1)
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        compare_rounds(RULE_SETS, ROUNDS, seed=1)
