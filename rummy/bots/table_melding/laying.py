"""What to lay in this turn: going out before everything, then what leaves the hand cheapest."""

from typing import Final, NamedTuple

from rummy.engine.budget import Budget
from rummy.engine.families.table_melding.actions import ExchangeJoker, LayMeld, LayOff, Rearrange
from rummy.engine.families.table_melding.reading import first_meld_points, owed_card
from rummy.engine.families.table_melding.views import TableMeldingView
from rummy.engine.records import Action
from rummy.engine.table_melding import Meld, figure_of
from rummy.engine.table_melding.solving import (
    Aim,
    Exchanged,
    Exchanges,
    Move,
    NewMeld,
    Task,
    Turn,
    Weights,
    best_turn,
    plan_turn,
    rearrange,
)

from .seeing import FEWEST_LEFT, hand_romme_task, is_opened, least_left, own_hand, risk_of, task_of

WAIT_WITH: Final = 5  # cards that may be in no meld yet, the discard apart


class Skill(NamedTuple):
    """What a player makes use of. `rearranges` tables of so many melds at most (GER-V6).

    Who does not exchange jokers for the use of it still does so to go out.
    """

    exchanges: bool = True
    rearranges: int = 99
    waits: bool = True


FULL: Final = Skill()


class Laying(NamedTuple):
    """The next action towards what is laid in this turn, and what all of it comes to.

    `left` is the mask of the hand cards that stay, `goes_out` whether the round ends with it,
    `melds` the new melds that the rest of the turn lays.
    """

    action: Action
    laid: int
    left: int
    goes_out: bool = False
    melds: tuple[Meld, ...] = ()


def next_laying(view: TableMeldingView, steps: Budget, skill: Skill = FULL) -> Laying | None:
    """What to lay next; None when nothing (more) should be laid in this turn."""
    if view.laws.numbers.robber and is_opened(view) and len(view.open.melds) <= skill.rearranges:
        return rearranged(view, steps)
    out = going_out(view, steps)
    if out is not None:
        return out
    task = task_of(view)
    if not skill.exchanges:
        task = task._replace(exchanges=Exchanges(allowed=False))
    turn = plan_turn(task, least_left(view, risk_of(view)), steps)
    if turn is None or not turn.moves or (skill.waits and waits(view, steps)):
        return None
    return _laying(view, turn)


def _laying(view: TableMeldingView, turn: Turn, *, goes_out: bool = False) -> Laying:
    laid = (own_hand(view) | view.open.freed) & ~turn.left
    return Laying(action_of(turn.moves[0]), laid, turn.left, goes_out, turn.melds)


def action_of(move: Move) -> Action:
    """The solver's move as an action at the table."""
    if isinstance(move, NewMeld):
        return LayMeld(move.cards)
    if isinstance(move, Exchanged):
        return ExchangeJoker(move.card, move.meld, move.joker)
    return LayOff(move.card, move.meld)


def going_out(view: TableMeldingView, steps: Budget) -> Laying | None:
    """How to lay all but the card for the discard; None when it cannot be done in this turn."""
    stays = 0 if view.laws.numbers.robber else 1
    for task in (task_of(view), hand_romme_task(view)):
        if task is not None and leaves(task, stays, steps):
            turn = plan_turn(task, FEWEST_LEFT, steps)
            if turn is not None and turn.moves:
                return _laying(view, turn, goes_out=True)
    return None


def leaves(task: Task, cards: int, steps: Budget) -> bool:
    """Whether no more cards need stay in the hand."""
    found = best_turn(task, FEWEST_LEFT, steps)
    return found is not None and -found.score <= cards


def rearranged(view: TableMeldingView, steps: Budget) -> Laying | None:
    """The table laid anew with as much as possible, by plain moves if those do as well (GER-V6).

    By plain moves as well where the steps do not suffice for the table.
    """
    numbers, hand = view.laws.numbers, own_hand(view)
    aim = Aim(0, numbers.held_values, numbers.joker_held)
    task = task_of(view)._replace(exchanges=Exchanges(allowed=False))
    plain = plan_turn(task, aim, steps)
    by_moves = plain if plain is not None and plain.moves else None
    if by_moves is not None and (view.open.freed or not by_moves.left):
        return _laying(view, by_moves, goes_out=not by_moves.left)
    table = tuple(meld.cards for meld in view.open.melds)
    weights = Weights(numbers.held_values, numbers.joker_held)
    found = rearrange(table, hand, weights, steps)
    if found is None or not found.laid:
        return None if by_moves is None else _laying(view, by_moves)
    left = hand & ~found.laid
    if by_moves is not None and -by_moves.score <= view.laws.penalty_of(left):
        return _laying(view, by_moves)
    return Laying(Rearrange(found.melds), found.laid, left, goes_out=not left)


def waits(view: TableMeldingView, steps: Budget) -> bool:
    """Whether to keep everything for a hand-rommé that is near (GER-11).

    Nobody has opened, so nothing can be laid off elsewhere and nobody is about to go out.
    """
    task = hand_romme_task(view)
    begun = first_meld_points(view.open) or owed_card(view.open) is not None
    if task is None or begun or view.laws.numbers.robber:
        return False
    fewest = best_turn(task, FEWEST_LEFT, steps)
    return fewest is not None and 1 < -fewest.score <= 1 + WAIT_WITH


def points_of(view: TableMeldingView, laying: Laying) -> int:
    """What the cards laid would have cost in the hand."""
    return view.laws.penalty_of(laying.laid & own_hand(view))


def first_meld_of(view: TableMeldingView, laying: Laying) -> int:
    """What the first meld comes to with these melds, as they lie; a joker is what it is for."""
    figures = filter(None, map(figure_of, laying.melds))
    return first_meld_points(view.open) + sum(map(view.laws.melds.points, figures))
