"""One tap from the lobby to a game: back to one's own table, to somebody who waits, or to bots."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q
from django.utils.translation import gettext as _

from accounts.api import limits
from accounts.models import Player
from accounts.selectors import wallet_balance
from accounts.ties import kept_from
from games.match import MatchFormat
from games.models import Seat, Table
from games.selectors.lobby import my_tables, open_tables
from games.services.errors import Conflict, NotAllowed
from games.services.lobby import add_bot, create_table, join_table
from games.services.terms import TableOffer

TRIES = 5
STAKE_CHIPS_MAX = 100  # nobody is seated at a dear table unasked
BOT_TABLE = TableOffer(options={"point_limit": 50}, stake_chips=20)
# The other games among as many as they are best with, and short as well: two rounds.
BOT_TABLES = {
    preset: TableOffer(
        preset=preset, format="ring", rounds=2, seats=seats, stake_chips=20, turn_seconds=60
    )
    for preset, seats in (("german_romme", 4), ("romme_500", 3))
}


def quick_seat(*, player: Player, preset: str = "", quick: bool = False) -> int:
    """The id of a table at which the player now sits; of this game, if one is named.

    `quick` asks for a quick game (PLAY-11): tables of other lengths are passed over.

    Raises:
        Conflict, InsufficientChips: as opening and joining a table do.
        Refused(rate_limited): the player has opened tables enough for now.
    """
    wish = {"preset": preset} if preset else {}
    if quick:
        wish["terms__format"] = MatchFormat.QUICK.value
    found = _own_or_waiting(player, wish)
    if found is not None:
        return found
    limits.spend(limits.TABLES, str(player.pk))
    usual = BOT_TABLES.get(preset, BOT_TABLE)
    return _play_bots(player, _quick(usual) if quick else usual, wish)


@transaction.atomic
def _own_or_waiting(player: Player, wish: dict[str, str]) -> int | None:
    """One's own table, or one that lacks only this player; None when there is neither."""
    own = _own_table(player, wish)
    return _join_who_waits(player, wish) if own is None else own


def _own_table(player: Player, wish: dict[str, str]) -> int | None:
    """One tap after the other until each has committed: two tabs sit down at one table."""
    Player.objects.select_for_update(no_key=True).only("pk").get(pk=player.pk)
    own = my_tables(player).filter(**wish).first()
    return None if own is None else own.pk


def _quick(usual: TableOffer) -> TableOffer:
    """The same game in one round."""
    return replace(usual, format=MatchFormat.QUICK.value, rounds=1, options={})


def _join_who_waits(player: Player, wish: dict[str, str]) -> int | None:
    """A public table that starts as soon as this player sits down, the longest waiting first."""
    budget = min(wallet_balance(player), STAKE_CHIPS_MAX)
    away = kept_from(player.pk)
    waiting = (
        open_tables()
        .filter(stake_chips__lte=budget, **wish)
        .filter(Q(door=None) | Q(door__password=""))
        .exclude(Exists(Seat.objects.filter(table=OuterRef("pk"), player__in=away)))
        .exclude(created_by__in=away)
        .annotate(taken=Count("seats"))
        .filter(taken=F("seats_max") - 1)
    )
    for table_id in waiting.values_list("pk", flat=True)[:TRIES]:
        try:
            join_table(table_id=table_id, player=player)
        except (Conflict, NotAllowed):
            continue  # somebody else was quicker, or the table asks for more than this player has
        return table_id
    return None


@transaction.atomic
def _play_bots(player: Player, usual: TableOffer, wish: dict[str, str]) -> int:
    """A table of one's own, with bots on all the other seats; unless another tab was quicker."""
    own = _own_table(player, wish)
    if own is not None:
        return own
    table: Table = create_table(
        player=player,
        offer=_affordable(player, usual),
        name=_("%(name)s's table") % {"name": player.name},
    )
    join_table(table_id=table.pk, player=player)
    for _seat in range(table.seats_max - 1):
        add_bot(table_id=table.pk, player=player)
    return table.pk


def _affordable(player: Player, usual: TableOffer) -> TableOffer:
    """The usual stake, or none for a wallet that cannot hold it."""
    if wallet_balance(player) >= usual.stake_chips:
        return usual
    return replace(usual, stake_chips=0)
