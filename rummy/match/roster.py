"""Who is still in: dropping out, buying back, and moving together so that the rest play on.

Those who play always hold the first seats: a round is dealt to seats 0 to `playing` - 1 and the
engine knows of nobody else. Whoever drops out moves behind them, with all that is theirs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from rummy.match.events import BoughtBack, PlayedFor, PlayersReseated, RoundScored
from rummy.match.state import OF_EACH_SEAT, MatchState, Phase, put
from rummy.match.terms import MatchFormat

T = TypeVar("T")

PLAYED_FOR_KEPT = 24


@dataclass(frozen=True, slots=True)
class Cut:
    """Who plays on after a round, by the seats they hold now, and why the others do not."""

    staying: tuple[int, ...]
    reason: str


def reseating(state: MatchState, cut: Cut) -> PlayersReseated:
    """The move by which those who stay hold the first seats; the order of play is kept."""
    gone = [seat for seat in range(state.terms.seats) if seat not in cut.staying]
    return PlayersReseated((*cut.staying, *gone), len(cut.staying), cut.reason)


def returning(state: MatchState, seat: int) -> PlayersReseated:
    """The move by which somebody bought back is dealt to again: behind those who are in."""
    playing = state.roster.playing
    others = [other for other in range(state.terms.seats) if other >= playing and other != seat]
    return PlayersReseated((*range(playing), seat, *others), playing + 1, "bought_back")


def players_reseated(state: MatchState, event: PlayersReseated, at_ms: int) -> MatchState:
    """Everything that belongs to a seat moves with its player; the table is cleared."""

    def moved(values: tuple[T, ...]) -> tuple[T, ...]:
        return tuple(values[seat] for seat in event.came_from)

    roster, clock = state.roster, state.clock
    out_after, tie_break_from = roster.out_after, roster.tie_break_from
    if event.reason != "bought_back":  # who drops out now did so after this round
        for came_from in event.came_from[event.playing : roster.playing]:
            out_after = put(out_after, came_from, len(state.sheet))
    if event.reason == "tie_break":
        tie_break_from = tie_break_from or len(state.sheet) + 1
    roster = replace(
        roster,
        playing=event.playing,
        tie_break_from=tie_break_from,
        out_after=moved(out_after),
        rebuys=moved(roster.rebuys),
        away_until_ms=moved(roster.away_until_ms),
        vacation_left=moved(roster.vacation_left),
        detours=(),
        played_for=tuple(
            replace(move, seat=event.came_from.index(move.seat)) for move in roster.played_for
        ),
    )
    clock = replace(clock, banks_ms=moved(clock.banks_ms), graces_ms=moved(clock.graces_ms))
    of_seats: dict[str, Any] = {name: moved(getattr(state, name)) for name in OF_EACH_SEAT}
    return replace(
        state,
        **of_seats,
        dealer=_dealer_after(state, event),
        clock=clock,
        roster=roster,
        sheet=tuple(_sheet_line(line, event.came_from) for line in state.sheet),
        round=None,
        draw=None,
    )


def _dealer_after(state: MatchState, event: PlayersReseated) -> int:
    """Whose deal it was deals if still dealt to, else the next one who is."""
    seat = state.dealer
    while event.came_from.index(seat) >= event.playing:
        seat = (seat + 1) % state.roster.playing
    return event.came_from.index(seat)


def _sheet_line(line: RoundScored, came_from: Sequence[int]) -> RoundScored:
    return replace(
        line,
        dealer=came_from.index(line.dealer),
        winner=None if line.winner is None else came_from.index(line.winner),
        points=tuple(line.points[seat] for seat in came_from),
        lines=tuple(one._replace(seat=came_from.index(one.seat)) for one in line.lines),
        totals=tuple(line.totals[seat] for seat in came_from),
        tallies=None,
        played_for=None
        if line.played_for is None
        else tuple(sorted(came_from.index(seat) for seat in line.played_for)),
    )


def may_buy_back(state: MatchState, seat: int) -> bool:
    """Whether this seat, eliminated in the last round, may still be bought back.

    In the pause after that round only, and never once those who are level play tie-breakers.
    """
    terms, roster = state.terms, state.roster
    return (
        terms.format is MatchFormat.ELIMINATION
        and state.phase is Phase.BETWEEN
        and not state.is_in(seat)
        and not roster.tie_break_from
        and roster.out_after[seat] == len(state.sheet)
        and roster.rebuys[seat] < terms.rebuys_max
        and not (state.robots[seat] or state.resigned[seat] or state.automatic[seat])
    )


def worst_total(state: MatchState) -> int:
    """The points of the worst who is still in: with so many somebody bought back plays on."""
    return min(state.totals[seat] for seat in range(state.roster.playing))


def bought_back(state: MatchState, event: BoughtBack, at_ms: int) -> MatchState:
    """The seat has paid and has its points; the reseating that follows deals to it again."""
    roster, seat = state.roster, event.seat
    return replace(
        state,
        totals=put(state.totals, seat, event.total),
        ready=put(state.ready, seat, True),
        roster=replace(
            roster,
            rebuys=put(roster.rebuys, seat, roster.rebuys[seat] + 1),
            out_after=put(roster.out_after, seat, 0),
        ),
    )


def played_for(state: MatchState, event: PlayedFor, at_ms: int) -> MatchState:
    """Keep what was played for a seat, the latest of it."""
    kept = state.roster.played_for
    own = [one for one in kept if one.seat == event.seat]
    if len(own) >= PLAYED_FOR_KEPT:
        kept = tuple(one for one in kept if one is not own[0])
    return replace(state, roster=replace(state.roster, played_for=(*kept, event)))


def detour_made(state: MatchState, seat: int) -> MatchState:
    """One more of what may not be repeated for ever."""
    detours = state.roster.detours or (0,) * state.terms.seats
    detours = put(detours, seat, detours[seat] + 1)
    return replace(state, roster=replace(state.roster, detours=detours))


def without_detours(state: MatchState) -> MatchState:
    """A round is over: they are counted anew."""
    if not state.roster.detours:
        return state
    return replace(state, roster=replace(state.roster, detours=()))


def absent_anew(state: MatchState, seat: int) -> MatchState:
    """A new absence begins: what was played in an earlier one is told no more."""
    kept = tuple(one for one in state.roster.played_for if one.seat != seat)
    return replace(state, roster=replace(state.roster, played_for=kept))
