"""Who sat where in a round: at some tables players move together when somebody drops out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.models import Round, Seat, TableEvent
from rummy.match import MatchTerms
from rummy.match.events import PlayersReseated


def seats_then(played: Round, seats: Iterable[Seat]) -> list[tuple[int, Seat]]:
    """(number, place) of everybody as they sat in this round, in seat order."""
    moves = _moves_since(played)

    def then(number: int) -> int:
        for came_from in moves:
            number = came_from[number]
        return number

    return sorted(((then(seat.number), seat) for seat in seats), key=lambda place: place[0])


def dealt_seats(terms: MatchTerms, events: Sequence[TableEvent]) -> int:
    """To how many seats a round was dealt; `events` begin with its start."""
    dealt: int | None = events[0].payload.get("seats") if events else None
    return dealt or terms.seats


def _moves_since(played: Round) -> list[list[int]]:
    """What moved players after the round, the latest move first."""
    if played.table.terms["seats"] == 2 or played.last_event is None:  # two play on together
        return []
    moves = TableEvent.objects.filter(
        table=played.table_id, kind=PlayersReseated.type, seq__gt=played.last_event
    )
    return [
        payload["came_from"] for payload in moves.order_by("-seq").values_list("payload", flat=True)
    ]
