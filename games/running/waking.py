"""Looking after tables by the clock: bots think and knock, late players are moved for, pauses end.

The row says when a table is due (`wake_at`); whoever calls `wake_table`, however often and
however late, changes something only if it still is.
"""

import datetime as dt
import logging
from collections.abc import Callable

from django.db import DatabaseError
from django.db.models import DurationField, ExpressionWrapper, F
from django.db.models.functions import Now

from accounts.models import Player
from games.models import Table, TableStatus
from games.moves.acting import play_action
from games.moves.errors import Conflict, KeyReused
from games.moves.measures import WAKE_SECONDS
from games.running.absent import chosen, end_of_time
from games.tables.reading import TableReading, table_reading
from rummy import engine
from rummy.bots import BOTS, Bot, interjection
from rummy.engine.records import Action
from rummy.match import MatchState, Phase, seats_out_of_turn
from web.finding import or_raise
from web.whence import following

_LATE = ExpressionWrapper(Now() - F("wake_at"), DurationField())
log = logging.getLogger(__name__)


def wake_table(*, table_id: int) -> bool:
    """Do what is due at a table; False when nothing was, or somebody else was quicker."""
    due = Table.objects.filter(pk=table_id, status=TableStatus.PLAYING, wake_at__lte=Now())
    found = due.values_list(_LATE, "came_from").first()
    if found is None:
        return False
    late, came_from = found
    WAKE_SECONDS.note(late.total_seconds())
    with following(came_from, "wake table"):
        log.debug("table %s is woken, %.3f s late", table_id, late.total_seconds())
        return _do_what_is_due(table_id)


def _do_what_is_due(table_id: int) -> bool:
    reading = table_reading(table_id)
    try:
        if _robots_act(reading):
            return True
    except (Conflict, KeyReused):
        return False  # the same bots, woken twice, or a player was quicker
    return end_of_time(reading) or _rest(reading)


def overdue_tables(*, seconds: float, most: int) -> list[int]:
    """Tables that should have been woken by now and were not: a message was lost somewhere."""
    rows = Table.objects.raw(
        "SELECT id FROM games_table WHERE status = 'playing'"
        " AND wake_at < clock_timestamp() - make_interval(secs => %s)"
        " ORDER BY wake_at LIMIT %s FOR NO KEY UPDATE SKIP LOCKED",
        [seconds, most],
    )
    return [table.pk for table in rows]


def _robots_act(reading: TableReading) -> bool:
    """Bots that are not on turn may knock first (GER-V4), then the bot on turn moves."""
    before = reading.version
    for seat in seats_out_of_turn(reading.state):
        if reading.state.bot_plays(seat) and _robot_acts(reading, seat, _interjection):
            reading = table_reading(reading.table_id)
    turn = _thinking_robot(reading.state)
    moved = turn is not None and _robot_acts(reading, turn, _choice)
    return moved or reading.version > before


def _robot_acts(
    reading: TableReading, seat: int, decide: Callable[[TableReading, int], Action | None]
) -> bool:
    """Whether the bot at this seat wants something and has done it.

    One that cannot decide, or decides for what the rules refuse, holds up nobody: it is moved for
    when its time is up.
    """
    try:
        action = decide(reading, seat)
        if action is not None:
            _act(reading, seat, action)
    except (Conflict, KeyReused, DatabaseError):
        raise  # not the bot's fault: another was quicker, or nobody can act now
    except Exception:
        log.exception("the bot at seat %s of table %s cannot decide", seat, reading.table_id)
        return False
    return action is not None


def _rest(reading: TableReading) -> bool:
    """Bots were asked and nothing was done: the table is due again when somebody's time is up."""
    deadline_ms = reading.state.clock.deadline_ms
    if deadline_ms is not None:
        due_at = dt.datetime.fromtimestamp(deadline_ms / 1000, dt.UTC)
        Table.objects.filter(pk=reading.table_id, version=reading.version).update(wake_at=due_at)
    return False


def _thinking_robot(state: MatchState) -> int | None:
    turn = state.clock.turn
    if state.phase is not Phase.PLAYING or turn is None or not state.bot_plays(turn):
        return None
    return turn


def _act(reading: TableReading, seat: int, action: Action) -> None:
    """A bot acts through the same service as everybody, seeing what its seat sees."""
    play_action(
        table_id=reading.table_id,
        player_id=reading.state.players[seat],
        action=action,
        expected_version=reading.version,
        key=f"bot:{reading.table_id}:{reading.version}",
    )


def _interjection(reading: TableReading, seat: int) -> Action | None:
    cards = _cards_of(reading)
    return interjection(
        _bot_at(reading, seat), engine.view(cards, seat), engine.legal_actions(cards, seat)
    )


def _choice(reading: TableReading, seat: int) -> Action:
    return chosen(_bot_at(reading, seat), reading, _cards_of(reading), seat)


def _bot_at(reading: TableReading, seat: int) -> Bot:
    player_id = reading.state.players[seat]
    return BOTS[Player.objects.values_list("bot_key", flat=True).get(pk=player_id)]


def _cards_of(reading: TableReading) -> engine.RoundState:
    return or_raise(reading.state.round, AssertionError("a turn without cards"))
