"""Which tables somebody may see: the lobby's lists, each in a constant number of queries.

A private table does not exist for others than its host and those who sit at it; a club's table
for others than its members and who sits at it.
"""

import datetime as dt
from collections.abc import Sequence

from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from accounts.clubs.reading import ids_of, who_plays
from accounts.models import Player
from games.catalogue.offered import presets_offered
from games.models import LIVE_STATUSES, Round, Seat, Table, TableStatus
from games.models.admission import DELAY_MAX, spectators_delay
from games.moves.errors import NotFound

# Whoever sees a table that shares its deal could tell others what is to come.
_SHARES_NO_DEAL = Q(terms__shared_deals__isnull=True) | Q(terms__shared_deals=[])


def visible_tables(player: Player | None = None) -> QuerySet[Table]:
    """Every table this player, or a visitor (None), may know of, newest first.

    Seats come with their players in seat order; `round_number` is the round being played
    or prepared, None before the first.
    """
    return _with_seats(Table.objects.filter(_may_see(player)))


def open_tables(player: Player | None = None) -> QuerySet[Table]:
    """Tables with a free seat, the one that has waited longest first.

    Those of the house are of the games that it offers.
    """
    found = visible_tables(player).filter(status=TableStatus.OPEN).order_by("id")
    return found.exclude(Q(is_standing=True) & ~Q(preset__in=presets_offered()))


def running_tables(player: Player | None = None) -> QuerySet[Table]:
    """Tables being played, the newest first; anybody may watch them.

    One that has ended is still being played for whoever sees it late.
    """
    return with_status(visible_tables(player), TableStatus.PLAYING, player)


def club_tables(club_id: int, player: Player) -> QuerySet[Table]:
    """A club's tables that wait or are being played, as far as this player may know of them."""
    return visible_tables(player).filter(club_id=club_id, status__in=LIVE_STATUSES).order_by("-id")


def with_status(found: QuerySet[Table], status: str, player: Player | None) -> QuerySet[Table]:
    """Of these tables, those with this status as far as the player may know."""
    still_playing = Q(status=TableStatus.FINISHED) & _not_yet_known_to(player)
    match status:
        case TableStatus.PLAYING:
            # Each by its index: however many were played, none of those is looked at.
            played, lately = (
                Table.objects.filter(q).order_by().values("pk")
                for q in (Q(status=status), still_playing & Q(finished_at__gt=Now() - DELAY_MAX))
            )
            return found.filter(pk__in=played.union(lately, all=True))
        case TableStatus.FINISHED:
            return found.filter(Q(status=status)).exclude(still_playing)
        case _:
            return found.filter(status=status)


def is_late_for(table: Table, player: Player | None) -> bool:
    """Whether this player sees the table later than those who sit there.

    The table must come with its admission and seats.
    """
    admission = getattr(table, "admission", None)
    if admission is None or not (admission.delay_seconds or admission.one_round_late):
        return False
    if any(player is not None and seat.player_id == player.pk for seat in table.seats.all()):
        return False
    if table.status == TableStatus.PLAYING:
        return True
    if table.status != TableStatus.FINISHED or table.finished_at is None:
        return False
    return timezone.now() < table.finished_at + dt.timedelta(seconds=admission.delay_seconds)


def _not_yet_known_to(player: Player | None) -> Q:
    """Ended so lately that spectators have not seen it, at a table with a delay."""
    over_since = Now() - spectators_delay()
    lately = Q(admission__delay_seconds__gt=0, finished_at__gt=over_since)
    return lately if player is None else lately & ~Q(_sits_at(player))


def my_tables(player: Player, *, statuses: Sequence[str] = LIVE_STATUSES) -> QuerySet[Table]:
    """Tables this player sits at, those being played first."""
    mine = Table.objects.filter(_sits_at(player), status__in=statuses)
    return _with_seats(mine).order_by("-status", "-id")


def live_seats() -> QuerySet[Seat]:
    """Seats at tables that wait or are being played."""
    return Seat.objects.filter(table__status__in=LIVE_STATUSES)


def one_table(
    table_id: int,
    player: Player | None = None,
    *,
    invite_code: str = "",
    or_of_an_open_deal: bool = False,
) -> Table:
    """A table by its number; a private one for those who may see it or bring its code.

    `or_of_an_open_deal`: or for anybody, where a deal was shared whose cards are shown by now.

    Raises NotFound(table_not_found): there is none, or it is private.
    """
    table = visible_tables(player).filter(pk=table_id).first()
    if table is None and invite_code:
        invited = _with_seats(Table.objects.filter(pk=table_id)).first()
        table = invited if invited is not None and invited.invites(invite_code) else None
    if table is None and or_of_an_open_deal:
        opened = Table.objects.filter(rounds__shared_deal__opened_at__isnull=False)
        opened = opened.filter(Q(club=None) if player is None else who_plays("club", player))
        table = _with_seats(opened.filter(pk=table_id)).first()
    if table is None:
        raise NotFound("table_not_found", table=table_id)
    return table


def _may_see(player: Player | None) -> Q | Exists:
    public = Q(is_private=False)
    if player is None:
        return public
    in_club = Q(club__in=ids_of(player)) & _SHARES_NO_DEAL
    return public | Q(created_by=player, club=None) | in_club | Q(_sits_at(player))


def _sits_at(player: Player) -> Exists:
    return Exists(Seat.objects.filter(table=OuterRef("pk"), player=player))


def _with_seats(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Without the snapshot, which holds every hand and which no list needs."""
    seats = Seat.objects.select_related("player").order_by("number")
    latest = (
        Round.objects.filter(table=OuterRef("pk"))
        .order_by()
        .values("table")
        .annotate(latest=models.Max("number"))
    )
    return (
        tables.defer("state")
        .select_related("created_by", "admission", "club")
        .prefetch_related(models.Prefetch("seats", queryset=seats))
        .annotate(round_number=models.Subquery(latest.values("latest")))
    )
