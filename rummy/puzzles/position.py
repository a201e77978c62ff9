"""A moment of a round, with the seat that has to decide."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rummy import engine
from rummy.bots import recall
from rummy.bots.memory import Recollection
from rummy.engine.as_json.stored import event_from_json, event_to_json
from rummy.engine.records import Event


@dataclass(frozen=True)
class Position:
    """`events` are the round's log up to here, the deal first, nothing redacted; `seat` decides."""

    rules: engine.RuleSet
    seats: int
    events: tuple[Event, ...]
    seat: int

    @cached_property
    def state(self) -> engine.RoundState:
        """Hidden cards included."""
        return engine.fold(self.rules, self.seats, self.events)

    @cached_property
    def recalled(self) -> Recollection:
        """What everybody has seen."""
        return recall(self.events)

    @property
    def view(self) -> engine.RoundView:
        """All that the seat knows."""
        return engine.view(self.state, self.seat)

    def after(self, events: Sequence[Event]) -> "Position":
        """The same seat's position when these have happened as well."""
        return Position(self.rules, self.seats, (*self.events, *events), self.seat)

    def to_json(self) -> dict[str, Any]:
        """Of rules that are a preset's own, which go by its name."""
        return {
            "preset": self.rules.key,
            "seats": self.seats,
            "seat": self.seat,
            "events": [event_to_json(event) for event in self.events],
        }

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "Position":
        events = tuple(event_from_json(event) for event in stored["events"])
        return cls(engine.build_rules(stored["preset"]), stored["seats"], events, stored["seat"])
