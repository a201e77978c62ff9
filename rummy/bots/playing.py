"""Rounds that bots play among themselves."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rummy import engine
from rummy.engine.records import Event

from .families import recall, remember
from .memory import Recollection
from .player import Bot, Dice


class Moment(NamedTuple):
    """A round after one more event, and what everybody remembers of it."""

    state: engine.RoundState
    recalled: Recollection
    event: Event


def play_on(
    state: engine.RoundState, recalled: Recollection, bots: Sequence[Bot], dice: Sequence[Dice]
) -> Iterator[Moment]:
    """The round from here to its end, event by event; bots and dice by seat.

    Nobody speaks up while another is on turn.
    """
    while state.turn is not None:
        seat = state.turn
        view, legal = engine.view(state, seat), engine.legal_actions(state, seat)
        for event in engine.decide(
            state, seat, bots[seat].choose(view, legal, dice[seat], recalled)
        ):
            state, recalled = engine.evolve(state, event), remember(recalled, event)
            yield Moment(state, recalled, event)


def played_out(
    state: engine.RoundState, recalled: Recollection, bots: Sequence[Bot], dice: Sequence[Dice]
) -> engine.RoundState:
    """The round as it stands when these have played it to its end."""
    last = state
    for moment in play_on(state, recalled, bots, dice):
        last = moment.state
    return last


class Played(NamedTuple):
    """A whole round: its log, the deal first, and its points by seat."""

    events: list[Event]
    points: tuple[int, ...]


def play_round(
    rules: engine.RuleSet,
    bots: Sequence[Bot],
    *,
    dealer: int,
    decks: Sequence[Sequence[int]],
    dice: Sequence[Dice],
) -> Played:
    """A round of these bots; `decks` are the order of the cards and those of later stocks."""
    state, dealt = engine.start_round(rules, len(bots), decks[0], dealer, decks[1:])
    events = list(dealt)
    last = state
    for moment in play_on(state, recall(dealt), bots, dice):
        events.append(moment.event)
        last = moment.state
    score = engine.score(last)
    if score is None:
        raise AssertionError("a round that is over has a score")
    return Played(events, score.points)
