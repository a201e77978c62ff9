"""How the events of a table-melding game enter a player's memory.

Drawing from the stock and discarding are remembered as in any family. A card taken and put back
lies open again: whoever recalls leaves out what lies on the table.
"""

from rummy.bots.memory import Recollection
from rummy.engine.cards import BIT, mask_of
from rummy.engine.families.table_melding.events import (
    CardLaidOff,
    CardsDealt,
    ClaimGranted,
    DiscardTaken,
    JokerExchanged,
    MeldLaid,
    TableRearranged,
)
from rummy.engine.records import Event


def remember(recalled: Recollection, event: Event) -> Recollection:
    """The recollection after one more event; the same after one of another family."""
    held = recalled.held
    match event:
        case CardsDealt():
            nothing = (0,) * len(event.hands)
            return Recollection(nothing, nothing, event.upcard)
        case DiscardTaken():
            taken = held[event.seat] | mask_of(event.cards)
            return recalled._replace(held=_put(held, event.seat, taken), upcard=None)
        case ClaimGranted():
            taken = held[event.seat] | BIT[event.card]
            return recalled._replace(held=_put(held, event.seat, taken), upcard=None)
        case MeldLaid() | TableRearranged():
            return _laid(recalled, event.seat, mask_of(event.cards))
        case CardLaidOff():
            return _laid(recalled, event.seat, mask_of((event.card,)))
        case JokerExchanged():
            recalled = _laid(recalled, event.seat, BIT[event.card])
            if event.to_hand:
                joker = recalled.held[event.seat] | BIT[event.joker]
                recalled = recalled._replace(held=_put(recalled.held, event.seat, joker))
    return recalled


def _laid(recalled: Recollection, seat: int, cards: int) -> Recollection:
    held = recalled.held
    return recalled._replace(held=_put(held, seat, held[seat] & ~cards))


def _put(masks: tuple[int, ...], seat: int, mask: int) -> tuple[int, ...]:
    return (*masks[:seat], mask, *masks[seat + 1 :])
