"""A day's deals are promised, played at one table after the other, and opened when all is over.

Everybody has one try at each game's deal, at a table of their own against the same bot, which in
the same position always plays the same. Bots of the house play it as well: how they fared with the
same cards is what a player's result is measured by.
"""

import datetime as dt
import logging

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Player
from games.models import DailyDeal, DailyPlay, Seat, Table
from games.moves.decks import drawn_seed
from games.moves.errors import Conflict, NotAllowed, NotFound
from games.moves.shared_deals import call_off, open_deals, promise_deal
from games.tables import opening_hours
from games.tables.opening import create_table, join_table, seat_bot
from games.tables.terms import TableOffer
from rummy.match import MatchFormat

OPPONENT = "expert"
YARDSTICKS = ("casual", "solid", "expert")
TURN_SECONDS = 3600  # a table of one's own keeps nobody waiting
# Whoever began before midnight may play to the end.
PLAYED_OUT_BY = dt.time(6)

log = logging.getLogger(__name__)


def today() -> dt.date:
    """The day by the house's clock."""
    return timezone.localdate(timezone=timezone.get_default_timezone())


def ends_at(day: dt.date) -> dt.datetime:
    """Until when a day's deal can be begun."""
    return _at(day + dt.timedelta(days=1), dt.time())


def opens_at(day: dt.date) -> dt.datetime:
    """When a day's cards are shown to everybody."""
    return _at(day + dt.timedelta(days=1), PLAYED_OUT_BY)


def _at(day: dt.date, time: dt.time) -> dt.datetime:
    return dt.datetime.combine(day, time, timezone.get_default_timezone())


def games() -> list[str]:
    """The presets of which there is a deal every day (`DAILY_GAMES`)."""
    return [game for game in settings.DAILY_GAMES if game != "none"]


def deal_of(day: dt.date, game: str) -> DailyDeal:
    """The day's deal of this game; whoever asks first has it drawn and promised.

    Raises NotFound(no_such_daily_deal): there is none of this game.
    """
    found = DailyDeal.objects.select_related("deal").filter(day=day, game=game).first()
    if found is not None:
        return found
    if game not in games() or day != today():
        raise NotFound("no_such_daily_deal", day=day.isoformat(), game=game[:40])
    try:
        with transaction.atomic():
            return DailyDeal.objects.create(day=day, game=game, deal=promise_deal(drawn_seed()))
    except IntegrityError:  # somebody else was quicker
        return DailyDeal.objects.select_related("deal").get(day=day, game=game)


@transaction.atomic
def play_daily(*, player: Player, game: str) -> Seat:
    """The player's seat at their table of today's deal: opened now, or before.

    Raises NotFound(no_such_daily_deal), NotAllowed(daily_for_people), and what opening refuses.
    """
    if player.owner_id is not None:
        raise NotAllowed("daily_for_people")
    daily = deal_of(today(), game)
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    begun = DailyPlay.objects.filter(daily=daily, player=player).first()
    if begun is not None:
        return Seat.objects.select_related("table").get(table=begun.table_id, player=player)
    table = _open_table(daily)
    join_table(table_id=table.pk, player=player, invite_code=table.invite_code)
    return _begin(daily, table, player)


def _open_table(daily: DailyDeal) -> Table:
    offer = TableOffer(
        preset=daily.game,
        format=MatchFormat.RING.value,
        rounds=1,
        seats=2,
        turn_seconds=TURN_SECONDS,
        bank_seconds=0,
        shared_deals=(daily.deal_id,),
    )
    return create_table(player=None, offer=offer, is_private=True)


def _begin(daily: DailyDeal, table: Table, player: Player) -> Seat:
    """The opponent sits down, and with that the match begins."""
    competes = not (player.is_program or player.is_guest)
    DailyPlay.objects.create(table=table, daily=daily, player=player, competes=competes)
    seat_bot(table_id=table.pk, bot=OPPONENT)
    return Seat.objects.select_related("table").get(table=table, player=player)


def is_anything_due() -> bool:
    """Whether a deal of today lacks something, or one of an earlier day is to be opened."""
    if _to_open().exists():
        return True
    if not opening_hours.is_open():
        return False
    begun = DailyPlay.objects.filter(daily__day=today(), player__is_bot=True).count()
    return begun < len(games()) * len(YARDSTICKS)


def look_after_daily_deals() -> None:
    """Open the deals that are over; draw today's, and let bots of the house play them.

    One that cannot be opened, as in a restored house without its key, keeps no other waiting.
    """
    for daily in _to_open():
        try:
            open_deal(daily=daily)
        except Exception:
            log.exception("daily deal %s cannot be opened", daily.pk)
    for game in games() if opening_hours.is_open() else ():
        daily = deal_of(today(), game)
        for bot in YARDSTICKS:
            _play_as(bot, daily)


@transaction.atomic
def _play_as(bot: str, daily: DailyDeal) -> None:
    """Each once, whoever else is at it: of every kind the house has several bots."""
    DailyDeal.objects.select_for_update(no_key=True).get(pk=daily.pk)
    if daily.plays.filter(player__bot_key=bot).exists():
        return
    table = _open_table(daily)
    _begin(daily, table, seat_bot(table_id=table.pk, bot=bot).player)


def _to_open() -> QuerySet[DailyDeal]:
    """Deals that nobody may play any more and whose cards are not shown yet."""
    last = today() - dt.timedelta(days=1)
    if timezone.now() < opens_at(last):
        last -= dt.timedelta(days=1)
    return DailyDeal.objects.filter(day__lte=last, deal__opened_at=None).order_by("day", "pk")


def open_deal(*, daily: DailyDeal) -> None:
    """Show everybody the day's cards; a table that is still at it is called off.

    Raises Conflict(deal_not_over): it is still the day's.
    """
    if timezone.now() < opens_at(daily.day):
        raise Conflict("deal_not_over", until=opens_at(daily.day).isoformat())
    call_off(Table.objects.filter(daily_play__daily=daily))
    with transaction.atomic():
        open_deals([daily.deal_id])
