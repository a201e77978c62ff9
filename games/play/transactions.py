"""Driving table transactions over an asynchronous connection, in few round trips."""

from __future__ import annotations

from typing import Any

from psycopg import AsyncConnection

from games.services.statements import Rows, T, Transaction


async def drive(work: Transaction[T], connection: AsyncConnection[Any]) -> T:
    """Feed a table transaction with rows until it returns; the queries of a step go together."""
    try:
        queries = next(work)
        while True:
            async with connection.pipeline():
                cursors = [await connection.execute(query.sql, query.params) for query in queries]
            answers: list[Rows] = [
                await cursor.fetchall() if cursor.description else [] for cursor in cursors
            ]
            queries = work.send(answers)
    except StopIteration as done:
        result: T = done.value
        return result
