"""Hirschn! (GIN-S4): announce a knock of one's own within the next three turns, and win by it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from rummy.engine.codec import Json, read_record, write_record
from rummy.engine.errors import IllegalAction
from rummy.engine.families.knock.actions import Knock
from rummy.engine.families.knock.decide import need_phase
from rummy.engine.families.knock.events import Discarded
from rummy.engine.families.knock.hooks import KnockHook, memory_of
from rummy.engine.families.knock.state import KnockState, OpenRound, Phase, Sight
from rummy.engine.records import Action, Event, action_type, event_type
from rummy.engine.scoring import ScoreLine


@action_type
@dataclass(frozen=True, slots=True)
class AnnounceHirschn(Action):
    """Announce Hirschn! between drawing and discarding: `{"type": "announce_hirschn"}`."""

    type: ClassVar[str] = "announce_hirschn"


@event_type
@dataclass(frozen=True, slots=True)
class HirschnAnnounced(Event):
    """The seat announced it; its window opens with its next turn."""

    type: ClassVar[str] = "hirschn_announced"
    seat: int

    def cause(self) -> Action:
        return ANNOUNCE


class Window(NamedTuple):
    """Who announced it, and how many turns that seat has ended since, this one included.

    So the turn being played is the `turns`-th after the announcement; 0 is the announcement's own.
    """

    seat: int
    turns: int


ANNOUNCE = AnnounceHirschn()


class Hirschn(KnockHook):
    """Once a round in all, by whoever is first; no knock in the same turn."""

    key = "hirschn"
    rule = "GIN-S4"
    own_actions = (AnnounceHirschn,)

    def forbids(self, sight: Sight, action: Action) -> IllegalAction | None:
        window = self._memory(sight)
        if isinstance(action, Knock) and window is not None and window == (sight.open.turn, 0):
            return IllegalAction("no_knock_after_hirschn", rule=self.rule)
        return None

    def actions(self, sight: Sight) -> list[Action]:
        may = sight.open.phase is Phase.DISCARD and self._memory(sight) is None
        return [ANNOUNCE] if may else []

    def decide(self, state: KnockState, seat: int, action: Action) -> list[Event]:
        need_phase(state.open, action, Phase.DISCARD, rule=self.rule)
        window = self._memory(state)
        if window is not None:
            raise IllegalAction("hirschn_already_announced", rule=self.rule, seat=window.seat)
        return [HirschnAnnounced(seat)]

    def evolve(
        self, open_round: OpenRound, memory: Window | None, event: Event
    ) -> tuple[OpenRound, Window | None]:
        if isinstance(event, HirschnAnnounced):
            return open_round, Window(event.seat, 0)
        if memory is not None and isinstance(event, Discarded) and event.seat == memory.seat:
            return open_round, Window(memory.seat, memory.turns + 1)
        return open_round, memory

    def bonuses(self, state: KnockState, reason: str, winner: int) -> list[ScoreLine]:
        window, numbers = self._memory(state), state.laws.numbers
        if window is None:
            return []
        if window.turns > len(numbers.hirschn_bonuses):
            other = (window.seat + 1) % state.seats
            return [ScoreLine(other, "hirschn_missed", numbers.hirschn_missed)]
        knocker = state.open.shown[0].seat
        if knocker == winner == window.seat:
            return [ScoreLine(winner, "hirschn", numbers.hirschn_bonuses[window.turns - 1])]
        return []

    def memory_to_json(self, memory: Window) -> Json:
        return write_record(memory)

    def memory_from_json(self, data: Any) -> Window:
        return read_record(Window, data)

    def _memory(self, of: KnockState | Sight) -> Window | None:
        window: Window | None = memory_of(self, of)
        return window
