"""Puzzles, found where bots of the house play: what one of them did not see, or others did not."""

from collections.abc import Iterator, Sequence
from typing import Final

from rummy import engine
from rummy.bots import BOTS
from rummy.bots.playing import decision_of, play_round
from rummy.bots.serving.dice import SeededDice
from rummy.engine.families.knock.actions import Knock
from rummy.engine.families.knock.views import KnockView
from rummy.engine.families.table_melding.actions import LayMeld, Rearrange, TakeDiscard
from rummy.engine.families.table_melding.views import TableMeldingView
from rummy.engine.moves import Discard
from rummy.engine.records import Action, Event
from rummy.hints.advice import Decision
from rummy.hints.review import decisions

from .position import Position
from .puzzle import GO_OUT, LAYING, Puzzle, goes_out, same_move, theme_of
from .weighing import ROUNDS, weigh

GAP_POINTS: Final = 2.0  # by the estimator's first look
FINDERS = ("casual", "solid", "expert")
TRIES = 5  # a bot with chance in it finds a move that it makes most of so many times
LAID_MIN = 3  # moves of a turn in which it takes thought to go out


def weighed_in(game: str, deal: int, theme: str = "") -> Iterator[Puzzle]:
    """What a round of this preset offers to be weighed; the deal's number decides all chance in it.

    It takes minutes: of each round only one decision, three times of four one that somebody
    missed, of this theme or else of any as often as of another.
    """
    rules, events = _played(game, deal)
    dice = SeededDice(f"one of {game} {deal}")
    yield from weighed_of(rules, events, dice, theme=theme, missed=bool(deal % 4))


def weighed_of(
    rules: engine.RuleSet,
    events: Sequence[Event],
    dice: SeededDice,
    *,
    theme: str = "",
    missed: bool = True,
    playouts: Sequence[int] | None = None,
) -> Iterator[Puzzle]:
    """The same of any round of two without house rules; `events` are its whole log.

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


def ways_out_in(game: str, deal: int) -> Iterator[Puzzle]:
    """The last turn of the round, where somebody went out in several moves."""
    rules, events = _played(game, deal)
    if rules.family == "table_melding":
        yield from _ways_out(rules, events)


def _played(game: str, deal: int) -> tuple[engine.RuleSet, list[Event]]:
    rules = engine.build_rules(game)
    levels = ("casual", "solid") if deal % 2 else ("solid", "expert")
    dice = SeededDice(f"puzzles {game} {deal}")
    cards = engine.deck_cards(rules)
    played = play_round(
        rules,
        [BOTS[level] for level in levels],
        dealer=dice.randrange(2),
        decks=[dice.shuffled(cards) for _ in range(1 + rules.reshuffles)],
        dice=[SeededDice(f"puzzles {game} {deal} {seat}") for seat in range(2)],
    )
    return rules, played.events


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


def _ways_out(rules: engine.RuleSet, events: Sequence[Event]) -> Iterator[Puzzle]:
    places = [place for place, event in enumerate(events) if event.cause() is not None]
    seat = getattr(events[places[-1]], "seat", 0)
    turn: list[int] = []
    for place in reversed(places):
        action = events[place].cause()
        if getattr(events[place], "seat", None) != seat:
            break
        if not isinstance(action, (*LAYING, Discard)):
            break
        turn.insert(0, place)
    line = tuple(action for place in turn if (action := events[place].cause()) is not None)
    laid = [action for action in line if isinstance(action, LAYING)]
    if len(laid) < LAID_MIN or all(isinstance(action, LayMeld) for action in laid):
        return
    position = Position(rules, 2, tuple(events[: turn[0]]), seat)
    if goes_out(position, line):
        found_by = tuple(level for level in FINDERS if _finds_a_way(position, level))
        yield Puzzle(theme=GO_OUT, position=position, line=line, found_by=found_by)


def _finds_a_way(position: Position, level: str) -> bool:
    state, recalled, dice = position.state, position.recalled, SeededDice("found")
    while state.turn == position.seat:
        *_, done = decision_of(state, recalled, position.seat, BOTS[level], dice)
        state, recalled = done.state, done.recalled
    return state.is_over
