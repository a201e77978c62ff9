"""A decision under way: events are folded as they come, so that each rests on those before it."""

from dataclasses import dataclass
from typing import Protocol

from rummy.engine.records import Action, Event
from rummy.match.evolve import evolve
from rummy.match.state import MatchState


class Shuffler(Protocol):
    """Where decks come from: committed to before a round, computed when it starts."""

    def first_dealer(self, seats: int) -> int: ...

    def commit(self, round_number: int) -> str: ...

    def seating(self, cards: tuple[int, ...], seats: int) -> tuple[int, ...]:
        """The order in which cards are drawn for the seats."""

    def deck(
        self, round_number: int, client_seeds: tuple[str, ...], cards: tuple[int, ...]
    ) -> tuple[int, ...]: ...

    def reshuffles(
        self, round_number: int, client_seeds: tuple[str, ...], cards: tuple[int, ...], times: int
    ) -> tuple[tuple[int, ...], ...]: ...


@dataclass(frozen=True, slots=True)
class FirstDeal:
    """Who deals first and why, where no lot decides; the round elsewhere that it follows from.

    `moves` (seat, action) are those with which a round that is played on begins.
    """

    dealer: int
    reason: str
    before_table: int | None = None
    before_round: int | None = None
    moves: tuple[tuple[int, Action], ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A state and the events that led there from the one before."""

    state: MatchState
    events: tuple[Event, ...]


class Run:
    def __init__(self, state: MatchState, now_ms: int, shuffler: Shuffler) -> None:
        self.state = state
        self.now_ms = now_ms
        self.shuffler = shuffler
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.state = evolve(self.state, event, self.now_ms)
        self.events.append(event)

    def step(self) -> Step:
        return Step(self.state, tuple(self.events))
