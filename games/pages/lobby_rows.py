"""The lobby's lists as the templates show them: one row per table, with its terms in words."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from accounts.models import Player
from games.models import Table
from games.tables.lobby import lists
from games.tables.lobby.own_games import own_games
from games.tables.terms import terms_of
from games.waitlist.reading import places_of
from web.api.payloads import With

ROWS_MAX = 40


def lobby_rows(player: Player | None, *, presets: Sequence[str] = ()) -> dict[str, Any]:
    """Own tables, open ones, running ones; one's own are in the first list only. And own lines.

    With `presets` others' tables are those of these games; one's own are always all there.
    """
    wish = {"preset__in": presets} if presets else {}
    mine = own_games(player) if player else []
    own_ids = {game.table.pk for game in mine}
    return {
        "my_tables": [row_of(one.table, my_turn=one.my_turn, turn=one.turn) for one in mine],
        "open_tables": _rows(lists.open_tables(player).filter(**wish), own_ids),
        "running_tables": _rows(lists.running_tables(player).filter(**wish), own_ids),
        "lines": places_of(player) if player else [],
    }


def _rows(found: QuerySet[Table], without: set[int]) -> list[With]:
    """As many as are shown are read: thousands may be open, or played in one tournament."""
    return [row_of(table) for table in found.exclude(pk__in=without)[:ROWS_MAX]]


def row_of(table: Table, *, my_turn: bool = False, turn: str = "") -> With:
    """A table in a list. `turn` is the name of who is on turn, told of one's own tables only."""
    seated = table.seats.all()
    return With(
        table,
        name=table.title,
        terms=terms_of(table),
        players=[seat.player.name for seat in seated],
        free=table.seats_max - len(seated),
        admission=getattr(table, "admission", None),
        my_turn=my_turn,
        turn=turn,
    )
