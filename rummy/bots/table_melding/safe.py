"""The turn of a player who is absent: it is ended, and risks nothing (PLAY-45).

What was laid in it stays as far as it can: the last steps are taken back until the turn may end, as
long as a first meld is too low, a joker waits for its meld or a card taken has not been used; of
what was taken back, that is laid again which stands without the step at fault. Then the card just
drawn is discarded, or the dearest: no joker is thrown away. Nothing is searched for, so the size of
the hand does not matter.
"""

from collections.abc import Sequence

from rummy.bots.player import SafeTurn
from rummy.engine.cards import cards_of, is_joker, mask_of
from rummy.engine.errors import IllegalAction
from rummy.engine.families.table_melding import laying
from rummy.engine.families.table_melding.actions import (
    UNDO,
    ExchangeJoker,
    LayMeld,
    LayOff,
    Rearrange,
)
from rummy.engine.families.table_melding.legal import turn_ends
from rummy.engine.families.table_melding.reading import discardable
from rummy.engine.families.table_melding.state import Act, Phase
from rummy.engine.families.table_melding.views import TableMeldingView, evolve_view
from rummy.engine.family import RoundView
from rummy.engine.moves import DRAW_STOCK, Discard
from rummy.engine.records import Action, Event


def safe_turn(view: RoundView) -> SafeTurn:
    """The actions that end the turn, each after the view that the one before has led to."""
    seen, gone = table_melding_view(view), []
    while seen.phase is Phase.PLAY and not turn_ends(seen):
        gone += last_laid(seen)
        seen = table_melding_view((yield UNDO))
    if seen.phase is Phase.DRAW:
        seen = table_melding_view((yield DRAW_STOCK))
    for action in standing(seen, gone[::-1]):
        seen = table_melding_view((yield action))
    yield _end(seen)


def table_melding_view(view: RoundView) -> TableMeldingView:
    """The view as one of the table_melding family, the only one these bots can play."""
    if not isinstance(view, TableMeldingView):
        raise TypeError(f"no such bot plays the family {view.rules.family!r}")
    return view


def last_laid(view: TableMeldingView) -> list[Action]:
    """The last step of this turn as an action; none for cards taken from the pile."""
    step = view.open.steps[-1]
    match step.act:
        case Act.MELD:
            return [LayMeld(step.cards)]
        case Act.LAY_OFF:
            return [LayOff(step.cards[0], step.meld or 0)]
        case Act.EXCHANGE:
            number = step.meld or 0
            lay, lies = (mask_of(meld.cards) for meld in (step.before[0], view.open.melds[number]))
            return [ExchangeJoker(step.cards[0], number, cards_of(lay & ~lies)[0])]
        case Act.REARRANGE:
            return [Rearrange(tuple(meld.cards for meld in view.open.melds))]
    return []


def standing(view: TableMeldingView, laid: Sequence[Action]) -> list[Action]:
    """Those of these actions, in their order, after which the turn may end."""
    left = list(laid)
    while left:
        after, done, good = view, list[Action](), 0
        for action in left:
            event = _laid(after, action)
            if event is not None:
                after, done = evolve_view(after, event), [*done, action]
                good = len(done) if turn_ends(after) else good
        if good == len(done):
            return done
        del done[good]
        left = done
    return []


def _laid(view: TableMeldingView, action: Action) -> Event | None:
    """What the action leads to; None where the rules do not allow it."""
    seat = view.seat or 0
    try:
        match action:
            case LayMeld():
                return laying.meld_laid(view, seat, action)
            case LayOff():
                return laying.card_laid_off(view, seat, action)
            case ExchangeJoker():
                return laying.joker_exchanged(view, seat, action)
            case Rearrange():
                return laying.table_rearranged(view, seat, action)
    except IllegalAction:
        return None
    raise AssertionError(f"{action.type} lays nothing")


def _end(view: TableMeldingView) -> Action:
    """The end of the turn; the card just drawn goes, else the dearest, jokers only when all are."""
    ends = turn_ends(view)
    if not isinstance(ends[0], Discard):
        return ends[0]
    cards = [card for card in cards_of(discardable(view)) if not is_joker(card)]
    if view.drawn in cards:
        return Discard(view.drawn)
    dearest = max(
        cards or cards_of(discardable(view)),
        key=lambda card: (view.laws.penalty_of(1 << card), card),
    )
    return Discard(dearest)
