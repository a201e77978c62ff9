"""Finished tables for tests of what follows from them."""

from collections.abc import Sequence
from typing import Any

from accounts.joining.players import create_player
from accounts.models import Player
from games.models import Table
from games.tables.opening import create_table, join_table
from games.tables.terms import TableOffer
from tests.play.players import finish


def member(name: str) -> Player:
    return create_player(name=name, password="rummy-evening")


def seated(players: Sequence[Player], **offer: Any) -> Table:
    """A table at which these players have taken their seats: its match has begun."""
    terms = {"format": "ring", "rounds": 1, **offer}
    table = create_table(player=players[0], offer=TableOffer(**terms))
    for player in players:
        join_table(table_id=table.pk, player=player)
    return table


def played(players: Sequence[Player], **offer: Any) -> Table:
    """A table whose match is over."""
    table = seated(players, **offer)
    finish(table, players)
    table.refresh_from_db()
    return table
