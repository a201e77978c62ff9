"""What a player may take away: rounds, matches, statement, standings, page by page.

A page is bounded, so that an export of any length needs the memory of one page, and no thread
waits for a reader who dawdles. docs/formats.md says what is in a record.
"""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from accounts.api.shapes import PlayerShape, StatementShape
from accounts.books import reading as selectors
from accounts.career import reading as careers
from accounts.career.shapes import RecordShape
from accounts.models import Player, Season, SeasonStanding
from games.exports.spans import Span
from games.models import Round, RoundSkill, Seat
from games.moves.commands import StoredEvent
from games.moves.redaction import shown
from games.replay.rounds import seats_then, stored_events
from games.tables.terms import terms_of
from rummy.skill import Parts, Tally, accuracy

Record = dict[str, Any]
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Page:
    """Some records, and where the next page begins, or None: that was the last."""

    records: list[Record]
    cursor: int | None


def own_rounds(
    player: Player, span: Span, *, table_id: int | None = None, cursor: int | None, limit: int
) -> Page:
    """The player's finished rounds, oldest first, each as their own seat saw it.

    With `table_id` only those of this table.
    Other hands are absent unless they were shown at the table, and so are the seeds: whoever may
    read the open round finds both at the address in `proof`.
    """
    found = _rounds(player, span, table_id)
    return _page(found, lambda played: _round(played, player), cursor=cursor, limit=limit)


def _page(
    rows: QuerySet[Row], record: Callable[[Row], Record], *, cursor: int | None, limit: int
) -> Page:
    """Those after the cursor, a row's key, of rows in the order of their keys."""
    if cursor is not None:
        rows = rows.filter(pk__gt=cursor)
    page = list(rows[: limit + 1])
    following = page[limit - 1].pk if len(page) > limit else None
    return Page([record(one) for one in page[:limit]], following)


def _rounds(player: Player, span: Span, table_id: int | None) -> QuerySet[Round]:
    found = Round.objects.filter(
        table__seats__player=player, ended_at__isnull=False, first_event__isnull=False
    )
    if table_id is not None:
        found = found.filter(table_id=table_id)
    return (
        span.of(found, "ended_at")
        .select_related("table")
        .prefetch_related("table__seats__player")
        .order_by("pk")
    )


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


def own_skill(player: Player, span: Span, *, cursor: int | None, limit: int) -> Page:
    """The player's rounds as they were judged (docs/skill.md), oldest first."""
    found = RoundSkill.objects.filter(player=player).select_related("round__table").order_by("pk")
    return _page(span.of(found, "round__ended_at"), _judged, cursor=cursor, limit=limit)


def _judged(one: RoundSkill) -> Record:
    found = accuracy([Tally(one.decisions, one.lost, one.par)], one.game)
    parts = Parts(**one.parts) if one.parts else None
    return {
        "format": "jeton-skill",
        "v": 1,
        "table": one.round.table_id,
        "round": one.round.number,
        "ended_at": one.round.ended_at and one.round.ended_at.isoformat(timespec="milliseconds"),
        "preset": one.round.table.preset,
        "game": one.game,
        "decisions": one.decisions,
        "lost": round(one.lost, 3),
        "par": round(one.par, 3),
        "accuracy": None if found is None else round(found.percent, 1),
        "luck": None if parts is None else parts.told(),
        "habits": one.habits,
    }


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


def _moment(at_ms: int) -> str:
    return dt.datetime.fromtimestamp(at_ms / 1000, dt.UTC).isoformat(timespec="milliseconds")
