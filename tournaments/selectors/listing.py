"""Tournaments as lists show them: a row each, in a constant number of queries."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, QuerySet, Sum

from accounts.models import Player
from tournaments.director import FORMATS, Clock, Field, Phase, Plan, ladder
from tournaments.models import Entry, Tournament
from tournaments.models.tournaments import LIVE_PHASES
from tournaments.selectors.seen import seen_by

LIST_MAX = 40
FINISHED_ROWS = 20
OVER_IN_CLUB_MAX = 5


@dataclass(frozen=True, slots=True)
class Money:
    """What taking part costs and what is played for, in chips of the wallet."""

    buy_in_chips: int
    fee_chips: int
    bounty_chips: int
    pool_chips: int
    guarantee_chips: int
    first_prize_chips: int
    tickets: int = 0

    @property
    def price_chips(self) -> int:
        return self.buy_in_chips + self.fee_chips


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """One tournament in a list.

    `game` is the preset played at its tables, with real cards at `real_tables`. `starts_at` is None
    when only the last free place starts it. `level` counts from 1. `mine` is the reader's own
    entry: "" none, in, out. `is_show` marks those that bots play for visitors to watch.
    """

    id: int
    name: str
    phase: str
    is_paused: bool
    format: str
    game: str
    house_rules: tuple[str, ...]
    seats: int
    starts_at: dt.datetime | None
    starts_when_full: bool
    entries: int
    entries_least: int
    entries_most: int
    alive: int
    entries_open: bool
    level: int
    pcr: int
    money: Money
    version: int
    recurring: int | None = None
    club: int | None = None
    club_name: str = ""
    is_show: bool = False
    finished_at: dt.datetime | None = None
    winners: tuple[str, ...] = ()
    mine: str = ""
    real_tables: bool = False

    @property
    def is_over(self) -> bool:
        return Phase(self.phase).is_over

    @property
    def is_entering(self) -> bool:
        return self.phase == Phase.ENTERING.value

    @property
    def free_places(self) -> int:
        return max(0, self.entries_most - self.entries)

    @property
    def is_full(self) -> bool:
        return not self.is_over and not self.free_places

    @property
    def plays_for_chips(self) -> bool:
        return FORMATS[self.format].plays_for_chips

    @property
    def in_teams(self) -> bool:
        return FORMATS[self.format].in_teams

    @property
    def pays_tickets(self) -> bool:
        return FORMATS[self.format].pays_tickets

    @property
    def is_limited(self) -> bool:
        """Whether the number of places is worth saying."""
        return self.entries_most <= 1_000


@dataclass(frozen=True, slots=True)
class Wish:
    """What a reader wants to see; empty means everything."""

    game: str = ""
    format: str = ""
    price: str = ""

    @property
    def is_empty(self) -> bool:
        return not (self.game or self.format or self.price)


# The bands of buy-ins one may filter by: more than, up to.
PRICES: dict[str, tuple[int, int | None]] = {
    "free": (-1, 0),
    "small": (0, 100),
    "large": (100, None),
}


def _all(player: Player | None) -> QuerySet[Tournament]:
    """All that this reader may know of."""
    found = Tournament.objects.filter(seen_by(player.pk if player else None))
    return found.select_related("recurring", "club")


def upcoming(player: Player | None = None, wish: Wish | None = None) -> list[TournamentRow]:
    """Those that have not started: first what starts as soon as it is full, then by the hour.

    Of those that come again only the next one; the calendar has the others.
    """
    found = _wished(_all(player), wish).filter(phase=Phase.ENTERING.value)
    at_once_first = ("-plan__entries__starts_when_full", "clock__starts_at_ms", "id")
    shown: dict[tuple[str, int], Tournament] = {}
    for one in found.order_by(*at_once_first)[: 3 * LIST_MAX]:
        shown.setdefault(
            ("recurring", one.recurring_id) if one.recurring_id else ("own", one.pk), one
        )
    return rows(list(shown.values())[:LIST_MAX], player)


def running(player: Player | None = None, wish: Wish | None = None) -> list[TournamentRow]:
    found = _wished(_all(player), wish).filter(phase__in=(Phase.RUNNING.value, Phase.BREAK.value))
    return rows(found.order_by("-id")[:LIST_MAX], player)


def finished(
    player: Player | None = None,
    wish: Wish | None = None,
    *,
    before: int | None = None,
    limit: int = FINISHED_ROWS,
) -> list[TournamentRow]:
    """Those that are over, the newest first; `before` is the id a page ended with."""
    found = _wished(_all(player), wish).exclude(phase__in=LIVE_PHASES)
    found = found.exclude(phase=Phase.CANCELLED.value, field__entries=0)
    if before is not None:
        found = found.filter(pk__lt=before)
    return rows(found.order_by("-id")[:limit], player)


def entered(player: Player) -> list[TournamentRow]:
    """The player's own tournaments that are not over."""
    own = Entry.objects.filter(player=player).entered()
    found = _all(player).filter(phase__in=LIVE_PHASES, pk__in=own.values("tournament_id"))
    return rows(found.order_by("clock__starts_at_ms", "id")[:LIST_MAX], player)


def for_front_page(player: Player | None, *, most: int) -> list[TournamentRow]:
    """What somebody may want to know at the door: one's own first, then the next to enter."""
    mine = entered(player)[:most] if player else []
    known = {row.id for row in mine}
    free = [
        row
        for row in upcoming(player)
        if row.entries_open and row.id not in known and not row.is_show
    ]
    return (mine + free)[:most]


def starting_between(
    first: dt.datetime, last: dt.datetime, player: Player | None = None
) -> list[TournamentRow]:
    """Tournaments with a start in [first, last), in order of time; for calendars."""
    found = (
        _all(player)
        .filter(clock__starts_at_ms__gte=_ms(first), clock__starts_at_ms__lt=_ms(last))
        .exclude(phase=Phase.CANCELLED.value, field__entries=0)
        .order_by("clock__starts_at_ms", "id")
    )
    return [row for row in rows(found[:500], player) if row.starts_at is not None]


def rows(found: Iterable[Tournament], player: Player | None = None) -> list[TournamentRow]:
    """These tournaments as rows, with the reader's own entries and the winners' names."""
    tournaments = list(found)
    ids = [tournament.pk for tournament in tournaments]
    winners = _winners(tournaments)
    mine: dict[int, str] = {}
    if player is not None:
        own = Entry.objects.filter(player=player, tournament_id__in=ids)
        own = own.entered()
        mine = dict(own.values_list("tournament_id", "status"))
    return [
        _row(one, tuple(winners.get(one.pk, ())[:3]), mine.get(one.pk, "")) for one in tournaments
    ]


def row_of(tournament: Tournament, *, mine: str = "") -> TournamentRow:
    """One tournament that is at hand; when it is over, with its winners."""
    return _row(tournament, tuple(_winners([tournament]).get(tournament.pk, ())[:3]), mine)


def _winners(tournaments: Iterable[Tournament]) -> dict[int, list[str]]:
    """Who came first, by the number of the tournament, for those that are over."""
    over = [tournament.pk for tournament in tournaments if tournament.phase not in LIVE_PHASES]
    found: dict[int, list[str]] = {}
    firsts = Entry.objects.filter(tournament_id__in=over, rank=1).order_by("number")
    for tournament_id, name in firsts.values_list("tournament_id", "player__username"):
        found.setdefault(tournament_id, []).append(name)
    return found


def _row(tournament: Tournament, winners: tuple[str, ...], mine: str) -> TournamentRow:
    plan, clock, field = tournament.records()
    rules: dict[str, Any] = (tournament.terms or {}).get("rules", {})
    return TournamentRow(
        id=tournament.pk,
        name=tournament.name,
        phase=tournament.phase,
        is_paused=clock.paused_at_ms is not None and not clock.phase.is_over,
        format=plan.format,
        game=rules.get("key", ""),
        house_rules=tuple(rules.get("house_rules", ())),
        seats=plan.seats,
        starts_at=tournament.starts_at,
        starts_when_full=plan.entries.starts_when_full,
        entries=field.entries,
        entries_least=plan.entries.least,
        entries_most=plan.entries.most,
        alive=field.alive,
        entries_open=_is_open(plan, clock, field),
        level=clock.level + 1,
        pcr=plan.schedule.pcr(clock.level),
        money=money_of(plan, field, clock.phase),
        version=tournament.version,
        recurring=tournament.recurring_id,
        club=tournament.club_id,
        club_name=tournament.club.name if tournament.club else "",
        is_show=tournament.recurring is not None and tournament.recurring.bots_alone,
        finished_at=tournament.finished_at,
        winners=winners,
        mine=mine,
        real_tables=plan.real_tables,
    )


def money_of(plan: Plan, field: Field, phase: Phase) -> Money:
    """The prizes as the pool stands; none where a tournament is called off."""
    pool = 0 if phase is Phase.CANCELLED else field.pool_chips(plan)
    prizes = ladder(plan.prizes, max(1, field.contenders), pool)
    return Money(
        buy_in_chips=plan.buy_in_chips,
        fee_chips=plan.fee_chips,
        bounty_chips=plan.bounty_chips,
        pool_chips=pool,
        guarantee_chips=plan.prizes.guarantee_chips,
        first_prize_chips=prizes.prizes_chips[0] if prizes.places else 0,
        tickets=prizes.tickets,
    )


def _is_open(plan: Plan, clock: Clock, field: Field) -> bool:
    """Whether somebody new may enter now."""
    if clock.phase.is_over or field.entries >= plan.entries.most:
        return False
    late = clock.entries_open and clock.level <= plan.entries.late_until_level
    return clock.phase is Phase.ENTERING or late


def _wished(found: QuerySet[Tournament], wish: Wish | None) -> QuerySet[Tournament]:
    if wish is None or wish.is_empty:
        return found
    if wish.game:
        found = found.filter(terms__rules__key=wish.game)
    if wish.format:
        found = found.filter(plan__format=wish.format)
    above, most = PRICES.get(wish.price, (-1, None))
    found = found.filter(plan__buy_in_chips__gt=above)
    return found if most is None else found.filter(plan__buy_in_chips__lte=most)


def of_club(club_id: int, player: Player) -> list[TournamentRow]:
    """A club's tournaments for its page: those that are not over by the hour, then the latest."""
    found = _all(player).filter(club_id=club_id)
    live = found.filter(phase__in=LIVE_PHASES).order_by("clock__starts_at_ms", "id")
    over = found.exclude(phase__in=LIVE_PHASES).exclude(phase=Phase.CANCELLED.value)
    return rows([*live[:LIST_MAX], *over.order_by("-id")[:OVER_IN_CLUB_MAX]], player)


def games_played() -> list[str]:
    """The presets of tournaments that are not over, for the filter."""
    live = Tournament.objects.filter(phase__in=LIVE_PHASES, terms__isnull=False, club=None)
    return sorted(set(live.values_list("terms__rules__key", flat=True)))


def state_of_lists(player: Player | None = None) -> str:
    """Changes whenever this reader's lists of live tournaments do; for conditional requests."""
    live = _all(player).filter(phase__in=LIVE_PHASES)
    found = live.aggregate(number=Count("pk"), newest=Max("pk"), changes=Sum("version"))
    return f"{found['number']}-{found['newest']}-{found['changes']}"


def _ms(moment: dt.datetime) -> int:
    return int(moment.timestamp() * 1000)
