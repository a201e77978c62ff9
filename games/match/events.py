"""What happens at a table besides the cards: rounds prepared and scored, clocks that run out.

Together with the engine's events these make the table's log. Every event is stored with
the database's time of its moment (`at_ms`), so that folding the log gives the clocks too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from games.engine.codec import Card
from games.engine.records import Event, event_type
from games.engine.scoring import ScoreLine, Tally


@event_type
@dataclass(frozen=True, slots=True)
class MatchStarted(Event):
    """All seats are taken; `players` are player ids by seat, `robots` says which are bots."""

    players: tuple[int, ...]
    robots: tuple[bool, ...]
    type: ClassVar[str] = "match_started"


@event_type
@dataclass(frozen=True, slots=True)
class SeatsDrawn(Event):
    """Cards drawn for the seats: the highest deals first, the others sit to its left (GER-2).

    `draws` by the seats now taken, from seat 0, the first dealer; several cards where ranks tied.
    `came_from` says at which seat each of them had sat down.
    """

    draws: tuple[tuple[Card, ...], ...]
    came_from: tuple[int, ...]
    type: ClassVar[str] = "seats_drawn"


@event_type
@dataclass(frozen=True, slots=True)
class RoundPrepared(Event):
    """The next shuffle is committed to; seats may now add their seeds."""

    number: int
    dealer: int
    commitment: str
    type: ClassVar[str] = "round_prepared"


@event_type
@dataclass(frozen=True, slots=True)
class PlayerReady(Event):
    """A seat goes on; its seed stays its own until the round starts: nobody can answer it."""

    seat: int
    seed: str = ""
    type: ClassVar[str] = "player_ready"

    def redact(self, seat: int | None) -> PlayerReady:
        return self if seat == self.seat or not self.seed else replace(self, seed="")


@event_type
@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """The players' seeds are closed, the deck follows from them; the deal comes next."""

    number: int
    client_seeds: tuple[str, ...]
    type: ClassVar[str] = "round_started"


@event_type
@dataclass(frozen=True, slots=True)
class RoundScored(Event):
    """The score sheet's line: one entry per reason, per seat (PLAY-2); tallies break ties."""

    number: int
    dealer: int
    winner: int | None
    reason: str
    points: tuple[int, ...]
    lines: tuple[ScoreLine, ...]
    totals: tuple[int, ...]
    tallies: tuple[Tally, ...] | None = None
    type: ClassVar[str] = "round_scored"


@event_type
@dataclass(frozen=True, slots=True)
class MatchFinished(Event):
    """The match is decided; `payouts` are chips by seat and sum to the stakes held.

    `trophy` are the seats with most Jetons, who share the trophy agreed on (GER-V5).
    """

    winners: tuple[int, ...]
    totals: tuple[int, ...]
    payouts: tuple[int, ...]
    reason: str
    trophy: tuple[int, ...] | None = None
    type: ClassVar[str] = "match_finished"


@event_type
@dataclass(frozen=True, slots=True)
class TimedOut(Event):
    seat: int
    type: ClassVar[str] = "timed_out"


@event_type
@dataclass(frozen=True, slots=True)
class SatOut(Event):
    """The seat plays automatically from here on; `reason` is `player` or `misses`."""

    seat: int
    reason: str
    type: ClassVar[str] = "sat_out"


@event_type
@dataclass(frozen=True, slots=True)
class Returned(Event):
    seat: int
    type: ClassVar[str] = "returned"


@event_type
@dataclass(frozen=True, slots=True)
class Resigned(Event):
    seat: int
    type: ClassVar[str] = "resigned"
