"""The premium rematch: the same players, the same terms, one tap each (PLAY-4).

A finished table's row is the lock of everything about its rematch. An offer holds nothing: when
the last one has consented, one transaction opens the new table, seats everybody, holds all stakes
and begins the match, or does nothing at all. Whatever kills the process, no chip is held for a
table that does not exist, and a table has one rematch at most.
"""

import datetime as dt
import secrets
from collections.abc import Mapping, Sequence

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.books.reading import wallet_balance
from accounts.clubs.reading import require_member_of_open
from accounts.ledger import InsufficientChips
from accounts.models import ChipAccount, ClubMember, Player
from accounts.premium import reading as premium
from games.models import RematchConsent, RematchOffer, RematchStatus, Seat, Table, TableStatus
from games.moves.errors import Conflict, NotAllowed, NotFound
from games.replay.dealing import round_before
from games.tables import opening_hours
from games.tables.lobby.lists import live_seats
from games.tables.opening import open_like, require_free_hands
from games.tables.whole_tables import seat_everybody
from rummy.fairness.dealing import REMATCH
from rummy.match import FirstDeal
from web.database.database_time import database_now
from web.finding import or_raise

OFFERED_WITHIN = dt.timedelta(minutes=15)


class _CannotSit(Exception):
    """Somebody who consented cannot be seated now; nothing has been done."""

    def __init__(self, player_id: int, refusal: Exception) -> None:
        super().__init__(player_id)
        self.player_id = player_id
        self.refusal = refusal


@transaction.atomic
def offer_rematch(*, table_id: int, player: Player) -> RematchOffer:
    """Offer the others another match; who offers while an offer stands consents to that one.

    Bots consent by themselves.

    Raises Refused(premium_required), Conflict(rematch_…), InsufficientChips.
    """
    opening_hours.require_open(player)
    table = _lock_finished(table_id, player)
    current = _current(table)
    if current is None:
        premium.require_right(player, premium.REMATCH)
        current = _open_offer(table, player)
    return _consent(table, current, player)


@transaction.atomic
def consent_to_rematch(*, table_id: int, player: Player) -> RematchOffer:
    """Say yes to the offer that stands; the last yes seats everybody.

    Raises:
        Conflict(rematch_not_offered | rematch_lapsed | rematch_declined | …),
        InsufficientChips: then the offer stands until it lapses.
    """
    opening_hours.require_open(player)
    table = _lock_finished(table_id, player)
    current = _current(table)
    if current is None:
        lapsed = table.rematch_offers.exists()
        raise Conflict("rematch_lapsed" if lapsed else "rematch_not_offered", table=table_id)
    return _consent(table, current, player)


@transaction.atomic
def decline_rematch(*, table_id: int, player: Player) -> RematchOffer:
    """Say no: the offer ends, and this table sees no other. Once all are seated it is too late."""
    table = _lock_finished(table_id, player)
    found = table.rematch_offers.filter(
        status__in=(RematchStatus.OPEN, RematchStatus.SEATED, RematchStatus.DECLINED)
    )
    offer = or_raise(found.last(), Conflict("rematch_not_offered", table=table_id))
    if offer.status == RematchStatus.OPEN:
        offer.status, offer.declined_by = RematchStatus.DECLINED, player
        offer.save(update_fields=("status", "declined_by"))
    return offer


def _lock_finished(table_id: int, player: Player) -> Table:
    """The locked table this player sat at, when its match is over."""
    table = Table.objects.select_for_update(no_key=True).filter(pk=table_id).first()
    seated = table is not None and table.seats.filter(player=player).exists()
    if table is None or (table.is_private and not seated):
        raise NotFound("table_not_found", table=table_id)
    if not seated:
        raise NotAllowed("not_at_this_table", table=table_id)
    if table.status != TableStatus.FINISHED:
        raise Conflict("rematch_not_over", table=table_id)
    return table


def _current(table: Table) -> RematchOffer | None:
    """The offer that stands, or the one that has led to a table; lapsed ones are marked so."""
    now = database_now()
    table.rematch_offers.filter(status=RematchStatus.OPEN, expires_at__lte=now).update(
        status=RematchStatus.LAPSED
    )
    if table.rematch_offers.filter(status=RematchStatus.DECLINED).exists():
        raise Conflict("rematch_declined", table=table.pk)
    standing = (RematchStatus.OPEN, RematchStatus.SEATED)
    return table.rematch_offers.filter(status__in=standing).first()


def _open_offer(table: Table, player: Player) -> RematchOffer:
    now = database_now()
    if not table.may_be_played_again:
        raise Conflict("rematch_not_here", table=table.pk)
    if table.finished_at is None or now > table.finished_at + OFFERED_WITHIN:
        minutes = OFFERED_WITHIN // dt.timedelta(minutes=1)
        raise Conflict("rematch_too_late", table=table.pk, minutes=minutes)
    led_here = RematchOffer.objects.filter(new_table=table).first()
    offer = RematchOffer.objects.create(
        table=table,
        series_start=led_here.series_start if led_here else table,
        offered_by=player,
        created_at=now,
        expires_at=now + dt.timedelta(seconds=settings.REMATCH_SECONDS),
    )
    robots = table.seats.filter(player__is_bot=True).values_list("player_id", flat=True)
    RematchConsent.objects.bulk_create(
        RematchConsent(offer=offer, player_id=player_id, at=now) for player_id in robots
    )
    return offer


def _consent(table: Table, offer: RematchOffer, player: Player) -> RematchOffer:
    if offer.status == RematchStatus.SEATED:
        return offer
    if table.club_id is not None:
        require_member_of_open(table.club_id, player)
    _require_stake(table, player)
    # A new tap is a new consent: what the player did before it no longer matters.
    RematchConsent.objects.update_or_create(
        offer=offer, player=player, defaults={"at": timezone.now()}
    )
    _withdraw_who_cannot_mean_it(offer)
    places = list(table.seats.select_related("player").order_by("number"))
    agreed = set(offer.consents.values_list("player_id", flat=True))
    if agreed != {place.player_id for place in places}:
        return offer
    try:
        with transaction.atomic():
            new_table = _begin_rematch(table, offer, places)
    except _CannotSit as hindered:
        return _not_seated(offer, player, hindered, places)
    offer.status, offer.new_table = RematchStatus.SEATED, new_table
    offer.save(update_fields=("status", "new_table"))
    return offer


def _require_stake(table: Table, player: Player) -> None:
    """Said at the tap and not only when the last one has consented; the ledger decides then."""
    available = wallet_balance(player)
    if available < table.stake_chips:
        raise InsufficientChips("insufficient_chips", needed=table.stake_chips, available=available)


def _withdraw_who_cannot_mean_it(offer: RematchOffer) -> None:
    """Who has taken a seat since consenting is asked again: nobody is seated unawares.

    Nor is anybody who was banned since, or has left the club whose table it is, or a program that
    its owner has retired.
    """
    offer.consents.filter(player__is_active=False).delete()
    if offer.table.club_id is not None:
        members = ClubMember.objects.filter(club=offer.table.club_id)
        gone = offer.consents.exclude(player__in=members.values("player_id"))
        gone.exclude(player__is_bot=True).delete()
    for consent in offer.consents.filter(player__is_bot=False):
        if live_seats().filter(player_id=consent.player_id, joined_at__gt=consent.at).exists():
            consent.delete()


def _begin_rematch(table: Table, offer: RematchOffer, places: Sequence[Seat]) -> Table:
    """The new table with everybody a seat further on, so that another player deals first."""
    new_table = open_like(
        table,
        is_private=table.is_private,
        invite_code=secrets.token_urlsafe(12) if table.is_private and not table.club_id else "",
        created_by=offer.offered_by,
    )
    seats = table.seats_max
    people = {(place.number + 1) % seats: place.player for place in places}
    _require_free_hands(people, turn_based=bool(table.terms.get("turn_based")))
    try:
        seat_everybody(table=new_table, people=people, first_deal=_next_deal(table, people))
    except InsufficientChips as refusal:
        owner = ChipAccount.objects.values_list("player_id", flat=True).get(pk=refusal.account_id)
        raise _CannotSit(owner or 0, refusal) from refusal
    new_table.refresh_from_db(fields=("status", "version"))
    return new_table


def _next_deal(table: Table, people: Mapping[int, Player]) -> FirstDeal:
    """Who sat on the left of the first dealer deals first now, wherever they sit."""
    before = round_before(table.pk, 1)
    seats = {player.pk: number for number, player in people.items()}
    following = before.next_to_deal(REMATCH, seats)
    if following is None:
        raise AssertionError(f"nobody of table {table.pk} is at its rematch")
    return FirstDeal(seats[following], REMATCH, before.table, before.round_number)


def _require_free_hands(people: Mapping[int, Player], *, turn_based: bool) -> None:
    for player in sorted(people.values(), key=lambda one: one.pk):
        if player.is_bot:
            continue
        try:
            require_free_hands(player=player, turn_based=turn_based)
        except Conflict as refusal:
            raise _CannotSit(player.pk, refusal) from refusal


def _not_seated(
    offer: RematchOffer, caller: Player, hindered: _CannotSit, places: Sequence[Seat]
) -> RematchOffer:
    """Who cannot sit down now must consent anew; for a bot there is no later."""
    if hindered.player_id == caller.pk:
        raise hindered.refusal
    offer.consents.filter(player_id=hindered.player_id).delete()
    if any(place.player_id == hindered.player_id and place.player.is_bot for place in places):
        offer.status = RematchStatus.LAPSED
        offer.save(update_fields=("status",))
    return offer
