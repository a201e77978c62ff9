"""The state of a match as frozen values: who sits where, what is scored, whose clock runs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from rummy.engine import RoundState
from rummy.match.events import MatchFinished, PlayedFor, RoundScored, SeatsDrawn
from rummy.match.terms import MatchTerms

T = TypeVar("T")

# Of one seat in one round. Whoever looks at a round later reads all that was done in it.
DETOURS_MAX = 300


class Phase(StrEnum):
    SEATING = "seating"
    BETWEEN = "between"
    PLAYING = "playing"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Clock:
    """Whose time runs since when, and what every seat has left in its time bank.

    `deadline_ms` is the moment at which the table moves by itself: the end of the
    turn with its bank, or the end of the pause between rounds. `graces_ms` is what is left of
    each seat's patience, `grace_since_ms` when that of the seat on turn began to run. Until
    `knock_until_ms` people may knock before the seat on turn draws; its turn begins then (GER-V4).
    """

    banks_ms: tuple[int, ...]
    turn: int | None = None
    started_ms: int = 0
    deadline_ms: int | None = None
    expired: bool = False
    graces_ms: tuple[int, ...] = ()
    grace_since_ms: int | None = None
    knock_until_ms: int = 0

    def stopped(self, at_ms: int) -> Clock:
        """Nobody's time runs; banks and patience are as they were."""
        return Clock(banks_ms=self.banks_ms, started_ms=at_ms, graces_ms=self.graces_ms)


@dataclass(frozen=True, slots=True)
class Roster:
    """Who still plays, and what became of the others; most tables never change it.

    Seats below `playing` are dealt to. `out_after` is the round after which a seat dropped out
    (0 for none), `rebuys` how often it was bought back, `tie_break_from` the first tie-breaker
    round (0 for none), `away_until_ms` and `vacation_left` where moves take days. `played_for` is
    what was played for each absent seat since it was last there, `compensated_ms` the end of the
    last outage made good, `detours` how often in this round each seat took something back or sat
    out (none while nobody has).
    """

    playing: int
    out_after: tuple[int, ...]
    rebuys: tuple[int, ...]
    away_until_ms: tuple[int, ...]
    vacation_left: tuple[int, ...]
    tie_break_from: int = 0
    compensated_ms: int = 0
    played_for: tuple[PlayedFor, ...] = ()
    detours: tuple[int, ...] = ()


# What of a match's state each seat has one of.
OF_EACH_SEAT = (
    *("players", "robots", "ready", "seeds", "automatic"),
    *("resigned", "misses", "totals", "rounds_won"),
)


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
    roster: Roster
    sheet: tuple[RoundScored, ...] = ()
    round: RoundState | None = None
    result: MatchFinished | None = None
    draw: SeatsDrawn | None = None

    def seat_of(self, player_id: int) -> int | None:
        return self.players.index(player_id) if player_id in self.players else None

    def may_detour(self, seat: int) -> bool:
        """Whether the seat may once more do what leads nowhere and could be repeated for ever."""
        detours = self.roster.detours
        return not detours or detours[seat] < DETOURS_MAX

    def plays_alone(self, seat: int) -> bool:
        """True when nobody is waited for at this seat: absent, given up, or out."""
        return self.automatic[seat] or not self.may_play(seat)

    def may_play(self, seat: int) -> bool:
        """Whether whoever sits here may still act at all: neither given up nor out."""
        return self.is_in(seat) and not self.resigned[seat]

    def bot_plays(self, seat: int) -> bool:
        """Whether a bot is to be asked for this seat's moves."""
        return self.robots[seat] and self.may_play(seat)

    def is_in(self, seat: int) -> bool:
        """Whether cards are dealt to this seat; not any more once it is eliminated."""
        return seat < self.roster.playing

    @property
    def staying(self) -> list[int]:
        """Seats that play on and may win."""
        return [seat for seat in range(self.roster.playing) if self.may_play(seat)]

    @property
    def pool_chips(self) -> tuple[int, ...]:
        """What each seat has brought into the pool, bought back or not; without fees."""
        return tuple(self.terms.stake_chips * (1 + times) for times in self.roster.rebuys)

    @property
    def paid_in_chips(self) -> tuple[int, ...]:
        """What each seat has paid into the pot, fees included."""
        return tuple(self.terms.buy_in_chips * (1 + times) for times in self.roster.rebuys)

    @property
    def fees_chips(self) -> int:
        """What the house gets of the pot."""
        return self.terms.fee_chips * (self.terms.seats + sum(self.roster.rebuys))


def opening_state(terms: MatchTerms) -> MatchState:
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
        clock=Clock(banks_ms=(terms.bank_ms,) * seats, graces_ms=(terms.absence.grace_ms,) * seats),
        roster=opening_roster(terms),
    )


def opening_roster(terms: MatchTerms) -> Roster:
    nothing = (0,) * terms.seats
    return Roster(
        playing=terms.seats,
        out_after=nothing,
        rebuys=nothing,
        away_until_ms=nothing,
        vacation_left=(terms.vacation_days,) * terms.seats,
    )


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The tuple with one seat's value exchanged."""
    return (*values[:seat], value, *values[seat + 1 :])
