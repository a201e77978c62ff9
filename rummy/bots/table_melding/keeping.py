"""What each card of a hand is worth keeping for, and what it may give away when discarded.

All in points: a card that will be melded saves what it costs in the hand (and scores in Rommé 500),
one that will not is paid for if the round ends soon.
"""

from functools import cache
from itertools import combinations
from math import exp
from typing import Final, NamedTuple

from rummy.bots.memory import NOTHING, Recollection
from rummy.engine.budget import Budget
from rummy.engine.cards import PACK, cards_of, is_joker, rank_of
from rummy.engine.families.table_melding.views import TableMeldingView
from rummy.engine.table_melding import lay_off, place_face
from rummy.engine.table_melding.solving import Aim, Task, best_turn
from rummy.engine.table_melding.solving.ways import NEW

from .seeing import (
    Unseen,
    held_value,
    is_opened,
    own_seat,
    risk_of,
    scores_what_is_laid,
    table_of,
    unseen_of,
)

TURNS_AHEAD: Final = 2.0
_MELDED: Final = 25.0  # a card that lies in a meld of the hand already


class Kept(NamedTuple):
    """A card in the hand: what keeping it is worth, and what discarding it may give away."""

    card: int
    worth: float
    danger: float

    @property
    def regret(self) -> float:
        """What is lost by discarding it."""
        return self.worth + self.danger


@cache
def partners(face: int) -> tuple[tuple[int, int], ...]:
    """The pairs of faces that make three in a meld with this one: sets and runs."""
    suit, rank = divmod(face, 13)
    found = [
        (one * 13 + rank, two * 13 + rank)
        for one, two in combinations([other for other in range(4) if other != suit], 2)
    ]
    for place in {rank, 13} if rank == 0 else {rank}:
        for first in range(max(0, place - 2), min(11, place) + 1):
            low, high = (at for at in range(first, first + 3) if at != place)
            found.append((place_face(low, suit), place_face(high, suit)))
    return tuple(found)


def keeping(
    view: TableMeldingView,
    hand: int,
    steps: Budget,
    recalled: Recollection = NOTHING,
    *,
    careful: bool = True,
) -> list[Kept]:
    """Every card of the hand, the one missed least first; without care nothing is dangerous."""
    unseen, risk = unseen_of(view), risk_of(view)
    melded = melded_faces(view, hand, steps)
    found = []
    for card in cards_of(hand):
        worth = _worth(view, hand, card, unseen, risk, melded)
        danger = _danger(view, card, unseen, recalled) if careful else 0.0
        found.append(Kept(card, worth, danger))
    return sorted(found, key=lambda kept: (kept.regret, -held_value(view, kept.card), kept.card))


def melded_faces(view: TableMeldingView, hand: int, steps: Budget) -> list[int]:
    """The faces of this hand that lie in melds when as much of it as possible does."""
    numbers = view.laws.numbers
    aim = Aim(1, numbers.held_values, 0)
    found = best_turn(Task(hand, view.laws.melds, keeps_card=False), aim, steps)
    ways = found.ways if found else ()
    return [cell.face for way in ways if way.meld == NEW for cell in way.cells if not cell.wild]


def _worth(
    view: TableMeldingView, hand: int, card: int, unseen: Unseen, risk: float, melded: list[int]
) -> float:
    cost = float(held_value(view, card))
    if is_joker(card):
        return _MELDED + cost
    face, copies = card % PACK, (hand >> card % PACK & 1) + (hand >> card % PACK + PACK & 1)
    if melded.count(face) >= copies:
        return _MELDED + cost / 10
    chance = _chance(view, hand, face, unseen)
    gain = cost + (cost if scores_what_is_laid(view) else 0)
    if not is_opened(view):  # high cards reach the minimum sooner (GER-8)
        numbers = view.laws.numbers
        gain += min(10, numbers.held_values[face % 13]) * numbers.first_meld_minimum / 60
    return chance * gain * (1 - risk / 2) - risk * (1 - chance) * cost


def _chance(view: TableMeldingView, hand: int, face: int, unseen: Unseen) -> float:
    """About how likely the card comes to lie in a meld within some turns."""
    if unseen.total == 0:
        return 0.0
    outs: dict[int, float] = {}
    for one, two in partners(face):
        for have, need in ((one, two), (two, one)):
            if hand >> have & 1 or hand >> have + PACK & 1:
                outs[need] = 1.0
    direct = sum((unseen.faces[need] * share for need, share in outs.items()), 0.0)
    direct += unseen.jokers * 1.0 if outs else 0.0
    pairs = [unseen.faces[one] * unseen.faces[two] for one, two in partners(face)]
    far = sum((pair / unseen.total for pair in pairs), 0.0)
    looks = TURNS_AHEAD * (1.5 if not view.laws.numbers.robber else 1.0)
    missed: float = (1 - min(1.0, (direct + 0.5 * far) / unseen.total)) ** looks
    chance = 1 - missed
    if any(lay_off(figure, face) for figure in table_of(view)):
        chance = max(chance, 0.9 if is_opened(view) else 0.5)
    return chance


def _danger(view: TableMeldingView, card: int, unseen: Unseen, recalled: Recollection) -> float:
    """What the next player may make of it, in points."""
    if view.laws.numbers.robber:
        return 0.0
    if is_joker(card):
        return 15.0
    face, size = card % PACK, view.open.hand_counts[_next(view)]
    share = min(1.0, size / max(1, unseen.total))
    known = [held % PACK for held in cards_of(recalled.held_by(_next(view))) if not is_joker(held)]
    melds = 0.0
    for one, two in partners(face):
        here, there = one in known, two in known
        first = 1.0 if here else unseen.faces[one] * share
        second = 1.0 if there else unseen.faces[two] * share
        melds += first * second
    taken = 1 - exp(-melds)
    worth = 6.0
    if scores_what_is_laid(view):
        worth = 3.0 * min(10, max(5, rank_of(card) + 1))
        if any(lay_off(figure, card) for figure in table_of(view)):
            taken = max(taken, 0.8)
    return taken * worth


def _next(view: TableMeldingView) -> int:
    return (own_seat(view) + 1) % len(view.open.hand_counts)
