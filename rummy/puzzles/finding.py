"""Puzzles, found where bots of the house play: what one of them did not see, or others did not."""

from collections.abc import Iterator, Sequence
from typing import Final

from rummy import engine
from rummy.bots import BOTS
from rummy.bots.serving.dice import SeededDice
from rummy.engine.families.knock.actions import Knock
from rummy.engine.families.knock.views import KnockView
from rummy.engine.families.table_melding.actions import Rearrange, TakeDiscard
from rummy.engine.families.table_melding.views import TableMeldingView
from rummy.engine.records import Action, Event
from rummy.hints.advice import Decision
from rummy.hints.review import decisions

from .position import Position
from .puzzle import LAYING, Puzzle, same_move, theme_of
from .weighing import ROUNDS, weigh

GAP_POINTS: Final = 2.0  # by the estimator's first look
FINDERS = ("casual", "solid", "expert")
TRIES = 5  # a bot with chance in it finds a move that it makes most of so many times


def weighed_of(
    rules: engine.RuleSet,
    events: Sequence[Event],
    dice: SeededDice,
    *,
    theme: str = "",
    missed: bool = True,
    playouts: Sequence[int] | None = None,
) -> Iterator[Puzzle]:
    """What a round of two without house rules offers to be weighed; `events` are its whole log.

    It takes minutes: only one decision, of this theme, or else of any as often as of another;
    `missed`: one that somebody missed. The dice choose among them; `playouts` as in `weigh`.
    """
    promising = [
        (position, decision)
        for seat in range(2)
        for decision in decisions(rules, 2, events, seat)
        if _is_promising(
            position := Position(rules, 2, tuple(events[: decision.place]), seat), decision
        )
        and (decision.cost >= GAP_POINTS or not missed)
    ]
    by_theme: dict[str, list[tuple[Position, Decision]]] = {}
    for position, decision in promising:
        legal = engine.legal_actions(position.state, position.seat)
        by_theme.setdefault(theme_of(legal), []).append((position, decision))
    if theme:
        by_theme = {theme: by_theme[theme]} if theme in by_theme else {}
    if by_theme:
        chosen = by_theme[sorted(by_theme)[dice.randrange(len(by_theme))]]
        found = _weighed(*chosen[dice.randrange(len(chosen))], playouts or ROUNDS)
        if found is not None:
            yield found


def _weighed(position: Position, decision: Decision, playouts: Sequence[int]) -> Puzzle | None:
    """The decision as a puzzle, where its best choice is proved to be the best."""
    better = decision.better
    legal = engine.legal_actions(position.state, position.seat)
    found_by = _found_by(position, better.action)
    choices = weigh(position, _distinct(position, legal), better.action, playouts)
    if choices is None:
        return None
    return Puzzle(
        theme=theme_of(legal),
        position=position,
        choices=tuple(choices),
        reason=better.reason,
        facts=better.facts,
        found_by=found_by,
    )


def _is_promising(position: Position, decision: Decision) -> bool:
    """Whether by the estimator's first look one choice is the best by far, and ends something."""
    choices = decision.better.choices
    if len(choices) < 2 or isinstance(choices[0].action, Rearrange):
        return False
    if isinstance(position.view, TableMeldingView) and position.view.open.rebuilt:
        return False  # what lay in the old pile is known, and is not dealt anew
    return choices[0].value - choices[1].value >= GAP_POINTS


def _distinct(position: Position, legal: Sequence[Action]) -> list[Action]:
    """Of moves that come to the same only one, and of knocks the lowest, since nobody asks which
    card to keep; none that rearranges the table, of which there is no end."""
    view, found = position.view, list[Action]()
    knocks = dict(view.knockable) if isinstance(view, KnockView) else {}
    for action in legal:
        if isinstance(action, Rearrange):
            continue
        if isinstance(action, Knock) and knocks[action.card] > min(knocks.values()):
            continue
        if isinstance(action, (TakeDiscard, *LAYING)) and any(
            same_move(position.state, position.seat, action, other) for other in found
        ):
            continue
        found.append(action)
    return found


def _found_by(position: Position, best: Action) -> tuple[str, ...]:
    """Which bots move like this more often than not."""
    view, seat = position.view, position.seat
    legal = engine.legal_actions(position.state, seat)
    found = []
    for level in FINDERS:
        made = [
            BOTS[level].choose(view, legal, SeededDice(f"found {number}"), position.recalled)
            for number in range(TRIES)
        ]
        right = sum(same_move(position.state, seat, one, best) for one in made)
        if 2 * right > TRIES:
            found.append(level)
    return tuple(found)
