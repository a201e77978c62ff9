"""Rounds under the rules that are not simulated, in the same dress: every step is the door's own.

So a policy, and whoever plays rounds out, need not know which rules are which. Seats here make no
claim and announce nothing: what house rules add to a turn (GIN-S1, GIN-S4) is not among the
options. What was claimed or announced before still counts.
"""

from __future__ import annotations

from functools import lru_cache

from rummy.engine.cards import BIT
from rummy.engine.families.knock.actions import (
    ANSWER,
    DRAW_STOCK,
    PASS_UPCARD,
    TAKE_UPCARD,
    Discard,
    Knock,
)
from rummy.engine.families.knock.decide import decide
from rummy.engine.families.knock.evolve import evolve
from rummy.engine.families.knock.legal import legal_actions_in
from rummy.engine.families.knock.phases import ANSWER as ANSWERING
from rummy.engine.families.knock.phases import OVER
from rummy.engine.families.knock.rules.laws import KnockLaws
from rummy.engine.families.knock.state import KnockState
from rummy.engine.records import Action
from rummy.engine.simulation.playing import KNOCK, Playing


@lru_cache(maxsize=1024)
def _values(laws: KnockLaws) -> tuple[int, ...]:
    return tuple(laws.knocking.value(bit) for bit in BIT)


class RoundAtTheDoor(Playing):
    """See `Playing`; `state` is the round as the door knows it."""

    __slots__ = ("state",)

    def __init__(self, state: KnockState) -> None:
        if state.open.phase in (ANSWERING, OVER):
            raise ValueError(f"nothing is drawn any more in the phase {state.open.phase}")
        self.laws, self.values = state.laws, _values(state.laws)
        self._stands(state)

    def _stands(self, state: KnockState) -> None:
        now = state.open
        self.state, self.hands, self.pile = state, list(state.hands), list(now.pile)
        self.phase, self.turn, self.score = now.phase, now.turn or 0, now.outcome

    def copy(self) -> RoundAtTheDoor:
        """The same round once more, to be played on in another way."""
        return RoundAtTheDoor(self.state)

    @property
    def may_take_upcard(self) -> bool:
        return TAKE_UPCARD in legal_actions_in(self.state, self.turn)

    def pass_upcard(self) -> None:
        self._does(PASS_UPCARD)

    def draw_stock(self) -> None:
        self._does(DRAW_STOCK)

    def take_upcard(self) -> None:
        self._does(TAKE_UPCARD)

    def options(self) -> list[int]:
        legal = legal_actions_in(self.state, self.turn)
        discards = [action.card for action in legal if isinstance(action, Discard)]
        return discards + [KNOCK + action.card for action in legal if isinstance(action, Knock)]

    def discard(self, card: int) -> None:
        self._does(Discard(card))

    def knock(self, card: int) -> None:
        self._does(Knock(card))
        while self.phase is ANSWERING:
            self._does(ANSWER)

    def _does(self, action: Action) -> None:
        state = self.state
        for event in decide(state, self.turn, action):
            state = evolve(state, event)
        self._stands(state)
