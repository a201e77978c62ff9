"""Whole rounds that bots play among themselves, to be measured or looked through."""

from collections.abc import Sequence
from typing import NamedTuple

from rummy import engine
from rummy.bots import recall
from rummy.bots.player import Bot, Dice
from rummy.bots.playing import play_on
from rummy.engine.records import Event


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
