"""Seating a whole table in one go: all seats, all stakes and the first cards, or nothing.

Used where players are brought together rather than sit down one by one. All stakes travel in one
call, so that two tables that share players cannot wait for each other's wallets.
"""

from collections.abc import Mapping, Sequence

from django.db import transaction

from accounts.books import posting as ledger
from accounts.ledger import AccountKind, TransferKind, TransferPlan
from accounts.models import Player
from games.models import Seat, Table
from games.moves.acting import run_batch
from games.moves.commands import Command, Note, Start
from rummy.match import FirstDeal


@transaction.atomic
def seat_everybody(
    *, table: Table, people: Mapping[int, Player], first_deal: FirstDeal | None = None
) -> None:
    """Seat these people (by seat number) at a new, empty table, and begin its match.

    Raises InsufficientChips: with the account that lacks them; nothing has been done.
    """
    places = Seat.objects.bulk_create(
        Seat(table=table, number=number, player=player, stake_chips=table.stake_chips)
        for number, player in sorted(people.items())
    )
    if table.stake_chips:
        chips, kind = table.stake_chips, TransferKind.HOLD
        ledger.post_transfers([stake_plan(place, chips, kind) for place in places])
    run_batch(first_commands(table, places, first_deal=first_deal))


def first_commands(
    table: Table,
    places: Sequence[Seat],
    *,
    first_deal: FirstDeal | None = None,
    places_settled: bool = False,
) -> list[Command]:
    """What begins a full table's log, and its match. Many tables' may be run as one batch."""
    log: list[Command] = [Note(table.pk, "table_opened", {"by": table.created_by_id})]
    log += [
        Note(table.pk, "seat_taken", {"seat": place.number, "player": place.player_id})
        for place in places
    ]
    return [*log, start_of(table, places, places_settled=places_settled, first_deal=first_deal)]


def start_of(
    table: Table,
    places: Sequence[Seat],
    *,
    places_settled: bool = False,
    first_deal: FirstDeal | None = None,
) -> Start:
    """What begins the match of these players, in seat order."""
    players = tuple(place.player_id for place in places)
    robots = tuple(place.player.is_bot for place in places)
    return Start(table.pk, players, robots, places_settled, first_deal)


def stake_plan(
    place: Seat, chips: int, kind: TransferKind, *, key: str = "", **memo: int
) -> TransferPlan:
    """Chips from the player's wallet into the table's pot, or back where there are fewer than none.

    The seat's own id is in the key: each sitting is new. `key` tells payments of one sitting apart.
    """
    wallet = ledger.account_id_of(kind=AccountKind.WALLET, player_id=place.player_id)
    pot = ledger.account_id_of(kind=AccountKind.HOLD, ref=f"table:{place.table_id}")
    return TransferPlan.of(
        key=f"{kind.value}:{place.table_id}:{place.pk}{key}",
        kind=kind,
        postings=[(wallet, -chips), (pot, chips)],
        memo={"table": place.table_id, "seat": place.number, **memo},
    )
