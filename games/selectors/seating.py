"""Who sat where in a round: at some tables players move together when somebody drops out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.match import MatchFormat, MatchTerms
from games.match.events import PlayersReseated
from games.models import Round, Seat, TableEvent


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
    told: int | None = events[0].payload.get("seats") if events else None
    return told or terms.seats


def _moves_since(played: Round) -> list[list[int]]:
    """What moved players after the round, the latest move first."""
    terms = played.table.terms
    moves = terms["format"] == MatchFormat.ELIMINATION.value or terms.get("tie_breakers")
    if not moves or played.last_event is None:
        return []
    told = TableEvent.objects.filter(
        table=played.table_id, kind=PlayersReseated.type, seq__gt=played.last_event
    )
    return [
        payload["came_from"] for payload in told.order_by("-seq").values_list("payload", flat=True)
    ]
