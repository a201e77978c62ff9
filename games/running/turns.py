"""Telling players that their turn has come, where moves take days; and who need not be told."""

import datetime as dt

from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import Notice, Player
from accounts.notices import telling as notices
from games.models import OpenTable, Table, TableStatus
from games.models.naming import named_facts
from games.tables.reading import table_reading


def tell_turn(*, table_id: int, player_id: int) -> Notice | None:
    """Tell a player to move, once for each turn; nothing if it is not their turn any more."""
    table = Table.objects.filter(pk=table_id, status=TableStatus.PLAYING).first()
    return None if table is None else _tell(table, player_id)


def tell_lost_turns() -> int:
    """Tell whoever is waited for and has not heard: a message was lost. Returns how many."""
    tables = Table.objects.filter(status=TableStatus.PLAYING, terms__turn_based=True)
    return sum(_tell(table) is not None for table in tables.defer("state").iterator())


def has_before_them(player_id: int, table_id: int | None) -> bool:
    """Whether a player with a device to push to has this table open on any of their pages."""
    return OpenTable.objects.filter(player=player_id, table=table_id, until__gt=Now()).exists()


def forget_left_tables() -> None:
    """Rows of whoever has been away for long."""
    OpenTable.objects.filter(until__lt=timezone.now() - dt.timedelta(days=1)).delete()


def is_told_in_vain(player_id: int, table_id: int) -> bool:
    """Whether it is not this player's turn any more, or they see it for themselves."""
    if not Table.objects.filter(pk=table_id, status=TableStatus.PLAYING).exists():
        return True
    state = table_reading(table_id).state
    turn = state.clock.turn
    is_theirs = turn is not None and state.players[turn] == player_id
    return not is_theirs or has_before_them(player_id, table_id)


def _tell(table: Table, player_id: int | None = None) -> Notice | None:
    """Tell whose turn it is, this player or anybody; None where they have heard before."""
    state = table_reading(table.pk).state
    turn, deadline_ms = state.clock.turn, state.clock.deadline_ms
    if turn is None or deadline_ms is None or state.plays_alone(turn):
        return None
    player = Player.objects.get(pk=state.players[turn])
    if player_id not in (None, player.pk):
        return None
    until = dt.datetime.fromtimestamp(deadline_ms / 1000, dt.UTC)
    return notices.tell(
        player=player,
        kind="your_turn",
        facts={"table": table.pk, **named_facts(table), "until": until.isoformat()},
        key=f"turn:{table.pk}:{state.clock.started_ms}",
    )
