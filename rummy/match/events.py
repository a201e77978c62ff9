"""What happens at a table besides the cards: rounds prepared and scored, clocks that run out.

Together with the engine's events these make the table's log. Every event is stored with
the database's time of its moment (`at_ms`), so that folding the log gives the clocks too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rummy.engine.as_json.codec import Card, LaidCard
from rummy.engine.records import Event, event_type
from rummy.engine.scoring import ScoreLine, Tally


@event_type("match_started")
class MatchStarted(Event):
    """All seats are taken; `players` are player ids by seat, `robots` says which are bots."""

    players: tuple[int, ...]
    robots: tuple[bool, ...]


@event_type("seats_drawn")
class SeatsDrawn(Event):
    """Cards drawn for the seats: the highest deals first, the others sit to its left (GER-2).

    `draws` by the seats now taken, from seat 0, the first dealer; several cards where ranks tied.
    `came_from` says at which seat each of them had sat down.
    """

    draws: tuple[tuple[Card, ...], ...]
    came_from: tuple[int, ...]


@event_type("round_prepared")
class RoundPrepared(Event):
    """The next shuffle is committed to; seats may now add their seeds.

    `reason` is why this seat deals, in the words of `rummy.fairness.dealing`; where that follows
    from a round at another table, `before_table` and `before_round` name it.
    """

    number: int
    dealer: int
    commitment: str
    reason: str | None = None
    before_table: int | None = None
    before_round: int | None = None


@event_type("player_ready")
class PlayerReady(Event):
    """A seat goes on; its seed stays its own until the round starts: nobody can answer it."""

    seat: int
    seed: str = ""

    def redact(self, seat: int | None) -> PlayerReady:
        return self if seat == self.seat or not self.seed else replace(self, seed="")


@event_type("round_started")
class RoundStarted(Event):
    """The players' seeds are closed, the deck follows from them; the deal comes next.

    `seats` are dealt to, from seat 0; all of them unless it says so.
    """

    number: int
    client_seeds: tuple[str, ...]
    seats: int | None = None


@event_type("round_scored")
class RoundScored(Event):
    """The score sheet's line: one entry per reason, per seat (PLAY-2); tallies break ties.

    `played_for` are the seats whose players were away at the end.
    """

    number: int
    dealer: int
    winner: int | None
    reason: str
    points: tuple[int, ...]
    lines: tuple[ScoreLine, ...]
    totals: tuple[int, ...]
    tallies: tuple[Tally, ...] | None = None
    played_for: tuple[int, ...] | None = None


@event_type("match_finished")
class MatchFinished(Event):
    """The match is decided; `payouts` are chips by seat and sum to the pool.

    `trophy` are the seats with most Jetons, who share the trophy agreed on (GER-V5). `places` are
    the seats by places, level ones together, where more than winning counts.
    """

    winners: tuple[int, ...]
    totals: tuple[int, ...]
    payouts: tuple[int, ...]
    reason: str
    trophy: tuple[int, ...] | None = None
    places: tuple[tuple[int, ...], ...] | None = None


@event_type("timed_out")
class TimedOut(Event):
    seat: int


@event_type("sat_out")
class SatOut(Event):
    """The seat plays automatically from here on; `reason` is `player` or `misses`."""

    seat: int
    reason: str


@event_type("returned")
class Returned(Event):
    seat: int


@event_type("resigned")
class Resigned(Event):
    seat: int


@event_type("grace_began")
class GraceBegan(Event):
    """Turn time and bank are over; the table waits the rest of the seat's one patience."""

    seat: int


@dataclass(frozen=True, slots=True)
class AutomaticMove:
    """What was played for an absent seat: the action's word and the cards it named."""

    action: str
    cards: tuple[LaidCard, ...] = ()


@event_type("played_for")
class PlayedFor(Event):
    """The table has moved for a seat; `by` is the bot that did, empty for safe moves."""

    seat: int
    round: int
    moves: tuple[AutomaticMove, ...]
    by: str = ""


@event_type("outage_compensated")
class OutageCompensated(Event):
    """The house could not be reached in this span: clocks are put forward by it."""

    from_ms: int
    until_ms: int


@event_type("time_given")
class TimeGiven(Event):
    """A tournament's director gives whoever is on turn so much more time."""

    ms: int


@event_type("vacation_taken")
class VacationTaken(Event):
    """The seat's clock stands for so many days from now, or from the end of its last vacation."""

    seat: int
    days: int


@event_type("players_reseated")
class PlayersReseated(Event):
    """Who plays on moves together: the first `playing` seats are dealt to, the others watch.

    `came_from` says for each seat at which one its player sat before. `reason` is `eliminated`,
    `resigned`, `tie_break` or `bought_back`.
    """

    came_from: tuple[int, ...]
    playing: int
    reason: str


@event_type("bought_back")
class BoughtBack(Event):
    """Somebody eliminated plays on with `total` points, those of the worst still in."""

    seat: int
    total: int
