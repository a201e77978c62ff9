"""Looking after tables by the clock: bots think, late players are moved for, pauses end.

The row says when a table is due (`wake_at`); whoever calls `wake_table`, however often and
however late, changes something only if it still is.
"""

from __future__ import annotations

import logging
import random

from django.db.models.functions import Now

from accounts.models import Player
from games import engine
from games.bots import BOTS
from games.engine.records import Action
from games.match import MatchState, Phase
from games.models import Table, TableStatus
from games.selectors.recollection import recollection_of
from games.selectors.tables import TableReading, table_reading
from games.services.errors import Conflict
from games.services.play import play_action, tick_table

DICE = random.SystemRandom()

log = logging.getLogger(__name__)


def wake_table(*, table_id: int) -> bool:
    """Do what is due at a table; False when nothing was, or somebody else was quicker."""
    due = Table.objects.filter(pk=table_id, status=TableStatus.PLAYING, wake_at__lte=Now())
    if not due.exists():
        return False
    reading = table_reading(table_id)
    seat = _thinking_robot(reading.state)
    if seat is None:
        return bool(tick_table(table_id=table_id).events)
    try:
        return _robot_moves(reading, seat)
    except Exception:
        # A bot that cannot decide is moved for when its time is up, and holds up nobody.
        log.exception("the bot at seat %s of table %s cannot decide", seat, table_id)
        return bool(tick_table(table_id=table_id).events)


def overdue_tables(*, seconds: float, most: int) -> list[int]:
    """Tables that should have been woken by now and were not: a message was lost somewhere."""
    rows = Table.objects.raw(
        "SELECT id FROM games_table WHERE status = 'playing'"
        " AND wake_at < clock_timestamp() - make_interval(secs => %s)"
        " ORDER BY wake_at LIMIT %s FOR NO KEY UPDATE SKIP LOCKED",
        [seconds, most],
    )
    return [table.pk for table in rows]


def _thinking_robot(state: MatchState) -> int | None:
    turn = state.clock.turn
    if state.phase is not Phase.PLAYING or turn is None or not state.robots[turn]:
        return None
    return turn


def _robot_moves(reading: TableReading, seat: int) -> bool:
    """A bot acts through the same service as everybody, seeing what its seat sees."""
    player_id = reading.state.players[seat]
    bot_key = Player.objects.values_list("bot_key", flat=True).get(pk=player_id)
    try:
        play_action(
            table_id=reading.table_id,
            player_id=player_id,
            action=_choice(bot_key, reading, seat),
            expected_version=reading.version,
            key=f"bot:{reading.table_id}:{reading.version}",
        )
    except Conflict:
        return False  # the same bot, woken twice
    return True


def _choice(bot_key: str, reading: TableReading, seat: int) -> Action:
    cards = reading.state.round
    if cards is None:
        raise AssertionError("a turn without cards")
    legal = engine.legal_actions(cards, seat)
    recalled = recollection_of(reading)
    return BOTS[bot_key].choose(engine.view(cards, seat), legal, DICE, recalled)
