"""Looking after tables by the clock: bots think and knock, late players are moved for, pauses end.

The row says when a table is due (`wake_at`); whoever calls `wake_table`, however often and
however late, changes something only if it still is.
"""

from __future__ import annotations

import datetime as dt
import logging
import random

from django.db.models.functions import Now

from accounts.models import Player
from games import engine
from games.bots import BOTS, Bot, interjection
from games.engine.records import Action
from games.match import MatchState, Phase
from games.models import Table, TableStatus
from games.selectors.recollection import recollection_of
from games.selectors.tables import TableReading, table_reading
from games.services.errors import Conflict, KeyReused
from games.services.live import seats_out_of_turn
from games.services.play import play_action
from games.services.standing_in import end_of_time

DICE = random.SystemRandom()

log = logging.getLogger(__name__)


def wake_table(*, table_id: int) -> bool:
    """Do what is due at a table; False when nothing was, or somebody else was quicker."""
    due = Table.objects.filter(pk=table_id, status=TableStatus.PLAYING, wake_at__lte=Now())
    if not due.exists():
        return False
    reading = table_reading(table_id)
    try:
        if _robots_act(reading):
            return True
    except (Conflict, KeyReused):
        return False  # the same bots, woken twice, or a player was quicker
    except Exception:
        # A bot that cannot decide is moved for when its time is up, and holds up nobody.
        log.exception("a bot at table %s cannot decide", table_id)
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
        action = _interjection(reading, seat) if reading.state.robots[seat] else None
        if action is not None:
            _act(reading, seat, action)
            reading = table_reading(reading.table_id)
    turn = _thinking_robot(reading.state)
    if turn is None:
        return reading.version > before
    _act(reading, turn, _choice(reading, turn))
    return True


def _rest(reading: TableReading) -> bool:
    """Bots were asked and want nothing: the table is due again when somebody's time is up."""
    deadline_ms = reading.state.clock.deadline_ms
    if deadline_ms is not None and seats_out_of_turn(reading.state):
        due_at = dt.datetime.fromtimestamp(deadline_ms / 1000, dt.UTC)
        Table.objects.filter(pk=reading.table_id, version=reading.version).update(wake_at=due_at)
    return False


def _thinking_robot(state: MatchState) -> int | None:
    turn = state.clock.turn
    if state.phase is not Phase.PLAYING or turn is None or not state.robots[turn]:
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
    cards = _cards_of(reading)
    legal = engine.legal_actions(cards, seat)
    recalled = recollection_of(reading)
    return _bot_at(reading, seat).choose(engine.view(cards, seat), legal, DICE, recalled)


def _bot_at(reading: TableReading, seat: int) -> Bot:
    player_id = reading.state.players[seat]
    return BOTS[Player.objects.values_list("bot_key", flat=True).get(pk=player_id)]


def _cards_of(reading: TableReading) -> engine.RoundState:
    cards = reading.state.round
    if cards is None:
        raise AssertionError("a turn without cards")
    return cards
