"""Reading one table: the view of a seat, and events since a version. Never a hidden card.

The queries are asked for as `Query`, so that both doors read the same way.
"""

from dataclasses import dataclass, replace
from typing import Any

import orjson
from django.db import connection

from games.models import TableStatus
from games.models.naming import kind_of, table_title
from games.moves.acting import drive
from games.moves.batch import stored_events
from games.moves.commands import StoredEvent
from games.moves.errors import NotFound
from games.moves.live import read_state
from games.moves.statements import READ_EVENTS, Query, Transaction
from rummy import match
from rummy.engine.as_json.stored import event_from_json
from rummy.engine.records import event_class

READ_TABLE = """
SELECT t.name, t.called_after, t.status, t.version, t.state, t.sheet, t.terms::text,
       t.is_private, t.created_by_id, (extract(epoch FROM clock_timestamp()) * 1000)::bigint,
       coalesce((SELECT json_agg(json_build_object(
            'seat', s.number, 'payout', s.payout_chips, 'player', json_build_object(
                'id', p.id, 'name', p.username, 'is_bot', p.is_bot OR p.owner_id IS NOT NULL,
                'is_guest', p.is_guest)))
        FROM games_seat s JOIN accounts_player p ON p.id = s.player_id
        WHERE s.table_id = t.id), '[]')::text,
       coalesce((SELECT a.delay_seconds FROM games_tableadmission a WHERE a.table_id = t.id), 0),
       coalesce(
           (SELECT a.one_round_late FROM games_tableadmission a WHERE a.table_id = t.id), false),
       CASE WHEN t.club_id IS NULL THEN NULL ELSE
           ARRAY(SELECT m.player_id FROM accounts_clubmember m WHERE m.club_id = t.club_id) END
FROM games_table t WHERE t.id = %s
"""
# The log as far as all of it is old enough: times rise with the numbers, since both are given under
# the table's lock, unless somebody has set the clock back. Until the first round's seeds are closed
# nothing is held back. One round late, the log ends with the last round that is over.
READ_EVENTS_UNTIL = """
WITH asked (table_id, known, until_ms, by_rounds) AS (
  VALUES (%s::bigint, %s::bigint, %s::bigint, %s::boolean)
), held_back AS (
  SELECT min(e.seq) AS seq FROM games_tableevent e JOIN asked a ON a.table_id = e.table_id
  WHERE e.seq > a.known AND e.at_ms > a.until_ms
)
SELECT e.seq, e.kind, e.payload::text, e.at_ms
FROM asked a JOIN games_tableevent e ON e.table_id = a.table_id AND e.seq > a.known
CROSS JOIN held_back h
LEFT JOIN games_round r ON r.table_id = e.table_id AND r.number = 1
WHERE ((h.seq IS NULL OR e.seq < h.seq) AND (NOT a.by_rounds OR e.seq <= (
         SELECT max(o.last_event) FROM games_round o
         WHERE o.table_id = e.table_id AND o.ended_at IS NOT NULL))
       OR r.first_event IS NULL OR e.seq < r.first_event)
ORDER BY e.seq
"""
EVENTS_MAX = 1_000


@dataclass(frozen=True, slots=True)
class TableReading:
    """A table at one version, hidden cards included: only `view` may leave the server."""

    table_id: int
    name: str
    status: str
    version: int
    state: match.MatchState
    is_private: bool
    host_id: int | None
    now_ms: int
    places: dict[int, dict[str, Any]]
    delay_ms: int = 0
    one_round_late: bool = False
    called_after: str = ""
    club_members: frozenset[int] | None = None  # of the club whose table it is

    def is_late_for(self, player_id: int | None) -> bool:
        """Whether this player may see the table only as it was a while ago.

        Who waits for the first card is shown to everybody at once: there is nothing to give away.
        """
        under_way = self.status not in (TableStatus.OPEN, TableStatus.CANCELLED)
        late = self.delay_ms > 0 or self.one_round_late
        return late and under_way and self.seat_of(player_id) is None

    def seat_of(self, player_id: int | None) -> int | None:
        for number, place in self.places.items():
            if place["player"]["id"] == player_id:
                return number
        return None

    @property
    def seats_may_change(self) -> bool:
        """Whether whoever follows must ask again which seat is theirs before events are shown.

        At a club's table also whether they still belong to it.
        """
        if self.club_members is not None:
            return True
        return self.status == TableStatus.OPEN or self.state.terms.seats_move

    def may_be_seen_by(self, player_id: int | None) -> bool:
        """A private table exists for its host and who sits at it; anybody may watch the rest.

        A club's table exists for its members in place of a host; where a deal is shared, for
        nobody else than who sits there.
        """
        if not self.is_private:
            return True
        if player_id is None:
            return False
        if self.seat_of(player_id) is not None:
            return True
        if self.club_members is None:
            return player_id == self.host_id
        return player_id in self.club_members and not self.state.terms.shared_deals

    def view(self, seat: int | None) -> dict[str, Any]:
        """All that a seat, or a spectator (None), may know, as JSON, in the language in use."""
        view, terms = match.view(self.state, seat), match.terms_view(self.state.terms)
        for line in view["seats"]:
            place = self.places.get(line["seat"])
            line["player"] = place["player"] if place else None
            line["payout"] = place["payout"] if place else None
        return {
            "table": self.table_id,
            "version": self.version,
            "status": self.status,
            "name": table_title(self.name, self.called_after, kind=kind_of(terms)),
            "server_time": self.now_ms,
            "terms": terms,
            **view,
        }


def read_table(table_id: int) -> Transaction[TableReading]:
    """The table as it stands; NotFound when there is none."""
    (rows,) = yield [Query(READ_TABLE, (table_id,))]
    if not rows:
        raise NotFound("table_not_found", table=table_id)
    name, called_after, status, version, state, sheet, terms, *rest = rows[0]
    is_private, host_id, now_ms, places, delay_seconds, one_round_late, members = rest
    return TableReading(
        table_id=table_id,
        name=name,
        called_after=called_after,
        status=status,
        version=version,
        state=read_state(terms, state, sheet),
        is_private=is_private,
        host_id=host_id,
        now_ms=now_ms,
        places={place["seat"]: place for place in orjson.loads(places)},
        delay_ms=delay_seconds * 1000,
        one_round_late=one_round_late,
        club_members=None if members is None else frozenset(members),
    )


def read_events(table_id: int, *, after: int, until: int) -> Transaction[tuple[StoredEvent, ...]]:
    """The log's events with numbers in (after, until], at most `EVENTS_MAX` of them."""
    last = min(until, after + EVENTS_MAX)
    (rows,) = yield [Query(READ_EVENTS, (table_id, after + 1, last))]
    return stored_events(rows)


def read_late(
    reading: TableReading, known: TableReading | None = None
) -> Transaction[TableReading]:
    """The table as it was `delay_ms` ago; `known` is an earlier answer to go on from.

    Everything in it is of that moment: the clock, the result, who was paid what.
    """
    then_ms = reading.now_ms - reading.delay_ms
    terms = reading.state.terms
    state, version = (known.state, known.version) if known else (match.opening_state(terms), 0)
    # Once the match is over so is its last round, and nothing is held back but by the delay.
    by_rounds = reading.one_round_late and reading.status == TableStatus.PLAYING
    (rows,) = yield [Query(READ_EVENTS_UNTIL, (reading.table_id, version, then_ms, by_rounds))]
    for event in stored_events(rows):
        if event_class(event.kind) is not None:  # notes about seats concern no match
            happened = event_from_json({"type": event.kind, **event.payload})
            state = match.evolve(state, happened, event.at_ms)
        version = event.seq
    if version >= reading.version:
        return reading  # nothing is held back any more, or not yet
    is_over = state.phase is match.Phase.FINISHED
    places = _places_then(reading, state, is_over=is_over)
    status = TableStatus.FINISHED if is_over else TableStatus.PLAYING
    return replace(
        reading,
        version=version,
        state=state,
        status=status.value,
        now_ms=then_ms,
        places=places,
    )


def _places_then(
    reading: TableReading, state: match.MatchState, *, is_over: bool
) -> dict[int, dict[str, Any]]:
    """Who sat where at the moment of `state`; who is paid what is told when it was over."""
    of_today = {place["player"]["id"]: place for place in reading.places.values()}
    return {
        seat: {
            **of_today[player_id],
            "seat": seat,
            "payout": of_today[player_id]["payout"] if is_over else None,
        }
        for seat, player_id in enumerate(state.players)
    }


def table_reading(table_id: int) -> TableReading:
    """`read_table` for synchronous code."""
    with connection.cursor() as cursor:
        return drive(read_table(table_id), cursor)


def table_view(table_id: int, player_id: int | None) -> dict[str, Any]:
    """What this player, or a visitor (None), may see of the table.

    Raises NotFound: no such table, or a private one of others.
    """
    reading = reading_for(table_id, player_id)
    return reading.view(reading.seat_of(player_id))


def reading_for(table_id: int, player_id: int | None) -> TableReading:
    """The table as this player, or a visitor (None), may see it: to some only as it was.

    Raises NotFound: no such table, or a private one of others.
    """
    with connection.cursor() as cursor:
        reading = drive(read_table(table_id), cursor)
        if not reading.may_be_seen_by(player_id):
            raise NotFound("table_not_found", table=table_id)
        if reading.is_late_for(player_id):
            return drive(read_late(reading), cursor)
    return reading
