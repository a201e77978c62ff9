"""What a family of rules offers to the door.

States, events and views are the family's own frozen values; the door only passes them on, so the
types here are wide. `RoundState` and `RoundView` are what everyone else may rely on.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from rummy.engine.as_json.codec import Json
from rummy.engine.records import Action, Event
from rummy.engine.rules import RuleSet
from rummy.engine.scoring import RoundScore


class RoundState(Protocol):
    """Everything about a round, hidden cards included. Immutable, hashable, comparable."""

    @property
    def rules(self) -> RuleSet: ...
    @property
    def seats(self) -> int: ...
    @property
    def dealer(self) -> int: ...
    @property
    def phase(self) -> str: ...
    @property
    def turn(self) -> int | None:
        """The seat that has to act; None when the round is over."""

    @property
    def is_over(self) -> bool: ...


class RoundView(Protocol):
    """What one seat, or a spectator (seat None), may know of a round."""

    @property
    def rules(self) -> RuleSet: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def phase(self) -> str: ...
    @property
    def turn(self) -> int | None: ...

    def legal_actions(self) -> list[Action]:
        """The same list as `legal_actions(state, seat)`; empty for spectators."""

    def to_json(self) -> Json: ...


class Family(Protocol):
    """One turn structure. The functions are documented at the door."""

    @property
    def key(self) -> str: ...
    @property
    def state_type(self) -> type[Any]: ...
    @property
    def view_type(self) -> type[Any]: ...

    def start_round(
        self,
        rules: RuleSet,
        seats: int,
        deck: Sequence[int],
        dealer: int,
        reshuffles: Sequence[Sequence[int]] = (),
    ) -> tuple[Any, list[Event]]: ...
    def blank(self, rules: RuleSet, seats: int) -> Any: ...
    def legal_actions(self, state: Any, seat: int) -> list[Action]: ...
    def decide(self, state: Any, seat: int, action: Action) -> list[Event]: ...
    def evolve(self, state: Any, event: Any) -> Any: ...
    def view(self, state: Any, seat: int | None) -> Any: ...
    def evolve_view(self, view: Any, event: Any) -> Any: ...
    def score(self, state: Any) -> RoundScore | None: ...
    def state_to_json(self, state: Any) -> Json: ...
    def state_from_json(self, rules: RuleSet, data: Json) -> Any: ...
    def view_from_json(self, rules: RuleSet, data: Json) -> Any: ...
