"""A finished round for staff: who sat there, what happened card by card, what it was worth.

A round that is not over has no page here, whatever somebody's rights, nor has one of a deal that
others may still be dealt: hidden cards stay hidden.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from backoffice.inspector.event_words import event_name, facts_in_words
from backoffice.inspector.score_sheet import RoundLines, round_lines
from games.models import Round, Seat
from games.replay.rounds import seats_then, stored_events


@dataclass(frozen=True, slots=True)
class EventInWords:
    """An event: its number in the table's log, when, who, what and with what, in words.

    `type` is the code that `kind` puts into words.
    """

    seq: int
    at: dt.datetime
    seat: int | None
    name: str
    type: str
    kind: str
    told: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundInWords:
    """A finished round, all cards open; `seats` and `names` as everybody sat in it."""

    played: Round
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    score: RoundLines
    events: tuple[EventInWords, ...]


def round_in_words(table_id: int, number: int) -> RoundInWords | None:
    """The round, or None where there is none, it is not over, or its deal is still being played."""
    played = (
        Round.objects.all_cards_open()
        .select_related("table")
        .defer("table__state")
        .filter(table_id=table_id, number=number)
        .first()
    )
    if played is None:
        return None
    places = played.table.seats.select_related("player").order_by("number")
    seats = tuple(seat for _number, seat in seats_then(played, places))
    names = tuple(seat.player.name for seat in seats)
    events = tuple(_in_words(event, names) for event in stored_events(played))
    return RoundInWords(played, seats, names, round_lines(played), events)


def _in_words(event: Any, names: tuple[str, ...]) -> EventInWords:
    seat, card = event.payload.get("seat"), event.payload.get("card")
    known = isinstance(seat, int) and seat < len(names)
    return EventInWords(
        seq=event.seq,
        at=dt.datetime.fromtimestamp(event.at_ms / 1000, tz=timezone.get_current_timezone()),
        seat=seat if known else None,
        name=names[seat] if known else "",
        type=event.kind,
        kind=str(event_name(event.kind)),
        told=facts_in_words(event.payload, names),
        cards=(card,) if isinstance(card, str) else (),
    )
