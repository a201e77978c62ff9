"""The transaction behind every change at a table, for one command or for many tables at once.

`Batch.run` is a generator that asks for queries and is sent their rows: the synchronous
services drive it with one command, the play process with all that arrived since its last
commit. Rules, receipts, rounds and chips are written together or not at all.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import orjson

from games.moves import commands as acts
from games.moves import statements as sql
from games.moves.decks import TableShuffler
from games.moves.errors import Conflict, KeyReused, NotAllowed, NotFound, StaleAction
from games.moves.live import LiveTable, StateCache, read_state
from games.moves.statements import Query, Rows, Transaction
from games.moves.writing import Receipt, write
from rummy import engine, match
from rummy.match.events import MatchFinished, RoundScored
from rummy.refusal import Refusal

ROUND_ENDS = (RoundScored.type, MatchFinished.type)


class Batch:
    """One transaction's work: locked tables, receipts found, outcomes in the commands' order."""

    def __init__(self, commands: Sequence[acts.Command], cache: StateCache) -> None:
        self.commands = commands
        self.cache = cache
        self.tables: dict[int, LiveTable] = {}
        self.receipts: dict[tuple[int, str], Receipt] = {}
        self.kept: list[Receipt] = []

    def run(self) -> Transaction[list[acts.Outcome]]:
        yield from self._lock()
        outcomes: list[acts.Outcome] = []
        for command in self.commands:
            outcome = yield from self._carry_out(command)
            outcomes.append(outcome)
        yield from write([table for table in self.tables.values() if table.pending], self.kept)
        return outcomes

    def remember(self) -> None:
        """After the commit: keep the decoded states for the next batch."""
        for table in self.tables.values():
            if table.state.phase is match.Phase.FINISHED:
                self.cache.forget(table.id)
            else:
                self.cache.keep(table.id, table.version, table.state)

    def _lock(self) -> Transaction[None]:
        ids = sorted({command.table_id for command in self.commands})
        versions = [self.cache.version_of(table_id) for table_id in ids]
        moves = [command for command in self.commands if isinstance(command, acts.Move)]
        # Receipts are read after the lock: a twin of this command has committed or waits.
        players, keys = (move.player_id for move in moves), (move.key for move in moves)
        locked, found = yield [
            Query(sql.LOCK_TABLES, (sql.numbers(ids), sql.numbers(versions))),
            Query(sql.FIND_RECEIPTS, (sql.numbers(players), sql.printable(keys))),
        ]
        for row in locked:
            table = self._live_table(row)
            self.tables[table.id] = table
        for player_id, key, *rest in found:
            self.receipts[player_id, key] = Receipt(player_id, key, *rest)
        dealing = [table for table in self.tables.values() if table.deals_from_stored_seed]
        if dealing:
            yield from self._read_secrets(dealing)

    def _live_table(self, row: tuple[Any, ...]) -> LiveTable:
        table_id, version, status, state, sheet, terms, now_ms = row
        known = terms is None
        decoded = self.cache.state_of(table_id) if known else read_state(terms, state, sheet)
        shuffler = TableShuffler(table_id, decoded.terms)
        return LiveTable(table_id, version, status, decoded, now_ms, shuffler)

    def _read_secrets(self, tables: Sequence[LiveTable]) -> Transaction[None]:
        shared = [
            (table.id, number, deal)
            for table in tables
            for number, deal in enumerate(table.state.terms.shared_deals, 1)
        ]
        queries = [Query(sql.READ_SECRETS, ([table.id for table in tables],))]
        if shared:
            columns = tuple(map(list, zip(*shared, strict=True)))
            queries.append(Query(sql.READ_SHARED_SECRETS, columns))
        found = yield queries
        for table_id, number, sealed in chain.from_iterable(found):
            self.tables[table_id].shuffler.sealed[number] = bytes(sealed)

    def _carry_out(self, command: acts.Command) -> Transaction[acts.Outcome]:
        table = self.tables.get(command.table_id)
        if table is None:
            return acts.Failed(NotFound("table_not_found", table=command.table_id))
        if isinstance(command, acts.Move):
            receipt = self.receipts.get((command.player_id, command.key))
            if receipt is not None:
                return (yield from self._replay(command, receipt, table))
        try:
            events = self._decide(table, command)
        except Refusal as refusal:
            return acts.Failed(refusal)
        table.came_from = command.came_from
        seat = None
        if isinstance(command, acts.Move):
            seat = table.state.seat_of(command.player_id)
            self._keep_receipt(command, events)
        ended = any(event.kind in ROUND_ENDS for event in events)
        if ended and not table.shuffler.sealed:  # else it was dealt just now, its seed is at hand
            yield from self._read_secrets([table])
        return acts.Done(table.id, table.version, events, seat)

    def _decide(self, table: LiveTable, command: acts.Command) -> tuple[acts.StoredEvent, ...]:
        if isinstance(command, acts.Note):
            return (table.note(command.kind, dict(command.payload)),)
        return table.take(_step(table, command))

    def _keep_receipt(self, move: acts.Move, events: tuple[acts.StoredEvent, ...]) -> None:
        first, last = events[0].seq, events[-1].seq
        asked = (move.player_id, move.key, move.table_id, move.fingerprint)
        receipt = Receipt(*asked, first_event=first, last_event=last)
        self.receipts[move.player_id, move.key] = receipt
        self.kept.append(receipt)

    def _replay(
        self, move: acts.Move, receipt: Receipt, table: LiveTable
    ) -> Transaction[acts.Outcome]:
        """The stored answer: the same events again, whatever has happened since."""
        if receipt.fingerprint != move.fingerprint:
            return acts.Failed(KeyReused(key=move.key))
        first, last = receipt.first_event, receipt.last_event
        events = tuple(event for event in table.pending if first <= event.seq <= last)
        if not events:
            (rows,) = yield [Query(sql.READ_EVENTS, (table.id, first, last))]
            events = stored_events(rows)
        return acts.Done(table.id, last, events, table.state.seat_of(move.player_id), replayed=True)


def _step(table: LiveTable, command: acts.MatchCommand) -> match.Step:
    """What the match makes of a command, at the database's time."""
    state = table.state
    at: dict[str, Any] = {"now_ms": table.now_ms, "shuffler": table.shuffler}
    match command:
        case acts.Move():
            return _move(table, command, at)
        case acts.Start():
            return _start(table, command, at)
        case acts.Tick():
            return match.tick(state, **at)
        case acts.PlayFor(action=action, by=by, expected_version=seen):
            _require_version(table, seen)
            return match.play_for(state, action, by=by, **at)
        case acts.Compensate(from_ms=from_ms, until_ms=until_ms):
            return match.compensate(state, from_ms=from_ms, until_ms=until_ms, **at)
        case acts.GiveTime(ms=ms):
            return match.give_time(state, ms=ms, **at)
        case acts.BuyBack(player_id=player_id):
            return match.buy_back(state, _seat_of(table, player_id), **at)
        case acts.CallOff(expected_version=seen):
            _require_version(table, seen)
            return match.call_off(state, now_ms=table.now_ms)


def _move(table: LiveTable, move: acts.Move, at: dict[str, Any]) -> match.Step:
    seat = _seat_of(table, move.player_id)
    if move.needs_version:
        if move.expected_version is None:
            raise engine.InvalidAction("expected_version_missing")
        _require_version(table, move.expected_version)
    return match.play(table.state, seat, move.action, **at)


def _start(table: LiveTable, command: acts.Start, at: dict[str, Any]) -> match.Step:
    if table.state.phase is not match.Phase.SEATING:
        raise Conflict("table_not_open", status=table.status)
    return match.start_match(
        table.state,
        players=command.players,
        robots=command.robots,
        places_settled=command.places_settled,
        first_deal=command.first_deal,
        **at,
    )


def _seat_of(table: LiveTable, player_id: int) -> int:
    seat = table.state.seat_of(player_id)
    if seat is None:
        raise NotAllowed("not_at_this_table")
    return seat


def _require_version(table: LiveTable, seen: int) -> None:
    if seen != table.version:
        raise StaleAction(expected=seen, current=table.version)


def stored_events(rows: Rows) -> tuple[acts.StoredEvent, ...]:
    """Events from rows of (seq, kind, payload text, at_ms)."""
    return tuple(
        acts.StoredEvent(seq, kind, orjson.loads(payload), at_ms)
        for seq, kind, payload, at_ms in rows
    )
