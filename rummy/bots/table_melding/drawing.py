"""Whether to take from the discard pile, and how deep (GER-7, GER-V2, GER-V4, R500-3)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rummy.engine.budget import DECIDING_STEPS, Budget
from rummy.engine.cards import BIT, held_of, is_joker, mask_of
from rummy.engine.families.table_melding.actions import CLAIM_DISCARD, TakeDiscard
from rummy.engine.families.table_melding.rules.numbers import DiscardDraw
from rummy.engine.families.table_melding.views import TableMeldingView
from rummy.engine.family import RoundView
from rummy.engine.records import Action
from rummy.engine.table_melding.solving import Aim, Task, Turn, best_turn, plan_turn

from .keeping import melded_faces
from .laying import FULL, Skill, leaves
from .safe import table_melding_view
from .seeing import (
    hand_romme_task,
    held_value,
    is_opened,
    own_hand,
    risk_of,
    scores_what_is_laid,
    task_of,
)

MOST_TAKEN: Final = 14  # a deeper take fills the hand with more than can be judged, or paid for
DRIFT: Final = 3.0  # what a card from the stock is worth, in points, being nobody's business
_SCALE: Final = 4


class Take(NamedTuple):
    """Cards taken from the pile, the chosen one first, with what that should bring in points.

    `laid`: the chosen card is laid in this turn; `goes_out`: the round ends with it.
    """

    action: TakeDiscard
    cards: tuple[int, ...]
    value: float
    laid: bool
    goes_out: bool


def judged_takes(
    view: TableMeldingView,
    legal: Sequence[Action],
    steps: Budget,
    skill: Skill = FULL,
    most: int = MOST_TAKEN,
) -> list[Take]:
    """All takes of no more cards than that, judged; the shallow ones first, while steps last."""
    takes = [action for action in legal if isinstance(action, TakeDiscard)]
    return [
        judged(view, action, steps, skill)
        for action in takes
        if len(cards_taken(view, action)) <= most
    ]


def cards_taken(view: TableMeldingView, action: TakeDiscard) -> tuple[int, ...]:
    """The cards of the pile that this action takes, the chosen one first."""
    pile = view.open.pile
    return pile[-1:] if action.card is None else pile[pile.index(action.card) :]


def judged(view: TableMeldingView, action: TakeDiscard, steps: Budget, skill: Skill = FULL) -> Take:
    """What taking these cards should bring, measured against a card from the stock at 0."""
    cards = cards_taken(view, action)
    hand = own_hand(view) | mask_of(cards)
    owes = len(cards) > 1 or view.laws.numbers.discard_draw is DiscardDraw.MUST_MELD
    task = task_of(view, hand)._replace(must=cards[0] if owes else None, taken=cards[0])
    if not skill.exchanges:
        task = task._replace(exchanges=task.exchanges._replace(allowed=False))
    out = _goes_out(view, task, cards[0], steps)
    if scores_what_is_laid(view):
        value, laid = _by_points(view, task, cards[0], steps)
    else:
        value, laid = _by_melds(view, task, cards[0], steps)
    return Take(action, cards, value + (100.0 if out else 0.0), laid, out)


def _goes_out(view: TableMeldingView, task: Task, card: int, steps: Budget) -> bool:
    if view.laws.numbers.robber:
        return False
    whole = hand_romme_task(view, task.hand)
    tasks = [task] if whole is None else [task, whole._replace(must=task.must, taken=card)]
    return any(leaves(one, 1, steps) for one in tasks)


def _by_points(view: TableMeldingView, task: Task, card: int, steps: Budget) -> tuple[float, bool]:
    """Rommé 500: points laid, less what stays at the risk of being paid for."""
    risk = 0.35 + 0.65 * risk_of(view)
    ranks = tuple(round(_SCALE * value * risk) for value in view.laws.numbers.held_values)
    aim = Aim(_SCALE, ranks, round(_SCALE * view.laws.numbers.joker_held * (risk - 0.5)))
    plain, taken = best_turn(task_of(view), aim, steps), plan_turn(task, aim, steps)
    if taken is None or plain is None:
        return -100.0, False
    laid = _is_laid(taken, card)
    value = (taken.score - plain.score) / _SCALE - DRIFT
    return (value if laid or task.must is not None else min(value, -1.0)), laid


def _by_melds(view: TableMeldingView, task: Task, card: int, steps: Budget) -> tuple[float, bool]:
    """Deutsches Rommé: what is laid with it, or melds it makes in a hand that waits."""
    aim = Aim(0, view.laws.numbers.held_values, view.laws.numbers.joker_held)
    taken = plan_turn(task, aim, steps)
    if taken is not None and taken.moves and _is_laid(taken, card):
        plain = best_turn(task_of(view), aim, steps)
        before = plain.score if plain is not None else -view.laws.penalty_of(own_hand(view))
        return float(taken.score - before) + held_value(view, card) / 2, True
    if task.must is not None or is_opened(view):
        return -1.0, False
    if is_joker(card):
        return 20.0, False
    gain = _melded_points(view, task.hand, steps)
    gain -= _melded_points(view, own_hand(view), steps)
    return float(gain - 1 if gain else -1), False


def _melded_points(view: TableMeldingView, hand: int, steps: Budget) -> int:
    values = view.laws.numbers.held_values
    return sum(values[face % 13] for face in melded_faces(view, hand, steps))


def _is_laid(turn: Turn, card: int) -> bool:
    return not turn.left & BIT[held_of(card)]


def wants_claim(view: TableMeldingView, steps: Budget) -> bool:
    """Whether to knock for the discard out of turn: it makes a meld, or can be laid (GER-V4).

    The hand grows by the card, so it has to be worth a card more.
    """
    card, hand = view.open.pile[-1], own_hand(view)
    if is_joker(card):
        return True
    gain = _melded_points(view, hand | BIT[card], steps) - _melded_points(view, hand, steps)
    return gain > held_value(view, card)


def interjects(view: RoundView, legal: Sequence[Action]) -> Action | None:
    """A knock for the discard while another is to draw, where it is wanted (GER-V4)."""
    if CLAIM_DISCARD not in legal or not wants_claim(
        table_melding_view(view), Budget(DECIDING_STEPS)
    ):
        return None
    return CLAIM_DISCARD
