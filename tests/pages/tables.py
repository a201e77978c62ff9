"""Tables for tests of the pages: open, running, finished."""

import datetime as dt
from typing import Any

from django.utils import timezone

from accounts.models import Player
from games.models import Table
from games.tables import opening
from games.tables.terms import TableOffer
from tests.play.players import finish, ready


def open_table(host: Player, *, is_private: bool = False, **offer: Any) -> Table:
    """A ring table the host sits at, waiting for somebody."""
    offer = {"format": "ring", "rounds": 3, **offer}
    table = opening.create_table(
        player=host, offer=TableOffer(**offer), name="Evening round", is_private=is_private
    )
    opening.join_table(table_id=table.pk, player=host, invite_code=table.invite_code)
    return table


def running_table(host: Player, guest: Player, **offer: Any) -> Table:
    """The first round is dealt."""
    table = open_table(host, **offer)
    opening.join_table(table_id=table.pk, player=guest)
    ready(table, host, seed="host's")
    ready(table, guest, seed="guest's")
    return table


def stand_still(table: Table) -> None:
    """As it is found when nobody has looked after it for long, or filled it."""
    late = timezone.now() - dt.timedelta(hours=1)
    rows = Table.objects.filter(pk=table.pk)
    rows.update(created_at=late)
    rows.filter(status="playing").update(wake_at=late)


def finished_ring(host: Player, guest: Player, *, rounds: int = 1, **offer: Any) -> Table:
    table = open_table(host, rounds=rounds, **offer)
    opening.join_table(table_id=table.pk, player=guest)
    finish(table, [host, guest])
    return table
