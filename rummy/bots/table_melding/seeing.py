"""What a seat of a table-melding game can read off its view: tasks for the solver, unseen cards."""

from typing import Final, NamedTuple

from rummy.engine.cards import FIRST_JOKER, PACK, cards_of, deck_of, is_joker, mask_of, rank_of
from rummy.engine.families.table_melding.outlook import task_of as turn_task
from rummy.engine.families.table_melding.reading import figure_at, has_melded, is_hand_romme
from rummy.engine.families.table_melding.rules.numbers import Scoring
from rummy.engine.families.table_melding.views import TableMeldingView
from rummy.engine.table_melding import Figure
from rummy.engine.table_melding.solving import Aim, Task

FEWEST_LEFT: Final = Aim(0, (1,) * 13, 1)


def own_hand(view: TableMeldingView) -> int:
    """The hand as a mask; only a seated player has one."""
    if view.hand is None or view.seat is None:
        raise ValueError("a spectator does not play")
    return view.hand


def own_seat(view: TableMeldingView) -> int:
    """The seat that plays."""
    if view.seat is None:
        raise ValueError("a spectator does not play")
    return view.seat


def scores_what_is_laid(view: TableMeldingView) -> bool:
    """Rommé 500, where points on the table count (R500-10)."""
    return view.laws.numbers.scoring is Scoring.LAID


def is_opened(view: TableMeldingView) -> bool:
    """Whether the seat may lay off and exchange (GER-8)."""
    return has_melded(view.laws, view.open, own_seat(view))


def table_of(view: TableMeldingView) -> tuple[Figure, ...]:
    """The melds on the table."""
    return tuple(figure_at(view.open, number) for number in range(len(view.open.melds)))


LARGE_HAND: Final = 24  # from here on lay-offs are looked at one by one, after the new melds


def task_of(view: TableMeldingView, hand: int | None = None) -> Task:
    """What the rules let this hand do now; the own one where none is named."""
    task = turn_task(view, own_hand(view) if hand is None else hand)
    whole = task.hand.bit_count() < LARGE_HAND or task.must is not None
    return task if whole else task._replace(table=())


def hand_romme_task(view: TableMeldingView, hand: int | None = None) -> Task | None:
    """The same where going out at once needs no minimum; None where it does (GER-11)."""
    if is_opened(view) or not is_hand_romme(view.laws, view.open, own_seat(view)):
        return None
    return task_of(view, hand)._replace(minimum=0, table=())


def least_left(view: TableMeldingView, risk: float) -> Aim:
    """To be rid of what costs most; points laid count where they score (GER-10, R500-10).

    A joker is dear in the end and of use before it: how long is left, the `risk` tells.
    """
    numbers = view.laws.numbers
    point = 2 if scores_what_is_laid(view) else 0
    ranks = tuple(2 * value for value in numbers.held_values)
    joker = round(2 * (numbers.joker_held * risk - JOKER_OF_USE * (1 - risk)))
    return Aim(point, ranks, joker)


JOKER_OF_USE: Final = 10  # points a joker kept is worth while there is time


class Unseen(NamedTuple):
    """Cards in the stock and in other hands: how many of each face, jokers, and all together."""

    faces: tuple[int, ...]
    jokers: int
    total: int


def unseen_of(view: TableMeldingView) -> Unseen:
    """What this seat has not seen."""
    now, rules = view.open, view.rules
    seen = own_hand(view) | now.freed | mask_of(now.pile)
    for meld in now.melds:
        seen |= mask_of(meld.cards)
    counts, jokers = [0] * PACK, 0
    for card in deck_of(rules.packs, rules.jokers):
        if not seen >> card & 1:
            if card >= FIRST_JOKER:
                jokers += 1
            else:
                counts[card % PACK] += 1
    return Unseen(tuple(counts), jokers, sum(counts) + jokers)


def others(view: TableMeldingView) -> list[int]:
    """How many cards the other seats hold, the next to play first."""
    counts, seat = view.open.hand_counts, own_seat(view)
    return [counts[(seat + step) % len(counts)] for step in range(1, len(counts))]


def held_value(view: TableMeldingView, card: int) -> int:
    """What a card costs in the hand at the end (GER-6, R500-8)."""
    numbers = view.laws.numbers
    return numbers.joker_held if is_joker(card) else numbers.held_values[rank_of(card)]


def penalty(view: TableMeldingView, hand: int) -> int:
    """The same for all cards of a hand."""
    return sum(held_value(view, card) for card in cards_of(hand))


_RISK_BY_COUNT = (1.0, 0.85, 0.7, 0.55, 0.45, 0.35, 0.28, 0.22)


def risk_of(view: TableMeldingView) -> float:
    """About how likely the cards left now will still be in the hand when the round ends."""
    fewest = min(others(view))
    near = _RISK_BY_COUNT[fewest] if fewest < len(_RISK_BY_COUNT) else 0.15
    all_cards = len(deck_of(view.rules.packs, view.rules.jokers))
    dealt = len(view.open.hand_counts) * view.laws.numbers.hand_size
    gone = 1 - view.open.stock_count / max(1, all_cards - dealt)
    return min(1.0, max(near, 0.15 + 0.45 * gone))
