"""What an attentive player remembers of a round: public facts that no longer lie on the table.

A view shows the table as it is. Which cards somebody took from the pile and still holds, gave away
or let lie, everybody has seen; whoever wants a bot to know it folds the round's events into a
`Recollection`. Events redacted for any seat, or for none, give the same.
"""

from collections.abc import Iterable
from typing import NamedTuple

from games.engine.cards import BIT
from games.engine.families.knock.events import (
    Discarded,
    Knocked,
    RoundDealt,
    StockDrawn,
    UpcardPassed,
    UpcardTaken,
)
from games.engine.records import Event


class Recollection(NamedTuple):
    """By seat, as masks: cards taken from the pile and still `held`, and cards `refused`.

    Refused is what a seat discarded or left lying when it could have taken it.
    """

    held: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()
    upcard: int | None = None

    def held_by(self, seat: int) -> int:
        return self.held[seat] if self.held else 0

    def refused_by(self, seat: int) -> int:
        return self.refused[seat] if self.refused else 0


NOTHING = Recollection()


def recall(events: Iterable[Event]) -> Recollection:
    """What these events of one round, the deal first, leave in mind."""
    recalled = NOTHING
    for event in events:
        recalled = remember(recalled, event)
    return recalled


def remember(recalled: Recollection, event: Event) -> Recollection:
    """The recollection after one more event."""
    held, refused, upcard = recalled
    match event:
        case RoundDealt():
            nothing = (0,) * len(event.hands)
            return Recollection(nothing, nothing, event.upcard)
        case UpcardTaken():
            return Recollection(_with(held, event.seat, event.card), refused, None)
        case StockDrawn() | UpcardPassed() if upcard is not None:
            return recalled._replace(refused=_with(refused, event.seat, upcard))
        case Discarded() | Knocked():
            held = _without(held, event.seat, event.card)
            return Recollection(held, _with(refused, event.seat, event.card), event.card)
    return recalled


def _with(masks: tuple[int, ...], seat: int, card: int) -> tuple[int, ...]:
    return (*masks[:seat], masks[seat] | BIT[card], *masks[seat + 1 :])


def _without(masks: tuple[int, ...], seat: int, card: int) -> tuple[int, ...]:
    return (*masks[:seat], masks[seat] & ~BIT[card], *masks[seat + 1 :])
