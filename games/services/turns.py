"""Telling players that their turn has come, where moves take days (page and e-mail)."""

from __future__ import annotations

import datetime as dt

from accounts.models import Notice, Player
from accounts.services import notices
from games.models import Table, TableStatus
from games.selectors.tables import table_reading


def tell_turn(*, table_id: int, player_id: int) -> Notice | None:
    """Tell a player to move, once for each turn; nothing if it is not their turn any more."""
    table = Table.objects.filter(pk=table_id, status=TableStatus.PLAYING).first()
    player = Player.objects.filter(pk=player_id).first()
    if table is None or player is None:
        return None
    state = table_reading(table_id).state
    turn, deadline_ms = state.clock.turn, state.clock.deadline_ms
    if turn is None or state.players[turn] != player_id or deadline_ms is None:
        return None
    until = dt.datetime.fromtimestamp(deadline_ms / 1000, dt.UTC)
    return notices.tell(
        player=player,
        kind="your_turn",
        facts={"table": table_id, "table_name": table.name, "until": until.isoformat()},
        key=f"turn:{table_id}:{state.clock.started_ms}",
    )
