"""Ending a match that cannot go on: nobody has won, and every stake goes back."""

from __future__ import annotations

from rummy import engine
from rummy.match import events as ev
from rummy.match.evolve import evolve
from rummy.match.run import Step
from rummy.match.state import MatchState, Phase

CALLED_OFF = "called_off"


def call_off(state: MatchState, *, now_ms: int) -> Step:
    """The match ends where it stands; each seat is paid what it paid, the fee too.

    Raises:
        IllegalAction(match_over | no_round_in_play): it is over, or has not begun.
    """
    if state.phase is Phase.FINISHED:
        raise engine.IllegalAction("match_over")
    if state.phase is Phase.SEATING:
        raise engine.IllegalAction("no_round_in_play", phase=state.phase.value)
    seats = state.terms.seats
    ended = ev.MatchFinished(
        winners=tuple(range(seats)),
        totals=state.totals,
        payouts=state.paid_in_chips,
        reason=CALLED_OFF,
    )
    return Step(evolve(state, ended, now_ms), (ended,))
