"""Looking after a tournament: read what has happened, decide, carry out, until all is done.

`look_after` may be called by anybody, at any time, any number of times: by a task, the sweep, a
test. It locks the tournament, looks again, and does what is due; twice in a row it does nothing.
"""

from __future__ import annotations

import logging
from dataclasses import replace

from django.db import connection, transaction

from tournaments import director
from tournaments.director import Phase
from tournaments.services.carrying_out import carry_out
from tournaments.services.game_tables import collect_results
from tournaments.services.live import LiveTournament, lock_if_free, now_ms
from tournaments.services.reading import load_snapshot

log = logging.getLogger(__name__)

STEPS_MAX = 100_000

_DUE = """
SELECT id FROM tournaments_tournament
WHERE phase IN ('entering', 'running', 'break') AND wake_at <= clock_timestamp()
UNION
SELECT DISTINCT t.tournament_id
FROM tournaments_tournamenttable t JOIN games_table g ON g.id = t.game_table_id
WHERE t.is_open AND NOT t.resting AND t.result IS NULL AND g.status = 'finished'
LIMIT %s
"""


@transaction.atomic
def look_after(*, tournament_id: int, wait: bool = True) -> int:
    """Do what is due in a tournament; how many steps that took.

    Without `wait`, a tournament that somebody else is looking after is left to them.
    """
    live = lock_if_free(tournament_id, wait=wait)
    if live is None or live.clock.phase.is_over:
        return 0
    with connection.cursor() as cursor:
        # Seating 100,000 players is one statement, and may take longer than a page may wait.
        cursor.execute("SET LOCAL statement_timeout = '60s'")
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = '60s'")
    before = live.field
    steps = _direct(live)
    if steps or live.field != before or live.row.wake_at != live.due_at:
        live.save()
    return steps


def _direct(live: LiveTournament) -> int:
    steps = 0
    while True:
        if live.clock.phase in (Phase.RUNNING, Phase.BREAK) and live.row.terms is not None:
            collect_results(live)
        commands = director.direct(load_snapshot(live), live.dice)
        if not commands:
            return steps
        carry_out(live, commands)
        steps += 1
        if steps > STEPS_MAX:
            raise AssertionError(f"tournament {live.id} does not come to rest")
        live.clock = replace(live.clock, now_ms=max(live.clock.now_ms, now_ms()))


def due_tournaments(*, most: int) -> list[int]:
    """Tournaments for which the hour has come, or a game table has finished."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE, [most])
        return [tournament_id for (tournament_id,) in cursor.fetchall()]


def look_after_due(*, most: int) -> int:
    """Look after all that are due; one that cannot be must not keep the others waiting."""
    found = due_tournaments(most=most)
    for tournament_id in found:
        try:
            look_after(tournament_id=tournament_id, wait=False)
        except Exception:
            log.exception("tournament %s cannot be directed", tournament_id)
    return len(found)
