"""What telling the play processes costs: commits that carry a NOTIFY, and how many listen.

PostgreSQL lets commits that notify sync their log one after another, and wakes every listener for
every one of them. pgbench commits the five statements of a move, alone and with a NOTIFY of the
size that a batch sends, while so many sessions listen; in turns with the reference, which is the
same without NOTIFY.
"""

import select
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from statistics import median

import psycopg

from benchmarks.place import DATABASE, Place, place
from benchmarks.report import Result
from benchmarks.server import FIVE_STATEMENTS, FIVE_STATEMENTS_SCHEMA
from benchmarks.sizes import sized

CLIENTS = 8
LISTENERS = sized((0, 1, 4, 16), (0, 1))
ROUNDS = sized(5, 1)
PAYLOAD = "x" * 40  # numbers and versions of a batch's tables
NOTIFYING = FIVE_STATEMENTS.replace("COMMIT;", f"SELECT pg_notify('moves', '{PAYLOAD}');\nCOMMIT;")


def measure() -> list[Result]:
    with place() as here:
        here.sql(FIVE_STATEMENTS_SCHEMA)
        here.pgbench(FIVE_STATEMENTS, clients=CLIENTS)  # warm
        ratios: dict[int, list[float]] = {listeners: [] for listeners in LISTENERS}
        alone: list[float] = []
        for _ in range(ROUNDS):
            alone.append(here.pgbench(FIVE_STATEMENTS, clients=CLIENTS))
            for listeners in LISTENERS:
                with listening(here, listeners):
                    told = here.pgbench(NOTIFYING, clients=CLIENTS)
                ratios[listeners].append(told / alone[-1])
    versus = "the same commits without NOTIFY"
    return [
        Result("notify.reference", round(median(alone), 1), "commits/s"),
        *(
            Result(
                f"notify.listeners.{listeners}",
                round(median(found) * median(alone), 1),
                "commits/s",
                versus,
                round(median(found), 3),
            )
            for listeners, found in ratios.items()
        ),
    ]


@contextmanager
def listening(here: Place, sessions: int) -> Iterator[None]:
    """So many sessions that hear everything and do nothing with it."""
    over = threading.Event()
    with ExitStack() as stack:
        for _ in range(sessions):
            dsn = here.server.dsn(database=DATABASE)
            session = stack.enter_context(psycopg.connect(dsn, autocommit=True))
            session.execute("LISTEN moves")
            thread = threading.Thread(target=_hear, args=(session, over))
            thread.start()
            stack.callback(thread.join)
        stack.callback(over.set)
        yield


def _hear(session: psycopg.Connection[object], over: threading.Event) -> None:
    """Takes what has come off the line, as a listener does, without looking at it."""
    while not over.is_set():
        if select.select([session.fileno()], [], [], 0.1)[0]:
            session.pgconn.consume_input()
            while session.pgconn.notifies():
                pass
