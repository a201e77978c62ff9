"""A hint: the best action, what it should bring, and the short reason for it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from rummy.bots.knock.hands import knock_view
from rummy.bots.knock.options import Worth, worths
from rummy.bots.memory import Recollection
from rummy.engine.as_json.codec import Json
from rummy.engine.budget import Budget
from rummy.engine.cards import FIRST_JOKER, PACK, is_joker
from rummy.engine.families.knock.actions import ANSWER, Knock
from rummy.engine.family import RoundView
from rummy.engine.moves import Discard
from rummy.engine.records import Action

from .reasons import reason_for

CHOICES_SHOWN = 4


class Choice(NamedTuple):
    """An action with the points it should bring this round, own minus the opponent's."""

    action: Action
    value: float


class Hint(NamedTuple):
    """The recommended action. `reason` is a code to translate, `facts` are its numbers and cards.

    `choices` are the best actions with their values, the recommended one first.
    """

    action: Action
    value: float
    reason: str
    facts: Json
    choices: tuple[Choice, ...]


class Decision(NamedTuple):
    """A decision and a better one. `place` is that of its event in the round's log, from 0.

    `cost` is the difference in points this round, estimated before the hidden cards were known.
    """

    place: int
    action: Action
    value: float
    cost: float
    better: Hint


def advise(view: RoundView, recalled: Recollection, steps: Budget) -> Hint | None:
    """The hint for the seat of this view; None when it has nothing to decide."""
    legal = view.legal_actions()
    if not legal:
        return None
    found = worths(knock_view(view), legal, recalled, steps)
    if not found:
        return Hint(ANSWER, 0.0, "answer_with_the_optimum", {}, ())
    return hint_of(view, found)


def hint_of(view: RoundView, found: list[Worth]) -> Hint:
    """The hint these worths, best first, amount to."""
    best = found[0]
    reason, facts = reason_for(knock_view(view), found)
    choices = choices_of((one.action, one.value) for one in found)
    return Hint(best.action, rounded(best.value), reason, facts, choices)


def choices_of(found: Iterable[tuple[Action, float]]) -> tuple[Choice, ...]:
    """The first of these that differ for players, to whom one ♥7 or joker is like another."""
    once: dict[Action, Choice] = {}
    for action, value in found:
        once.setdefault(_of_any_pack(action), Choice(action, rounded(value)))
        if len(once) == CHOICES_SHOWN:
            break
    return tuple(once.values())


def _of_any_pack(action: Action) -> Action:
    if not isinstance(action, Discard | Knock):
        return action
    return replace(action, card=FIRST_JOKER if is_joker(action.card) else action.card % PACK)


def rounded(value: float) -> float:
    """Tenths of a point are all that an estimate is good for."""
    return round(value, 1)
