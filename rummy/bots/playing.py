"""Rounds that bots play among themselves."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rummy import engine
from rummy.engine.records import Action, Event

from .families import remember
from .memory import Recollection
from .player import Bot, Dice


class Moment(NamedTuple):
    """A round after one more event, and what everybody remembers of it."""

    state: engine.RoundState
    recalled: Recollection
    event: Event


def carried_out(
    state: engine.RoundState, recalled: Recollection, seat: int, action: Action
) -> Iterator[Moment]:
    """This action of the seat's, event by event."""
    for event in engine.decide(state, seat, action):
        state, recalled = engine.evolve(state, event), remember(recalled, event)
        yield Moment(state, recalled, event)


def decision_of(
    state: engine.RoundState, recalled: Recollection, seat: int, bot: Bot, dice: Dice
) -> Iterator[Moment]:
    """What the bot does next on this seat, which has to act, event by event."""
    view, legal = engine.view(state, seat), engine.legal_actions(state, seat)
    yield from carried_out(state, recalled, seat, bot.choose(view, legal, dice, recalled))


def play_on(
    state: engine.RoundState, recalled: Recollection, bots: Sequence[Bot], dice: Sequence[Dice]
) -> Iterator[Moment]:
    """The round from here to its end, event by event; bots and dice by seat.

    Nobody speaks up while another is on turn.
    """
    while state.turn is not None:
        seat = state.turn
        for moment in decision_of(state, recalled, seat, bots[seat], dice[seat]):
            yield moment
            state, recalled, _event = moment


def played_out(
    state: engine.RoundState, recalled: Recollection, bots: Sequence[Bot], dice: Sequence[Dice]
) -> engine.RoundState:
    """The round as it stands when these have played it to its end."""
    last = state
    for moment in play_on(state, recalled, bots, dice):
        last = moment.state
    return last
