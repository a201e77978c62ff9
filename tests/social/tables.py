"""Tables to talk at."""

from typing import Any

from accounts.models import Player
from games.models import Round, Table
from games.tables.opening import create_table, join_table
from games.tables.terms import TableOffer
from tests.play.players import ready, take_turn


def open_table(host: Player, *, is_private: bool = False, **offer: Any) -> Table:
    """A ring table at which its host sits."""
    terms = TableOffer(**{"format": "ring", "rounds": 2, **offer})
    table = create_table(player=host, offer=terms, name="Evening", is_private=is_private)
    join_table(table_id=table.pk, player=host)
    return table


def between_rounds(host: Player, other: Player, **offer: Any) -> Table:
    """All seats are taken, no card is dealt."""
    table = open_table(host, **offer)
    join_table(table_id=table.pk, player=other, invite_code=table.invite_code)
    table.refresh_from_db()
    return table


def in_play(host: Player, other: Player, **offer: Any) -> Table:
    """The first round is dealt."""
    table = between_rounds(host, other, **offer)
    for player in (host, other):
        ready(table, player)
    return table


def play_round(table: Table, players: tuple[Player, Player], number: int = 1) -> None:
    """Play until this round is over."""
    played = Round.objects.filter(table=table, number=number, ended_at__isnull=False)
    for step in range(400):
        if played.exists():
            return
        take_turn(table, players, dice=step)
    raise AssertionError("the round does not end")
