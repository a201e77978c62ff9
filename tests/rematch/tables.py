"""Finished tables whose players may want another match, and their books."""

from collections.abc import Sequence
from typing import Any

from accounts.audit import faults
from accounts.books.posting import open_account, post_transfer, wallet_of
from accounts.books.reading import own_chips, wallet_balance
from accounts.models import ChipAccount, Player
from accounts.premium.giving import grant_premium
from games.models import Table, TableStatus
from games.moves.acting import play_action
from rummy.match import Resign
from tests.league.tables import member, seated

STAKE = 100


def premium_member(name: str) -> Player:
    player = member(name)
    grant_premium(player=player, days=30, key=f"test:{player.pk}")
    return player


def given_up(players: Sequence[Player], **offer: Any) -> Table:
    """A match that is over the quick way: all but the first resign."""
    table = seated(players, stake_chips=STAKE, **offer)
    for player in players[1:]:
        resign(table, player)
    table.refresh_from_db()
    assert table.status == TableStatus.FINISHED
    return table


def resign(table: Table, player: Player) -> None:
    play_action(
        table_id=table.pk,
        player_id=player.pk,
        action=Resign(),
        expected_version=None,
        key=f"resign {table.pk} {player.pk}",
    )


def spend(player: Player, *, down_to: int) -> None:
    """Chips that go elsewhere while an offer stands."""
    away = wallet_balance(player) - down_to
    mint = open_account(kind="mint")
    post_transfer(
        key=f"spent:{player.pk}:{away}",
        kind="correction",
        postings=[(wallet_of(player).pk, -away), (mint.pk, away)],
    )


def pot(table_id: int) -> int:
    found = ChipAccount.objects.filter(kind="hold", ref=f"table:{table_id}").first()
    return found.balance if found else 0


def assert_in_order(players: Sequence[Player], *, seated_once: bool) -> None:
    """Every chip is held for one table of the players at most, and the books are in order."""
    live = Table.objects.filter(status__in=(TableStatus.OPEN, TableStatus.PLAYING))
    assert live.count() == int(seated_once)
    for player in players:
        assert own_chips(player) == wallet_balance(player) + (STAKE if seated_once else 0)
    for table in live:
        assert pot(table.pk) == STAKE * table.seats.count() == STAKE * len(players)
    assert faults() == []
