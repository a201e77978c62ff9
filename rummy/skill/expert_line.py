"""What the strong bot would have made of somebody's hand: the same round, decided otherwise."""

from collections.abc import Sequence
from typing import NamedTuple

from rummy import engine
from rummy.bots import BOTS, recall, remember
from rummy.bots.playing import carried_out, play_on
from rummy.bots.serving.dice import SeededDice
from rummy.engine.records import Event

EXPERT = BOTS["expert"]


class Line(NamedTuple):
    """The round with the strong bot on one seat.

    `events` are its whole log, the deal first. Up to `parts_at`, the place of the first event that
    was decided otherwise, they are those that were played; None: the bot does all the same.
    """

    events: tuple[Event, ...]
    parts_at: int | None


def expert_line(rules: engine.RuleSet, seats: int, events: Sequence[Event], seat: int) -> Line:
    """The round of this log as the strong bot would have played it from this seat.

    As long as it decides as was decided, everybody else does what they did. From its first other
    decision on, strong bots sit on all seats: what the others would have done nobody knows. Which
    cards lie where stays as it was.
    """
    dice = [SeededDice(f"expert line {seat} {number}") for number in range(seats)]
    state, recalled = engine.fold(rules, seats, events[:1]), recall(events[:1])
    for place, event in enumerate(events[1:], start=1):
        if event.cause() is not None and state.turn == seat == getattr(event, "seat", None):
            view, legal = engine.view(state, seat), engine.legal_actions(state, seat)
            chosen = EXPERT.choose(view, legal, dice[seat], recalled)
            made = list(carried_out(state, recalled, seat, chosen))
            if [one.event for one in made] != list(events[place : place + len(made)]):
                last = made[-1]
                made += play_on(last.state, last.recalled, [EXPERT] * seats, dice)
                return Line((*events[:place], *(one.event for one in made)), place)
        state, recalled = engine.evolve(state, event), remember(recalled, event)
    return Line(tuple(events), None)
