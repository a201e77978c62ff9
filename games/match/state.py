"""The state of a match as frozen values: who sits where, what is scored, whose clock runs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from games.engine import RoundState
from games.match.events import MatchFinished, RoundScored, SeatsDrawn
from games.match.terms import MatchTerms

T = TypeVar("T")


class Phase(StrEnum):
    SEATING = "seating"
    BETWEEN = "between"
    PLAYING = "playing"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Clock:
    """Whose time runs since when, and what every seat has left in its time bank.

    `deadline_ms` is the moment at which the table moves by itself: the end of the
    turn with its bank, or the end of the pause between rounds.
    """

    banks_ms: tuple[int, ...]
    turn: int | None = None
    started_ms: int = 0
    deadline_ms: int | None = None
    expired: bool = False


@dataclass(frozen=True, slots=True)
class MatchState:
    """Everything a table needs to go on; folding the table's log gives exactly this."""

    terms: MatchTerms
    phase: Phase
    players: tuple[int, ...]
    robots: tuple[bool, ...]
    round_number: int
    dealer: int
    commitment: str
    ready: tuple[bool, ...]
    seeds: tuple[str, ...]
    automatic: tuple[bool, ...]
    resigned: tuple[bool, ...]
    misses: tuple[int, ...]
    totals: tuple[int, ...]
    rounds_won: tuple[int, ...]
    clock: Clock
    sheet: tuple[RoundScored, ...] = ()
    round: RoundState | None = None
    result: MatchFinished | None = None
    draw: SeatsDrawn | None = None

    def seat_of(self, player_id: int) -> int | None:
        """The seat a player holds, or None for everybody else."""
        return self.players.index(player_id) if player_id in self.players else None

    def plays_alone(self, seat: int) -> bool:
        """True when nobody is waited for at this seat: an absent player's, or one given up."""
        return self.automatic[seat] or self.resigned[seat]


def opening_state(terms: MatchTerms) -> MatchState:
    """The state before the first event."""
    seats = terms.seats
    return MatchState(
        terms=terms,
        phase=Phase.SEATING,
        players=(),
        robots=(False,) * seats,
        round_number=0,
        dealer=0,
        commitment="",
        ready=(False,) * seats,
        seeds=("",) * seats,
        automatic=(False,) * seats,
        resigned=(False,) * seats,
        misses=(0,) * seats,
        totals=(0,) * seats,
        rounds_won=(0,) * seats,
        clock=Clock(banks_ms=(terms.bank_ms,) * seats),
    )


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The tuple with one seat's value exchanged."""
    return (*values[:seat], value, *values[seat + 1 :])
