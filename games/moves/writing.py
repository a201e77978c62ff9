"""What a batch writes: snapshots, events and receipts at once; rounds and chips when due."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from accounts.books.posting import POST_MANY_SQL, post_many_parameters
from accounts.ledger import TransferKind, TransferPlan
from games.moves import statements as sql
from games.moves.live import LiveTable
from games.moves.statements import DIRECTED_ROUND_OVER, MATCH_FINISHED, Last, Query, Transaction
from rummy.engine.as_json.codec import write_record
from rummy.match import CALLED_OFF
from rummy.match import events as ev
from rummy.settlement import DIRECTED


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


def _queries(text: str, rows: Sequence[tuple[Any, ...]]) -> list[Query]:
    """A query for these rows, which go as the arrays that its `unnest` takes; none without rows."""
    return [Query(text, tuple(map(list, zip(*rows, strict=True))))] if rows else []


def _turn_queries(tables: Sequence[LiveTable]) -> list[Query]:
    """Where moves take days, whose turn has come hears of it."""
    turns = [(table.id, table.turn_to_tell, table.came_from) for table in tables]
    return _queries(sql.TELL_TURNS, [turn for turn in turns if turn[1] is not None])


def _batch_query(tables: Sequence[LiveTable], receipts: Sequence[Receipt]) -> Query:
    rows = [
        {
            "id": table.id,
            "version_before": table.version_before,
            "version": table.version,
            "state": table.snapshot(),
            "sheet": table.changed_sheet(),
            "status": table.status,
            "wake_ms": table.wake_ms(),
            "came_from": table.came_from,
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
    return Query(
        sql.WRITE_BATCH, (_json(rows), _json(events), _json(receipts), len(tables), _json(news))
    )


def _json(data: Any) -> str:
    return orjson.dumps(data).decode()


def _round_queries(tables: Sequence[LiveTable]) -> list[Query]:
    """Rows of rounds prepared, started and ended by this batch; in that order for each number."""
    prepared = [
        (
            *(table.id, event.number, event.dealer, event.commitment),
            table.shuffler.newly_sealed(event.number),
            table.state.terms.shared_deal(event.number),
        )
        for table in tables
        for _, event in table.events_of(ev.RoundPrepared)
    ]
    # Between commitment and deal seats change when somebody gives up.
    started = [
        (table.id, event.number, _json(event.client_seeds), seq, table.dealer_of_deal(seq))
        for table in tables
        for seq, event in table.events_of(ev.RoundStarted)
    ]
    ended = [
        (table.id, number, table.shuffler.reveal(number), score, seq)
        for table in tables
        for number, seq, score in _ended_rounds(table)
    ]
    return [
        *_queries(sql.PREPARE_ROUNDS, prepared),
        *_queries(sql.START_ROUNDS, started),
        *_queries(sql.END_ROUNDS, ended),
    ]


def _seating_queries(tables: Sequence[LiveTable]) -> list[Query]:
    """Seats taken anew in this batch: drawn for (GER-2), or because somebody dropped out."""
    moved = [(table.id, came_from) for table in tables if (came_from := _seats_moved(table))]
    moves = [(table_id, old, seat) for table_id, all_ in moved for seat, old in enumerate(all_)]
    return [
        *_queries(sql.CLEAR_SEATS, [(table_id,) for table_id, _ in moved]),
        *_queries(sql.TAKE_DRAWN_SEATS, moves),
    ]


def _seats_moved(table: LiveTable) -> tuple[int, ...] | None:
    """For each seat at which one its player sat before this batch; None when nobody moved."""
    found: tuple[int, ...] | None = None
    for _, event in table.happened:
        if isinstance(event, ev.SeatsDrawn | ev.PlayersReseated):
            before = found or tuple(range(len(event.came_from)))
            found = tuple(before[seat] for seat in event.came_from)
    return found


def _ended_rounds(table: LiveTable) -> list[tuple[int, int, str | None]]:
    """(number, last event, score) of rounds over now; one given up with its match has no score."""
    ended: list[tuple[int, int, str | None]] = [
        (event.number, seq, _json(write_record(event)))
        for seq, event in table.events_of(ev.RoundScored)
    ]
    abandoned = table.state.round_number
    if table.result is not None and len(table.state.sheet) < abandoned:
        ended.append((abandoned, table.version, None))
    return ended


def _settle(tables: Sequence[LiveTable]) -> Transaction[None]:
    """Pay the stakes held at decided tables (PLAY-3): one transfer per table, keyed by it."""
    (rows,) = yield [Query(sql.SETTLE_ACCOUNTS, ([table.id for table in tables],))]
    by_table: dict[int, list[tuple[int, ...]]] = {table.id: [] for table in tables}
    for row in rows:
        by_table[row[0]].append(row)
    plans = [plan for table in tables if (plan := _settle_plan(table, by_table[table.id]))]
    queries = [*_payout_queries(tables), *_message_queries(tables)]
    if plans:
        queries.append(Query(POST_MANY_SQL, tuple(post_many_parameters(plans))))
    yield Last(queries)


def _message_queries(tables: Sequence[LiveTable]) -> list[Query]:
    """The director is told first: a whole tournament may wait for this round."""
    directed = [table for table in tables if table.state.terms.settlement == DIRECTED]
    told = [(DIRECTED_ROUND_OVER, table.id, table.came_from) for table in directed]
    told += [(MATCH_FINISHED, table.id, table.came_from) for table in tables]
    return _queries(sql.TELL_RESULTS, told)


def _payout_queries(tables: Sequence[LiveTable]) -> list[Query]:
    results = [(table.id, table.result) for table in tables]
    paid = [
        (table_id, seat, payout)
        for table_id, result in results
        for seat, payout in enumerate(result.payouts if result else ())
    ]
    return _queries(sql.PAY_SEATS, paid)


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
