"""One tap from the lobby to a game: back to one's own table, to somebody who waits, or to bots.

What a tap leads to is said before it (`Outlook`), and the tap then asks for just that.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils.functional import cached_property

from accounts.books.reading import wallet_balance
from accounts.models import Player
from accounts.people.friendships import kept_from
from games.catalogue.offered import presets_offered
from games.models import Seat, Table
from games.models.naming import kind_of
from games.moves.errors import Conflict, NotAllowed
from games.tables.lobby.lists import my_tables, open_tables
from games.tables.opening import create_table, idle_bots, join_table
from games.tables.terms import TableOffer, agree_terms, terms_of
from rummy.match import MatchFormat, terms_view
from web.api.payloads import With
from web.security import limits

TRIES = 5
LOOKED_AT_MAX = 50
STAKE_CHIPS_MAX = 100  # nobody is seated at a dear table unasked
GUEST_STAKE_CHIPS_MAX = 0  # who has just come in plays for nothing, unless they choose otherwise
BOT_TABLE = TableOffer(options={"point_limit": 50}, stake_chips=20)
# The other games among as many as they are best with, and short as well: two rounds.
BOT_TABLES = {
    preset: TableOffer(
        preset=preset, format="ring", rounds=2, seats=seats, stake_chips=20, turn_seconds=60
    )
    for preset, seats in (("german_romme", 4), ("romme_500", 3))
}
PLAYERS = {"gin_team": 4}  # else two, or what the house's own table has


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to play; what is left open is as the house thinks best.

    `seats` is how many play, `quick` a quick game (PLAY-11), `stake_chips_max` the most that may
    be staked: nothing for guests and 100 chips for others, unless said.
    """

    preset: str = ""
    quick: bool = False
    seats: int | None = None
    stake_chips_max: int | None = None

    def most(self, player: Player | None) -> int:
        """The most this player stakes, whatever the wallet holds."""
        if self.stake_chips_max is not None:
            return self.stake_chips_max
        is_guest = player is None or player.is_guest
        return GUEST_STAKE_CHIPS_MAX if is_guest else STAKE_CHIPS_MAX

    def fits(self, table: Table) -> bool:
        """Whether the table is of this game, length and number of players.

        A deal of the day has no company, and is gone back to when its player likes; so is a round
        that is played on.
        """
        return not kind_of(table.terms) and (
            self.preset in ("", table.preset)
            and self.seats in (None, table.seats_max)
            and (not self.quick or table.terms["format"] == MatchFormat.QUICK.value)
        )


class Outlook:
    """Where quick seats lead for one player, or a visitor (None); each list is read once."""

    def __init__(self, player: Player | None) -> None:
        self.player = player

    @cached_property
    def _own(self) -> list[Table]:
        return [] if self.player is None else list(my_tables(self.player))

    @cached_property
    def _waiting(self) -> list[Table]:
        return list(_who_waits(self.player, STAKE_CHIPS_MAX)[:LOOKED_AT_MAX])

    @cached_property
    def _balance(self) -> int | None:
        return None if self.player is None else wallet_balance(self.player)

    def seating(self, wish: Wish) -> With:
        """Where the tap leads as things stand: one's own table, people who wait, or new bots.

        `terms` are those of the table, as pages and programs are told them.
        """
        own = _first(self._own, wish)
        if own is not None:
            return _as_it_is(own, is_own=True)
        most = min(wish.most(self.player), STAKE_CHIPS_MAX)
        budget = most if self._balance is None else min(most, self._balance)
        waiting = _first((one for one in self._waiting if one.stake_chips <= budget), wish)
        if waiting is not None:
            return _as_it_is(waiting)
        offer = _house_table(wish, most, self._balance)
        seats = offer.seats or PLAYERS.get(offer.preset, 2)
        terms = terms_view(agree_terms(offer))
        return With(offer, seats=seats, terms=terms, is_own=False, people=(), bots=seats - 1)


def _first(tables: Iterable[Table], wish: Wish) -> Table | None:
    return next((table for table in tables if wish.fits(table)), None)


def _as_it_is(table: Table, *, is_own: bool = False) -> With:
    people = () if is_own else tuple(seat.player.name for seat in table.seats.all())
    seats, terms = table.seats_max, terms_of(table)
    return With(table, seats=seats, terms=terms, is_own=is_own, people=people, bots=0)


def quick_seat(*, player: Player, wish: Wish | None = None) -> int:
    """The id of a table at which the player now sits, as wished.

    Raises:
        Conflict, InsufficientChips: as opening and joining a table do.
        InvalidTerms: the house opens no such table.
        Refused(rate_limited): the player has opened tables enough for now.
    """
    wish = wish or Wish()
    found = _own_or_waiting(player, wish)
    if found is not None:
        return found
    limits.spend(limits.TABLES, str(player.pk))
    return _play_bots(player, wish)


@transaction.atomic
def _own_or_waiting(player: Player, wish: Wish) -> int | None:
    """One's own table, or one that lacks only this player; None when there is neither."""
    own = _own_table(player, wish)
    return _join_who_waits(player, wish) if own is None else own


def _own_table(player: Player, wish: Wish) -> int | None:
    """One tap after the other until each has committed: two tabs sit down at one table."""
    Player.objects.select_for_update(no_key=True).only("pk").get(pk=player.pk)
    own = _first(my_tables(player), wish)
    return None if own is None else own.pk


def _house_table(wish: Wish, most: int, balance: int | None) -> TableOffer:
    """The table the house opens: for its usual stake, what may be staked, or nothing."""
    offered = presets_offered()
    preset = wish.preset or (
        BOT_TABLE.preset if BOT_TABLE.preset in offered else next(iter(offered))
    )
    usual = BOT_TABLES.get(preset, replace(BOT_TABLE, preset=preset))
    if wish.quick:
        usual = replace(usual, format=MatchFormat.QUICK.value, rounds=1, options={})
    stake = min(usual.stake_chips, most)
    if balance is not None and balance < stake:
        stake = 0
    return replace(usual, seats=wish.seats or usual.seats, stake_chips=stake)


def _who_waits(player: Player | None, budget: int) -> QuerySet[Table]:
    """Public tables that start as soon as one more sits down, the longest waiting first."""
    away = kept_from(player.pk) if player else []
    return (
        open_tables()
        .filter(stake_chips__lte=budget)
        .filter(Q(admission=None) | Q(admission__password=""))
        .exclude(Exists(Seat.objects.filter(table=OuterRef("pk"), player__in=away)))
        .exclude(created_by__in=away)
        .annotate(taken=Count("seats"))
        .filter(taken=F("seats_max") - 1)
    )


def _join_who_waits(player: Player, wish: Wish) -> int | None:
    budget = min(wallet_balance(player), wish.most(player), STAKE_CHIPS_MAX)
    waiting = (table for table in _who_waits(player, budget)[:LOOKED_AT_MAX] if wish.fits(table))
    for table, _try in zip(waiting, range(TRIES), strict=False):
        try:
            join_table(table_id=table.pk, player=player)
        except (Conflict, NotAllowed):
            continue  # somebody else was quicker, or the table asks for more than this player has
        return table.pk
    return None


@transaction.atomic
def _play_bots(player: Player, wish: Wish) -> int:
    """A table of one's own, with bots on all the other seats; unless another tab was quicker."""
    own = _own_table(player, wish)
    if own is not None:
        return own
    table: Table = create_table(
        player=player, offer=_house_table(wish, wish.most(player), wallet_balance(player))
    )
    robots = idle_bots(table=table, bot="casual", seats=table.seats_max - 1)
    for one in (player, *robots):
        join_table(table_id=table.pk, player=one)
    return table.pk
