"""How the clocks of a match go on: turns, time banks, patience, vacation, outages made good."""

from dataclasses import replace

from rummy.match.events import GraceBegan, OutageCompensated, TimeGiven, VacationTaken
from rummy.match.state import Clock, MatchState, put
from rummy.match.time.pace import DAY_MS, ends_at


def turn_passes(state: MatchState, turn: int | None, at_ms: int) -> MatchState:
    """Stop one clock, take what it overran from that seat's bank, start the next one.

    It starts when others have had their time to knock, which costs the seat on turn nothing.
    """
    clock, misses = state.clock, state.misses
    banks, graces = clock.banks_ms, clock.graces_ms
    if clock.turn is not None:
        overrun = at_ms - clock.started_ms - state.terms.turn_ms
        if overrun > 0 and not state.automatic[clock.turn]:
            banks = put(banks, clock.turn, max(0, banks[clock.turn] - overrun))
            graces = _graces_left(clock, at_ms)
        if not clock.expired and misses[clock.turn]:
            misses = put(misses, clock.turn, 0)
    knock_ms = _time_to_knock(state, turn)
    begins_ms = at_ms + knock_ms
    started = Clock(
        banks_ms=banks,
        turn=turn,
        started_ms=begins_ms,
        deadline_ms=None if turn is None else _turn_ends(state, turn, banks, begins_ms),
        graces_ms=graces,
        knock_until_ms=begins_ms if knock_ms else 0,
    )
    return replace(state, clock=started, misses=misses)


def _time_to_knock(state: MatchState, turn: int | None) -> int:
    """How long people may knock for what the seat before has just discarded (GER-V4)."""
    before = state.clock.turn
    if before is None or turn is None:
        return 0
    others = [seat for seat in state.staying if seat not in (before, turn)]
    waits = any(not state.robots[seat] and not state.automatic[seat] for seat in others)
    return state.terms.knock_ms if waits else 0


def _graces_left(clock: Clock, at_ms: int) -> tuple[int, ...]:
    """What the seat on turn has used of its patience is gone."""
    if clock.grace_since_ms is None or clock.turn is None:
        return clock.graces_ms
    used = at_ms - clock.grace_since_ms
    return put(clock.graces_ms, clock.turn, max(0, clock.graces_ms[clock.turn] - used))


def _turn_ends(state: MatchState, turn: int, banks: tuple[int, ...], from_ms: int) -> int:
    if state.plays_alone(turn):
        return from_ms + state.terms.absence.automatic_ms
    return _full_turn_ends(state, turn, banks, from_ms)


def _full_turn_ends(state: MatchState, turn: int, banks: tuple[int, ...], from_ms: int) -> int:
    """The end of a turn and its bank, for somebody who is there; vacation comes before it."""
    begins_ms = max(from_ms, state.roster.away_until_ms[turn])
    return ends_at(state.terms.hours, begins_ms, state.terms.turn_ms + banks[turn])


def turn_resumed(state: MatchState, seat: int, at_ms: int) -> MatchState:
    """The seat on turn has come or gone. Its turn began when it began: nobody gains time by it."""
    clock = state.clock
    if clock.deadline_ms is None or clock.turn != seat:
        return state
    deadline_ms = _full_turn_ends(state, seat, clock.banks_ms, clock.started_ms)
    if clock.grace_since_ms is not None:
        deadline_ms = clock.grace_since_ms + clock.graces_ms[seat]
    if state.plays_alone(seat):
        begins_ms = max(at_ms, clock.knock_until_ms)
        deadline_ms = min(deadline_ms, begins_ms + state.terms.absence.automatic_ms)
    return replace(state, clock=replace(clock, deadline_ms=deadline_ms))


def grace_began(state: MatchState, event: GraceBegan, at_ms: int) -> MatchState:
    """The rest of the seat's patience begins to run."""
    ends_ms = ends_at(state.terms.hours, at_ms, state.clock.graces_ms[event.seat])
    return replace(state, clock=replace(state.clock, grace_since_ms=at_ms, deadline_ms=ends_ms))


def vacation_taken(state: MatchState, event: VacationTaken, at_ms: int) -> MatchState:
    """The seat's clock stands for so many days; a turn of its own ends so much later."""
    roster, clock, seat, days = state.roster, state.clock, event.seat, event.days
    until_ms = max(at_ms, roster.away_until_ms[seat]) + days * DAY_MS
    roster = replace(
        roster,
        away_until_ms=put(roster.away_until_ms, seat, until_ms),
        vacation_left=put(roster.vacation_left, seat, roster.vacation_left[seat] - days),
    )
    if clock.turn == seat and clock.deadline_ms is not None:
        clock = replace(clock, deadline_ms=clock.deadline_ms + days * DAY_MS)
    return replace(state, clock=clock, roster=roster)


def lost_ms(state: MatchState, from_ms: int, until_ms: int) -> int:
    """How much of this outage fell on the clock that runs; 0 when it has been made good."""
    clock = state.clock
    if clock.deadline_ms is None or until_ms <= state.roster.compensated_ms:
        return 0
    begun_ms = clock.started_ms
    if clock.knock_until_ms:  # before the turn's own time people had theirs to knock
        begun_ms = min(begun_ms, clock.knock_until_ms - state.terms.knock_ms)
    return max(0, until_ms - max(from_ms, begun_ms))


def outage_compensated(state: MatchState, event: OutageCompensated, at_ms: int) -> MatchState:
    """Put the clock forward by the time during which nobody could be reached."""
    by_ms = lost_ms(state, event.from_ms, event.until_ms)
    roster = replace(state.roster, compensated_ms=event.until_ms)
    clock = _put_forward(state.clock, by_ms, event.until_ms)
    if clock.knock_until_ms:
        clock = replace(clock, knock_until_ms=clock.knock_until_ms + by_ms)
    return replace(state, clock=clock, roster=roster)


def time_given(state: MatchState, event: TimeGiven, at_ms: int) -> MatchState:
    """The turn ends so much later, and no bank pays for it."""
    return replace(state, clock=_put_forward(state.clock, event.ms, at_ms))


def _put_forward(clock: Clock, by_ms: int, now_ms: int) -> Clock:
    """The clock that runs; patience that was running goes on by `now_ms` at the latest."""
    if clock.deadline_ms is None or not by_ms:
        return clock
    grace = clock.grace_since_ms
    return replace(
        clock,
        started_ms=clock.started_ms + by_ms,
        deadline_ms=clock.deadline_ms + by_ms,
        grace_since_ms=None if grace is None else min(grace + by_ms, now_ms),
    )
