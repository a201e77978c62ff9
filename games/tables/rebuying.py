"""Buying back into an elimination: chips and seat in one transaction, or neither."""

from django.db import transaction
from django.db.models import F

from accounts.books import posting as ledger
from accounts.ledger import TransferKind
from accounts.models import Player
from games.models import Seat, Table, TableStatus
from games.moves.acting import one_outcome, run_batch
from games.moves.commands import BuyBack
from games.moves.errors import Conflict, NotAllowed, NotFound
from games.tables.whole_tables import stake_plan


@transaction.atomic
def buy_back(*, table_id: int, player: Player) -> Seat:
    """Pay stake and fee again, and play on with as many points as the worst who is still in.

    Possible in the pause after the round that eliminated the player, as often as was agreed on.

    Raises:
        NotFound, NotAllowed(not_at_this_table), Conflict(table_not_playing),
        IllegalAction(no_rebuy), InsufficientChips: nothing has changed.
    """
    table = Table.objects.select_for_update(no_key=True).filter(pk=table_id).first()
    place = None if table is None else table.seats.filter(player=player).first()
    if table is None or (table.is_private and place is None):
        raise NotFound("table_not_found", table=table_id)
    if place is None:
        raise NotAllowed("not_at_this_table", table=table_id)
    if table.status != TableStatus.PLAYING:
        raise Conflict("table_not_playing", table=table_id, status=table.status)
    one_outcome([*run_batch([BuyBack(table_id, player.pk)])])
    _pay(table, place)
    place.refresh_from_db()
    return place


def _pay(table: Table, place: Seat) -> None:
    """Into the pot, under a key that counts what the seat has paid before."""
    chips = table.stake_chips
    if chips == 0:
        return
    times = place.stake_chips // chips
    plan = stake_plan(place, chips, TransferKind.HOLD, key=f":{times}", rebuy=times)
    ledger.post_transfers([plan])
    Seat.objects.filter(pk=place.pk).update(stake_chips=F("stake_chips") + chips)
