"""Where a table's rematch stands, as one of its players or a spectator may see it (PLAY-4)."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from accounts.models import Player
from accounts.premium import reading as premium
from games.models import RematchOffer, RematchStatus, Seat, Table, TableEvent, TableStatus
from games.rematch.agreeing import OFFERED_WITHIN
from games.tables.lobby.lists import one_table


def rematch_view(table_id: int, player: Player | None) -> dict[str, Any]:
    """The offer, who has consented, and the score of the series: what the API's answer tells.

    Raises NotFound(table_not_found): no such table, or a private one of others.
    """
    table = one_table(table_id, player)
    offer = table.rematch_offers.select_related("offered_by", "declined_by").last()
    places = [seat for seat in table.seats.all() if seat.player_id]
    seated = player is not None and any(seat.player_id == player.pk for seat in places)
    may_offer = seated and _may_be_offered(table, offer)
    has_right = player is not None and premium.may(player, premium.REMATCH)
    agreed = set(offer.consents.values_list("player_id", flat=True)) if offer else set()
    return {
        "table": table_id,
        "state": _status(offer),
        "may_offer": may_offer and has_right,
        "needs_premium": may_offer and not has_right,
        "offered_by": offer and offer.offered_by,
        "declined_by": offer and offer.declined_by,
        "seconds_left": _seconds_left(offer),
        "consents": [
            {"player": seat.player, "consented": seat.player_id in agreed} for seat in places
        ],
        "mine": player.pk in agreed if player is not None and seated else None,
        "new_table": offer.new_table_id if offer else None,
        "series": series_score(table),
    }


def series_score(table: Table) -> list[dict[str, Any]]:
    """Matches won by each player since the series began, this table included; none before two."""
    ids = series_tables(table)
    if len(ids) < 2:
        return []
    seats = Seat.objects.filter(table_id__in=ids).select_related("player")
    holders = {(seat.table_id, seat.number): seat.player_id for seat in seats}
    ends = TableEvent.objects.filter(table_id__in=ids, kind="match_finished")
    won: Counter[int] = Counter()
    for table_id, payload in ends.values_list("table_id", "payload"):
        if len(payload["winners"]) < sum(table == table_id for table, _ in holders):  # no draw
            won.update(holders[table_id, seat] for seat in payload["winners"])
    people = {seat.player_id: seat.player for seat in seats}
    return [
        {"player": person, "won": won[player_id]}
        for player_id, person in sorted(people.items(), key=lambda item: (-won[item[0]], item[0]))
    ]


def series_tables(table: Table) -> Sequence[int]:
    """The ids of all tables of this table's series, the first one first."""
    led_here = RematchOffer.objects.filter(new_table=table).first()
    start = led_here.series_start_id if led_here else table.pk
    later = RematchOffer.objects.filter(series_start=start, status=RematchStatus.SEATED)
    return [start, *later.order_by("id").values_list("new_table_id", flat=True)]


def _status(offer: RematchOffer | None) -> str:
    """As stored, but an offer whose time is over has lapsed whether or not anybody has noted it."""
    if offer is None:
        return "none"
    if offer.status == RematchStatus.OPEN and offer.expires_at <= timezone.now():
        return RematchStatus.LAPSED.value
    return str(offer.status)


def _may_be_offered(table: Table, offer: RematchOffer | None) -> bool:
    return (
        table.status == TableStatus.FINISHED
        and table.finished_at is not None
        and timezone.now() <= table.finished_at + OFFERED_WITHIN
        and table.may_be_played_again
        and _status(offer) in ("none", RematchStatus.LAPSED.value)
    )


def _seconds_left(offer: RematchOffer | None) -> int | None:
    if offer is None or _status(offer) != RematchStatus.OPEN:
        return None
    return max(0, int((offer.expires_at - timezone.now()).total_seconds()))
