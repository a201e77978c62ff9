"""Playing a simulated round to its end, each seat by a policy of its own."""

from collections.abc import Sequence
from typing import Protocol

from games.engine.families.knock.state import DISCARD, UPCARD_OFFER
from games.engine.scoring import RoundScore
from games.engine.simulation.rounds import KNOCK, SimulatedRound


class Policy(Protocol):
    """How a seat plays. It may look at all of the round, hidden cards too, but not change it."""

    def takes_upcard(self, playing: SimulatedRound) -> bool:
        """Whether the seat on turn takes the upcard; asked only when it may."""

    def ends_turn(self, playing: SimulatedRound, options: list[int]) -> int:
        """The one of these (`SimulatedRound.options`) with which the seat on turn ends it."""


def play_out(playing: SimulatedRound, policies: Sequence[Policy]) -> RoundScore:
    """Play on until the round is over; its score."""
    if playing.phase is UPCARD_OFFER:
        _offer_upcard(playing, policies)
    while playing.score is None:
        policy = policies[playing.turn]
        if playing.phase is not DISCARD:
            if playing.may_take_upcard and policy.takes_upcard(playing):
                playing.take_upcard()
            else:
                playing.draw_stock()
        chosen = policy.ends_turn(playing, playing.options())
        if chosen < KNOCK:
            playing.discard(chosen)
        else:
            playing.knock(chosen - KNOCK)
    return playing.score


def _offer_upcard(playing: SimulatedRound, policies: Sequence[Policy]) -> None:
    """The first upcard, to one seat after the other (GIN-11)."""
    while playing.phase is UPCARD_OFFER:
        if policies[playing.turn].takes_upcard(playing):
            playing.take_upcard()
        else:
            playing.pass_upcard()
