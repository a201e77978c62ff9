"""What can be read off a round: how far the first meld is, what is still owed in this turn."""

from rummy.engine.cards import BIT, held_of
from rummy.engine.families.table_melding.rules.laws import TableMeldingLaws
from rummy.engine.families.table_melding.state import Act, OpenRound, Sight
from rummy.engine.table_melding import Figure, figure_of


def figure_at(now: OpenRound, meld: int) -> Figure:
    """The meld of this number on the table."""
    figure = figure_of(now.melds[meld].cards)
    if figure is None:
        raise AssertionError("what lies on the table is a meld")
    return figure


def first_meld_points(now: OpenRound) -> int:
    """What the melds laid in this turn are worth together; lay-offs do not count (GER-8)."""
    return sum(step.points for step in now.steps if step.act is Act.MELD)


def has_melded(laws: TableMeldingLaws, now: OpenRound, seat: int) -> bool:
    """Whether the seat may lay off, exchange and rearrange: its first meld is made (GER-8)."""
    if now.opened[seat] or not laws.numbers.own_meld_first:
        return True
    if now.turn != seat or not any(step.act is Act.MELD for step in now.steps):
        return False
    return first_meld_points(now) >= laws.numbers.first_meld_minimum


def owed_card(now: OpenRound) -> int | None:
    """The card taken from the pile that must still be laid in this turn (R500-3, GER-V2)."""
    if not now.must_use or now.taken is None:
        return None
    for step in now.steps:
        if step.act is not Act.TAKE and now.taken in map(held_of, step.cards):
            return None
    return now.taken


def rearranged_alone(now: OpenRound) -> bool:
    """Whether the table was rearranged in this turn and no card of the hand laid yet (GER-V6)."""
    return any(step.act is Act.REARRANGE for step in now.steps) and not any(
        step.hand for step in now.steps if step.act is not Act.TAKE
    )


def first_meld_is_short(laws: TableMeldingLaws, now: OpenRound, seat: int) -> bool:
    """Whether the seat has laid melds in this turn that do not make a first meld yet (GER-8)."""
    return bool(now.steps) and not has_melded(laws, now, seat) and first_meld_points(now) > 0


def is_hand_romme(laws: TableMeldingLaws, now: OpenRound, seat: int) -> bool:
    """Whether going out in this turn is a hand-rommé: nobody has made a first meld (GER-11)."""
    return laws.numbers.hand_romme_factor > 1 and not any(now.opened)


def keeps_a_card(sight: Sight, leaving: int) -> bool:
    """Whether enough stays in the hand to end the turn when these cards (a mask) leave it.

    The last card goes to the discard pile (GER-7, R500-9); without a pile none need stay (GER-V6).
    """
    return sight.laws.numbers.robber or bool((sight.hand or 0) & ~leaving)


def discardable(sight: Sight) -> int:
    """The cards that may be discarded: all but the one chosen from the pile (GER-14, R500-4)."""
    taken = sight.open.taken
    return (sight.hand or 0) & ~(0 if taken is None else BIT[taken])
