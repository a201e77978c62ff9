"""Looking after a tournament: read what has happened, decide, carry out, until all is done.

`look_after` may be called by anybody, at any time, any number of times: by a task, the sweep, a
test. It locks the tournament, looks again, and does what is due; twice in a row it does nothing.

The transaction that ends a round leaves a message, which the dispatcher turns into
`wake_tournament` within milliseconds; the sweep is the second line.
"""

import logging
from collections.abc import Callable
from dataclasses import replace

from django.db import transaction

from tournaments import director
from tournaments.director import Phase
from tournaments.models import TournamentTable
from tournaments.running.carrying_out import carry_out
from tournaments.running.game_tables.results import collect_results
from tournaments.running.live import LiveTournament, lock_if_free, now_ms
from tournaments.running.reading import load_snapshot
from web.database.patience import let_statements_last
from web.database.sql import row, rows, run

log = logging.getLogger(__name__)

# What waits for the end of a round: called before each step, so that nothing is dealt or ranked
# first; each says how many orders it has carried out.
AFTER_ROUNDS: list[Callable[[LiveTournament], int]] = []

STEPS_MAX = 100_000
LOOKS_MAX = 20

_HOUR_HAS_COME = """
SELECT id FROM tournaments_tournament
WHERE phase IN ('entering', 'running', 'break') AND wake_at <= clock_timestamp()
"""
_ROUND_WAITS = """
SELECT t.tournament_id
FROM tournaments_tournamenttable t JOIN games_table g ON g.id = t.game_table_id
WHERE t.is_open AND NOT t.resting AND t.result IS NULL AND g.status = 'finished'
"""
_DUE = f"{_HOUR_HAS_COME} UNION {_ROUND_WAITS} LIMIT %s"
_IS_DUE = f"""
SELECT EXISTS ({_HOUR_HAS_COME} AND id = %(tournament)s)
    OR EXISTS ({_ROUND_WAITS} AND t.tournament_id = %(tournament)s)
"""


@transaction.atomic
def look_after(*, tournament_id: int, wait: bool = True) -> int | None:
    """Do what is due in a tournament; how many steps that took.

    Without `wait`, a tournament that somebody else is looking after is left to them: None.
    """
    live = lock_if_free(tournament_id, wait=wait)
    if live is None:
        return None
    if live.clock.phase.is_over:
        return 0
    ready_for_large_fields()
    if live.nobody_reports:
        whole = load_snapshot(live, director.desk.reach_of_cancel(live.plan))
        carry_out(live, director.desk.call_off_unplayable(whole))
        live.save(has_rested=True)
        return 1
    before = live.field
    steps = _direct(live)
    if steps or live.field != before or live.row.wake_at != live.due_after_rest:
        live.save(has_rested=True)
    return steps


def ready_for_large_fields() -> None:
    """Settings of this transaction alone, in which 100,000 players may be seated at once.

    That may take longer than a page may wait. And all it needs is found by index: of rows that it
    has just written the planner's statistics know nothing, or other tournaments' are far more.
    """
    let_statements_last(60)
    run("SET LOCAL enable_seqscan = off")


def _direct(live: LiveTournament) -> int:
    steps = 0
    while True:
        if live.clock.phase in (Phase.RUNNING, Phase.BREAK) and live.has_game_tables:
            collect_results(live)
        steps += sum(carry_out_waiting(live) for carry_out_waiting in AFTER_ROUNDS)
        commands = director.direct(load_snapshot(live), live.dice)
        if not commands:
            return steps
        carry_out(live, commands)
        steps += 1
        if steps > STEPS_MAX:
            raise AssertionError(f"tournament {live.id} does not come to rest")
        live.clock = replace(live.clock, now_ms=max(live.clock.now_ms, now_ms()))


def wake_tournament(*, tournament_id: int) -> int:
    """Look after it now, unless somebody is at it: they look again once they have committed.

    So nobody waits for a lock, and what happened meanwhile is not left to the sweep. Returns how
    often it was looked after.
    """
    for looks in range(LOOKS_MAX):
        if not is_due(tournament_id):
            return looks
        if look_after(tournament_id=tournament_id, wait=False) is None:
            return looks
    return LOOKS_MAX


def is_due(tournament_id: int) -> bool:
    (found,) = row(_IS_DUE, {"tournament": tournament_id})
    return bool(found)


def tournament_waiting_for(*, game_table_id: int) -> int | None:
    """The tournament in which this game table's round has not been told yet."""
    waiting = TournamentTable.objects.filter(
        game_table_id=game_table_id, is_open=True, resting=False, result__isnull=True
    )
    return waiting.values_list("tournament_id", flat=True).first()


def due_tournaments(*, most: int) -> list[int]:
    """Tournaments for which the hour has come, or a game table has finished."""
    return [tournament_id for (tournament_id,) in rows(_DUE, [most])]


def is_any_due() -> bool:
    return bool(due_tournaments(most=1))


def look_after_due(*, most: int) -> int:
    """Look after all that are due; one that cannot be must not keep the others waiting."""
    found = due_tournaments(most=most)
    for tournament_id in found:
        try:
            wake_tournament(tournament_id=tournament_id)
        except Exception:
            log.exception("tournament %s cannot be directed", tournament_id)
    return len(found)
