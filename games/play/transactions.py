"""Driving table transactions over an asynchronous connection, in few round trips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from psycopg import AsyncConnection

from games.services.statements import Query, Rows, T, Transaction

BEGIN = Query("BEGIN", ())


async def drive(work: Transaction[T], connection: AsyncConnection[Any]) -> T:
    """Feed a table transaction with rows until it returns; the queries of a step go together."""
    try:
        queries = next(work)
        while True:
            queries = work.send(await _answers(queries, connection))
    except StopIteration as done:
        result: T = done.value
        return result


async def commit(work: Transaction[T], connection: AsyncConnection[Any]) -> T:
    """`drive` inside a database transaction, which travels with the first queries."""
    try:
        try:
            queries: Sequence[Query] = [BEGIN, *next(work)]
            answers = (await _answers(queries, connection))[1:]
            while True:
                queries = work.send(answers)
                answers = await _answers(queries, connection)
        except StopIteration as done:
            result: T = done.value
        await connection.execute("COMMIT")
    except BaseException:
        if not connection.closed:
            await connection.rollback()
        raise
    return result


async def _answers(queries: Sequence[Query], connection: AsyncConnection[Any]) -> list[Rows]:
    if len(queries) == 1:
        cursors = [await connection.execute(queries[0].sql, queries[0].params)]
    else:
        async with connection.pipeline():
            cursors = [await connection.execute(query.sql, query.params) for query in queries]
    return [await cursor.fetchall() if cursor.description else [] for cursor in cursors]
