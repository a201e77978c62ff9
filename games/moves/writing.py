"""What a batch writes: snapshots, events and receipts at once; rounds and chips when due."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import orjson

from accounts.books.posting import POST_MANY_SQL, post_many_parameters
from accounts.ledger import TransferKind, TransferPlan
from games.moves.live import LiveTable
from games.moves.statements import (
    CLEAR_SEATS,
    DIRECTED_ROUND_OVER,
    END_ROUNDS,
    MATCH_FINISHED,
    PAY_SEATS,
    PREPARE_ROUNDS,
    SETTLE_ACCOUNTS,
    START_ROUNDS,
    TAKE_DRAWN_SEATS,
    TELL_RESULTS,
    TELL_TURNS,
    WRITE_BATCH,
    Last,
    Query,
    Transaction,
)
from rummy.engine.as_json.codec import write_record
from rummy.match import CALLED_OFF
from rummy.match.events import (
    PlayersReseated,
    RoundPrepared,
    RoundScored,
    RoundStarted,
    SeatsDrawn,
)
from rummy.settlement import DirectedSettlement

DIRECTED = DirectedSettlement().key


@dataclass(frozen=True, slots=True)
class Receipt:
    """A row of `ActionReceipt`: this key led to these events."""

    player_id: int
    key: str
    table_id: int
    fingerprint: str
    first_event: int
    last_event: int


def write(tables: Sequence[LiveTable], receipts: Sequence[Receipt]) -> Transaction[None]:
    """Store what the batch decided. Tables must be locked by this transaction."""
    if not tables:
        return
    tables = sorted(tables, key=lambda table: table.id)
    queries = [
        *_seating_queries(tables),
        *_round_queries(tables),
        *_turn_queries(tables),
        _batch_query(tables, receipts),
    ]
    finished = [table for table in tables if table.result is not None]
    if finished:
        yield queries
        yield from _settle(finished)
    else:
        yield Last(queries)


def _turn_queries(tables: Sequence[LiveTable]) -> list[Query]:
    """Where moves take days, whose turn has come hears of it."""
    turned = [table for table in tables if table.turn_to_tell is not None]
    if not turned:
        return []
    pairs = ([table.id for table in turned], [table.turn_to_tell for table in turned])
    return [Query(TELL_TURNS, pairs)]


def _batch_query(tables: Sequence[LiveTable], receipts: Sequence[Receipt]) -> Query:
    rows = [
        {
            "id": table.id,
            "version_before": table.version_before,
            "version": table.version,
            "state": table.snapshot(),
            "status": table.status,
            "wake_ms": table.wake_ms(),
        }
        for table in tables
    ]
    events = [
        {
            "table_id": table.id,
            "seq": event.seq,
            "kind": event.kind,
            "payload": event.payload,
            "at_ms": event.at_ms,
        }
        for table in tables
        for event in table.pending
    ]
    news = [[table.id, table.version] for table in tables]
    rows_json, events_json, receipts_json, news_json = (
        orjson.dumps(part).decode() for part in (rows, events, receipts, news)
    )
    return Query(WRITE_BATCH, (rows_json, events_json, receipts_json, len(tables), news_json))


def _round_queries(tables: Sequence[LiveTable]) -> list[Query]:
    """Rows of rounds prepared, started and ended by this batch; in that order for each number."""
    queries = []
    prepared = [(t, event) for t in tables for _, event in t.events_of(RoundPrepared)]
    if prepared:
        queries.append(_prepare_query(tables, prepared))
    started = [(t, seq, event) for t in tables for seq, event in t.events_of(RoundStarted)]
    if started:
        queries.append(
            Query(
                START_ROUNDS,
                (
                    [table.id for table, _, _ in started],
                    [event.number for _, _, event in started],
                    [orjson.dumps(event.client_seeds).decode() for _, _, event in started],
                    [seq for _, seq, _ in started],
                    # Between commitment and deal seats change when somebody gives up.
                    [table.dealer_of_deal(seq) for table, seq, _ in started],
                ),
            )
        )
    ended = [(table, *end) for table in tables for end in _ended_rounds(table)]
    if ended:
        queries.append(
            Query(
                END_ROUNDS,
                (
                    [table.id for table, _, _, _ in ended],
                    [number for _, number, _, _ in ended],
                    [table.shuffler.reveal(number) for table, number, _, _ in ended],
                    [score for _, _, _, score in ended],
                    [seq for _, _, seq, _ in ended],
                ),
            )
        )
    return queries


def _seating_queries(tables: Sequence[LiveTable]) -> list[Query]:
    """Seats taken anew in this batch: drawn for (GER-2), or because somebody dropped out."""
    moved = [(table, came_from) for table in tables if (came_from := _seats_moved(table))]
    if not moved:
        return []
    moves = [
        (table.id, old, seat) for table, came_from in moved for seat, old in enumerate(came_from)
    ]
    return [
        Query(CLEAR_SEATS, ([table.id for table, _ in moved],)),
        Query(
            TAKE_DRAWN_SEATS,
            (
                [table_id for table_id, _, _ in moves],
                [came_from for _, came_from, _ in moves],
                [seat for _, _, seat in moves],
            ),
        ),
    ]


def _seats_moved(table: LiveTable) -> tuple[int, ...] | None:
    """For each seat at which one its player sat before this batch; None when nobody moved."""
    found: tuple[int, ...] | None = None
    for _, event in table.happened:
        if isinstance(event, SeatsDrawn | PlayersReseated):
            before = found or tuple(range(len(event.came_from)))
            found = tuple(before[seat] for seat in event.came_from)
    return found


def _ended_rounds(table: LiveTable) -> list[tuple[int, int, str | None]]:
    """(number, last event, score) of rounds over now; one given up with its match has no score."""
    ended: list[tuple[int, int, str | None]] = [
        (event.number, seq, orjson.dumps(write_record(event)).decode())
        for seq, event in table.events_of(RoundScored)
    ]
    abandoned = table.state.round_number
    if table.result is not None and len(table.state.sheet) < abandoned:
        ended.append((abandoned, table.version, None))
    return ended


def _prepare_query(
    tables: Sequence[LiveTable], prepared: Sequence[tuple[LiveTable, RoundPrepared]]
) -> Query:
    sealed = [
        (table.id, number, seed)
        for table in tables
        for number, seed in table.shuffler.newly_sealed()
    ]
    return Query(
        PREPARE_ROUNDS,
        (
            [table.id for table, _ in prepared],
            [event.number for _, event in prepared],
            [event.dealer for _, event in prepared],
            [event.commitment for _, event in prepared],
            [table_id for table_id, _, _ in sealed],
            [number for _, number, _ in sealed],
            [seed for _, _, seed in sealed],
        ),
    )


def _settle(tables: Sequence[LiveTable]) -> Transaction[None]:
    """Pay the stakes held at decided tables (PLAY-3): one transfer per table, keyed by it."""
    (rows,) = yield [Query(SETTLE_ACCOUNTS, ([table.id for table in tables],))]
    by_table: dict[int, list[tuple[int, ...]]] = {table.id: [] for table in tables}
    for row in rows:
        by_table[row[0]].append(row)
    plans = [plan for table in tables if (plan := _settle_plan(table, by_table[table.id]))]
    queries = [_payout_query(tables), _messages_query(tables)]
    if plans:
        queries.append(Query(POST_MANY_SQL, tuple(post_many_parameters(plans))))
    yield Last(queries)


def _messages_query(tables: Sequence[LiveTable]) -> Query:
    """The director is told first: a whole tournament may wait for this round."""
    directed = [table for table in tables if table.state.terms.settlement == DIRECTED]
    pairs = [(DIRECTED_ROUND_OVER, table.id) for table in directed]
    pairs += [(MATCH_FINISHED, table.id) for table in tables]
    return Query(TELL_RESULTS, ([topic for topic, _ in pairs], [table_id for _, table_id in pairs]))


def _payout_query(tables: Sequence[LiveTable]) -> Query:
    paid = [
        (table.id, seat, payout)
        for table in tables
        if table.result is not None
        for seat, payout in enumerate(table.result.payouts)
    ]
    return Query(
        PAY_SEATS,
        (
            [table_id for table_id, _, _ in paid],
            [seat for _, seat, _ in paid],
            [payout for _, _, payout in paid],
        ),
    )


def _settle_plan(table: LiveTable, seats: Sequence[tuple[int, ...]]) -> TransferPlan | None:
    """The pool to the winners and the fees to the house; None at a table without stakes."""
    result = table.result
    if result is None:
        raise AssertionError(f"table {table.id} is not decided")
    pot = sum(stake for _, _, _, stake, _, _, _ in seats)
    fees = 0 if result.reason == CALLED_OFF else table.state.fees_chips
    if sum(result.payouts) + fees != pot:
        paid_out = sum(result.payouts)
        raise AssertionError(f"table {table.id}: pays {paid_out} and {fees} of a pot of {pot}")
    if pot == 0:
        return None
    paid = [(row[4], result.payouts[row[1]]) for row in seats]
    paid.append((seats[0][6], fees))
    return TransferPlan.of(
        key=f"settle:table:{table.id}",
        kind=TransferKind.SETTLE,
        postings=[(seats[0][5], -pot), *((account, chips) for account, chips in paid if chips)],
        memo={"table": table.id, "winners": list(result.winners), "reason": result.reason},
    )
