"""The line for a seat at the house's tables: who waits longest gets the next free one.

Standing in line is consent: when a seat comes free the stake is held and the player sits, and is
told so. A place lapses unless it is renewed. A seat for which somebody waits is refused to
everybody behind them (`join_table`), so it does not matter who is quicker; the sweep finds what a
lost message left. Locks: the table, then its line's places, then what taking a seat locks.
"""

import datetime as dt

from django.db import transaction
from django.db.models import QuerySet

from accounts.joining.guests import require_may_begin
from accounts.ledger import LedgerRefusal
from accounts.models import Player
from accounts.notices.telling import tell
from accounts.people.friendships import kept_from
from games.models import Seat, Table, TableStatus, WaitingPlace, WaitingStatus
from games.models.naming import named_facts
from games.moves.errors import Conflict, NotFound, Refused
from games.tables.admission import require_merits
from games.tables.lobby.lists import one_table
from games.tables.opening import join_table, require_free_hands
from games.waitlist.reading import ahead_of, kind_of, tables_with_a_seat, waiting_places
from web.database.database_time import database_now
from web.security.limits import Limit

LINES_PER_PLAYER_MAX = 3
# Each that is left and asked for again stays as a row until it is forgotten.
LIMIT = Limit("lines", most=60, seconds=3600)
KEPT_FOR = dt.timedelta(days=30)
LAPSES_AFTER = dt.timedelta(minutes=15)
# Refusals that say something about the pair of table and player, not about the player alone.
_NOT_HERE = ("kept_apart", "already_seated", "seat_kept")


@transaction.atomic
def join_waitlist(*, table_id: int, player: Player) -> WaitingPlace:
    """Wait for the next seat at a table like this one; who waits already renews the place.

    Raises:
        NotFound, NotAllowed(reputation_too_low | rating_too_low),
        Conflict(no_line_here | seat_is_free | already_seated | too_many_lines |
        too_many_seats), Refused(guests_not_welcome).
    """
    require_may_begin(player)
    table = one_table(table_id, player)
    if not table.is_standing:
        raise Conflict("no_line_here", table=table_id)
    kind, now = kind_of(table), database_now()
    lapses_at = now + LAPSES_AFTER
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    require_merits(table_id=table_id, player=player)
    _require_sense(player, table, kind)
    own = waiting_places().filter(player=player)
    place = own.filter(kind=kind).first()
    if place is not None:
        place.lapses_at = lapses_at
        place.save(update_fields=("lapses_at",))
        return place
    if own.count() >= LINES_PER_PLAYER_MAX:
        raise Conflict("too_many_lines", most=LINES_PER_PLAYER_MAX)
    return WaitingPlace.objects.create(
        player=player, kind=kind, asked_at=table, created_at=now, lapses_at=lapses_at
    )


@transaction.atomic
def leave_waitlist(*, table_id: int, player: Player) -> None:
    """Wait no longer for a seat at tables like this one.

    Raises NotFound, Conflict(not_in_line): also when a seat has been found in the meantime.
    """
    table = Table.objects.filter(pk=table_id).first()
    if table is None:
        raise NotFound("table_not_found", table=table_id)
    own = waiting_places().filter(player=player, kind=kind_of(table))
    if not own.update(status=WaitingStatus.LEFT):
        raise Conflict("not_in_line", table=table_id)


@transaction.atomic
def serve_waitlist(*, table_id: int) -> int:
    """Seat who waits longest at this open table of the house; how many were seated."""
    table = Table.objects.select_for_update(no_key=True).filter(pk=table_id).first()
    if table is None or not table.is_standing or table.status != TableStatus.OPEN:
        return 0  # also when it was closed before the message of its free seat arrived
    seated = 0
    line = waiting_places().select_for_update(no_key=True, skip_locked=True, of=("self",))
    waiting = line.filter(kind=kind_of(table)).order_by("id")
    for place in waiting.select_related("player"):
        if table.seats.count() >= table.seats_max:
            break
        seated += _seat(table, place)
    return seated


def serve_waitlists() -> int:
    """Serve every line for which there is a table with a free seat; how many were seated."""
    kinds = set(waiting_places().values_list("kind", flat=True))
    tables = [table.pk for kind in kinds for table in tables_with_a_seat(kind)]
    return sum(serve_waitlist(table_id=table_id) for table_id in sorted(tables))


def is_anybody_waiting() -> bool:
    """Also those whose time is over and who have not been told so."""
    return _waiting().exists()


def _waiting() -> QuerySet[WaitingPlace]:
    return WaitingPlace.objects.filter(status=WaitingStatus.WAITING)


@transaction.atomic
def end_lapsed_places() -> int:
    """Places whose time is over, and telling who had them."""
    over = _waiting().filter(lapses_at__lte=database_now())
    locked = over.select_for_update(no_key=True, skip_locked=True, of=("self",))
    places = list(locked.select_related("player", "asked_at"))
    for place in places:
        _end(place)
    return len(places)


def forget_old_places() -> int:
    """Places that ended long ago; how many those were."""
    before = database_now() - KEPT_FOR
    ended = WaitingPlace.objects.exclude(status=WaitingStatus.WAITING)
    return ended.filter(lapses_at__lt=before).delete()[0]


def _seat(table: Table, place: WaitingPlace) -> bool:
    """Whether the one who waits at this place sits now; who cannot sit anywhere waits no more."""
    if not place.player.is_active:  # banned since
        _end(place)
        return False
    try:
        with transaction.atomic():
            join_table(table_id=table.pk, player=place.player)
            tell(
                player=place.player,
                kind="line_seated",
                facts={"table": table.pk, **named_facts(table)},
                key=f"line:{place.pk}",
            )
    except (Refused, LedgerRefusal) as refusal:
        if refusal.code not in _NOT_HERE:
            _end(place)
        return False
    return True


def _end(place: WaitingPlace) -> None:
    place.status = WaitingStatus.LAPSED
    place.save(update_fields=("status",))
    tell(
        player=place.player,
        kind="line_lapsed",
        facts={"table": place.asked_at_id, **named_facts(place.asked_at)},
        key=f"line:{place.pk}",
    )


def _require_sense(player: Player, table: Table, kind: str) -> None:
    """No line for who sits at such a table or could, nor for who may sit down nowhere."""
    for other in tables_with_a_seat(kind):
        people = set(Seat.objects.filter(table=other).values_list("player_id", flat=True))
        if player.pk in people:
            raise Conflict("already_seated", table=other.pk)
        free = other.seats_max - len(people)
        if not people & kept_from(player.pk) and ahead_of(player, other) < free:
            raise Conflict("seat_is_free", table=other.pk)
    require_free_hands(player=player, turn_based=bool(table.terms.get("turn_based")))
