"""Acting at a table from synchronous code: pages, the REST API, bots, tasks.

The play process runs the same transaction (`games.moves.batch`) over its own connection.
"""

from collections.abc import Sequence

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from games.moves.batch import Batch
from games.moves.commands import Command, Done, Failed, Move, Outcome, Tick
from games.moves.live import StateCache
from games.moves.statements import Rows, T, Transaction
from rummy.engine.records import Action
from web.database.trouble import CROSSED, again
from web.whence import following, whence

# Besides what crossed with another transaction, an idempotency key that the same player is using
# elsewhere at this moment: nothing was done, and the same again succeeds or finds out why not.
RETRIED_STATES = (*CROSSED, "23505")


def play_action(
    *, table_id: int, player_id: int, action: Action, expected_version: int | None, key: str
) -> Done:
    """Carry out a player's action once, however often it is sent.

    Raises:
        IllegalAction, InvalidAction: by the rules, with the rule's id and the numbers.
        StaleAction: the table has moved on; the facts carry the current version.
        KeyReused, NotAllowed, NotFound, Conflict: as their names say.
    """
    return one_outcome(run_batch([Move(table_id, player_id, action, expected_version, key)]))


def tick_table(*, table_id: int) -> Done:
    """Let time pass at a table: does nothing unless something is due."""
    return one_outcome(run_batch([Tick(table_id)]))


def run_batch(commands: Sequence[Command]) -> list[Outcome]:
    """Run commands in one transaction, again from the start after a deadlock."""

    def attempt() -> list[Outcome]:
        with transaction.atomic(), connection.cursor() as cursor:
            return drive(Batch(commands, StateCache()).run(), cursor)

    with following(whence(), "batch") as facts:
        facts["jeton.batch.commands"] = len(commands)
        return again(attempt, states=RETRIED_STATES)


def one_outcome(outcomes: Sequence[Outcome]) -> Done:
    """The outcome of a single command; a refusal is raised."""
    (outcome,) = outcomes
    if isinstance(outcome, Failed):
        raise outcome.error
    return outcome


def drive(work: Transaction[T], cursor: CursorWrapper) -> T:
    """Feed a table transaction with rows until it returns."""
    answers: list[Rows] = []
    try:
        queries = next(work)
        while True:
            answers = []
            for query in queries:
                cursor.execute(query.sql, query.params)
                answers.append(cursor.fetchall() if cursor.description else [])
            queries = work.send(answers)
    except StopIteration as done:
        result: T = done.value
        return result
