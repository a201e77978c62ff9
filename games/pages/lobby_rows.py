"""The lobby's lists as the templates show them: one row per table, with its terms in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet

from accounts.models import Player
from games.models import Table, TableStatus
from games.tables import reading as tables
from games.tables.lobby import lists
from games.tables.terms import terms_of
from games.waitlist.reading import places_of
from web.api.payloads import With

ROWS_MAX = 40


def lobby_rows(player: Player | None, *, presets: Sequence[str] = ()) -> dict[str, Any]:
    """Own tables, open ones, running ones; one's own are in the first list only. And own lines.

    With `presets` others' tables are those of these games; one's own are always all there.
    """
    wish = {"preset__in": presets} if presets else {}
    mine = list(lists.my_tables(player)) if player else []
    own_ids = {table.pk for table in mine}
    return {
        "my_tables": sorted(
            (_own_row(table, player) for table in mine if player),
            key=lambda row: not row.my_turn,
        ),
        "open_tables": _rows(lists.open_tables(player).filter(**wish), own_ids),
        "running_tables": _rows(lists.running_tables(player).filter(**wish), own_ids),
        "lines": places_of(player) if player else [],
    }


def _rows(found: QuerySet[Table], without: set[int]) -> list[With]:
    """As many as are shown are read: thousands may be open, or played in one tournament."""
    return [_row(table) for table in found.exclude(pk__in=without)[:ROWS_MAX]]


def rows_of(found: Iterable[Table]) -> list[With]:
    """Rows for a list of its own."""
    return [_row(table) for table in found]


def _row(table: Table, *, my_turn: bool = False, turn: str = "") -> With:
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


def _own_row(table: Table, player: Player) -> With:
    """With whose turn it is; a player sits at a handful of tables, so each may be read."""
    if table.status != TableStatus.PLAYING:
        return _row(table)
    view = tables.table_view(table.pk, player.pk)
    if view["turn"] is None:
        return _row(table)
    names = {seat["seat"]: seat["player"]["name"] for seat in view["seats"] if seat["player"]}
    turn: str = names.get(view["turn"], "")
    return _row(table, my_turn=view["turn"] == view["seat"], turn=turn)
