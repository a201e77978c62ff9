"""Driving table transactions over an asynchronous connection, in few round trips."""

from collections.abc import Sequence
from time import perf_counter
from typing import Any

from psycopg import AsyncClientCursor, AsyncConnection

from games.moves.measures import Course
from games.moves.statements import Last, Query, Rows, T, Transaction

BEGIN = Query("BEGIN", ())
COMMIT = Query("COMMIT", ())


async def drive(work: Transaction[T], connection: AsyncConnection[Any]) -> T:
    """Feed a table transaction with rows until it returns; the queries of a step go together."""
    try:
        queries = next(work)
        while True:
            queries = work.send(await _answers(queries, connection))
    except StopIteration as done:
        result: T = done.value
        return result


async def commit(work: Transaction[T], connection: AsyncConnection[Any], course: Course) -> T:
    """`drive` inside a database transaction whose ends travel with the first and last queries.

    If one of the last queries fails, PostgreSQL ignores the COMMIT sent behind it. The first ones
    are those that take the locks; `course` is told when it came how far.
    """
    committed = False
    try:
        try:
            answers = (await _answers([BEGIN, *next(work)], connection))[1:]
            course.locked = perf_counter()
            while True:
                queries = work.send(answers)
                course.decided = perf_counter()
                committed = isinstance(queries, Last)
                answers = await _answers([*queries, COMMIT] if committed else queries, connection)
        except StopIteration as done:
            result: T = done.value
        if not committed:
            await connection.execute("COMMIT")
        course.committed = perf_counter()
    except BaseException:
        if not connection.closed:
            await connection.rollback()
        raise
    return result


async def _answers(queries: Sequence[Query], connection: AsyncConnection[Any]) -> list[Rows]:
    """The rows of each. All go as one message, their values in its text, and one answer comes."""
    cursor = AsyncClientCursor(connection)
    text = ";".join(query.sql for query in queries)
    await cursor.execute(text, [value for query in queries for value in query.params])
    answers: list[Rows] = []
    for _ in queries:
        answers.append(await cursor.fetchall() if cursor.description else [])
        cursor.nextset()
    return answers
