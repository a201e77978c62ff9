"""What a player may take away: rounds, matches, statement, standings, page by page.

A page is bounded, so that an export of any length needs the memory of one page, and no thread
waits for a reader who dawdles. docs/formats.md says what is in a record.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from accounts.api.shapes import PlayerShape, StatementShape
from accounts.books import reading as selectors
from accounts.career import reading as careers
from accounts.career.shapes import RecordShape
from accounts.models import Player, Season, SeasonStanding
from games.models import Round, Seat
from games.moves.commands import StoredEvent
from games.moves.redaction import shown
from games.replay.rounds import seats_then, stored_events
from games.tables.terms import terms_of

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Span:
    """Days, both included; None leaves that side open. `table_id`: only of this table."""

    since: dt.date | None = None
    until: dt.date | None = None
    table_id: int | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Some records, and where the next page begins, or None: that was the last."""

    records: list[Record]
    cursor: int | None


def own_rounds(player: Player, span: Span, *, cursor: int | None, limit: int) -> Page:
    """The player's finished rounds, oldest first, each as their own seat saw it.

    Other hands are absent unless they were shown at the table, and so are the seeds: whoever may
    read the open round finds both at the address in `proof`.
    """
    found = _rounds(player, span)
    if cursor is not None:
        found = found.filter(pk__gt=cursor)
    page = list(found[: limit + 1])
    records = [_round(played, player) for played in page[:limit]]
    return Page(records, page[limit - 1].pk if len(page) > limit else None)


def _rounds(player: Player, span: Span) -> QuerySet[Round]:
    found = Round.objects.filter(
        table__seats__player=player, ended_at__isnull=False, first_event__isnull=False
    )
    if span.table_id is not None:
        found = found.filter(table_id=span.table_id)
    if span.since is not None:
        found = found.filter(ended_at__gte=_midnight(span.since))
    if span.until is not None:
        found = found.filter(ended_at__lt=_midnight(span.until + dt.timedelta(days=1)))
    return found.select_related("table").prefetch_related("table__seats__player").order_by("pk")


def _round(played: Round, player: Player) -> Record:
    seats = seats_then(played, played.table.seats.all())
    own = next(number for number, seat in seats if seat.player_id == player.pk)
    events = stored_events(played)
    return {
        "format": "jeton-round",
        "v": 1,
        "table": played.table_id,
        "name": played.table.title,
        "round": played.number,
        "terms": terms_of(played.table),
        "players": [_player(*seat) for seat in seats],
        "seat": own,
        "dealer": played.dealer,
        "started_at": _moment(events[0].at_ms),
        "ended_at": _moment(events[-1].at_ms),
        "events": [
            shown(StoredEvent(event.seq, event.kind, event.payload, event.at_ms), own)
            for event in events
        ],
        "score": played.score,
        "commitment": played.commitment,
        "proof": f"/api/v1/tables/{played.table_id}/rounds/{played.number}/",
    }


def _player(number: int, seat: Seat) -> Record:
    return {"seat": number, **PlayerShape.of(seat.player)}


def own_matches(player: Player, *, cursor: int | None, limit: int) -> Page:
    """The player's finished matches, newest first, with what each brought."""
    before = None if cursor is None else careers.moment_of(cursor)
    lines, following = careers.match_history(player, before=before, limit=limit)
    records = [{"format": "jeton-match", "v": 1, **RecordShape.of(line)} for line in lines]
    return Page(records, careers.number_of(following) if following else None)


def own_statement(player: Player, span: Span, *, cursor: int | None, limit: int) -> Page:
    """The lines of the wallet, newest first."""
    page = StatementShape.of(
        selectors.statement(player, before=cursor, limit=limit, since=span.since, until=span.until)
    )
    head = {"format": "jeton-statement-line", "v": 1}
    return Page([{**head, **line} for line in page["results"]], page["next_before"])


def standings(season: Season, division: int, *, cursor: int | None, limit: int) -> Page:
    """A division of a season of the league, the best first; the cursor is a place."""
    start = cursor or 0
    ordered = season.standings.filter(division=division).select_related("player")
    ordered = ordered.order_by("-points", "-wins", "matches", "player_id")
    found = list(ordered[start : start + limit + 1])
    records = [
        _standing(season, standing, place)
        for place, standing in enumerate(found[:limit], start=start + 1)
    ]
    return Page(records, start + limit if len(found) > limit else None)


def _standing(season: Season, standing: SeasonStanding, place: int) -> Record:
    return {
        "format": "jeton-standing",
        "v": 1,
        "season": season.number,
        "division": standing.division,
        "place": place,
        "player": PlayerShape.of(standing.player),
        "points": standing.points,
        "matches": standing.matches,
        "won": standing.wins,
    }


def _midnight(day: dt.date) -> dt.datetime:
    return timezone.make_aware(dt.datetime.combine(day, dt.time.min))


def _moment(at_ms: int) -> str:
    return dt.datetime.fromtimestamp(at_ms / 1000, dt.UTC).isoformat(timespec="milliseconds")
