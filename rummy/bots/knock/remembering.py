"""How the events of a knock game enter a player's memory."""

from rummy.bots.memory import PASSED, THREW, TOOK, Act, Recollection
from rummy.engine.cards import BIT
from rummy.engine.families.knock.events import (
    Discarded,
    Knocked,
    RoundDealt,
    StockDrawn,
    UpcardPassed,
    UpcardTaken,
)
from rummy.engine.records import Event


def remember(recalled: Recollection, event: Event) -> Recollection:
    """The recollection after one more event; the same after one of another family."""
    held, refused, upcard, course = recalled
    match event:
        case RoundDealt():
            nothing = (0,) * len(event.hands)
            return Recollection(nothing, nothing, event.upcard)
        case UpcardTaken():
            course = (*course, Act(event.seat, TOOK, event.card))
            return Recollection(_with(held, event.seat, event.card), refused, None, course)
        case StockDrawn() | UpcardPassed() if upcard is not None:
            if isinstance(event, UpcardPassed):
                course = (*course, Act(event.seat, PASSED, upcard))
            return recalled._replace(refused=_with(refused, event.seat, upcard), course=course)
        case Discarded() | Knocked() if held:
            seat, card = event.seat, event.card
            held = (*held[:seat], held[seat] & ~BIT[card], *held[seat + 1 :])
            course = (*course, Act(seat, THREW, card))
            return Recollection(held, _with(refused, seat, card), card, course)
    return recalled


def _with(masks: tuple[int, ...], seat: int, card: int) -> tuple[int, ...]:
    return (*masks[:seat], masks[seat] | BIT[card], *masks[seat + 1 :])
