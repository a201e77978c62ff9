"""One tournament as its lobby shows it: structure, prizes, what happens now, what one may do."""

import datetime as dt
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import F

from accounts.models import Player
from games.moves.errors import NotFound
from tournaments import director
from tournaments.director import FORMATS, Clock, Field, Phase, Plan, Refused, ladder, wake_at
from tournaments.director.clock.schedule import MICRO
from tournaments.director.desk.holders import Holder
from tournaments.models import Entry, Tournament, TournamentTable
from tournaments.selectors.listing import TournamentRow, row_of
from tournaments.selectors.money import Bubble, bubble_of
from tournaments.selectors.seats import buyer_of, own_entry
from web.finding import or_raise

LEVELS_SHOWN = 10
LEVELS_AHEAD = 4
TABLES_SHOWN = 24


@dataclass(frozen=True, slots=True)
class LevelRow:
    """A level, counted from 1, and what happens in it."""

    number: int
    pcr: int
    is_now: bool
    is_past: bool
    break_minutes: int
    may_enter: bool
    may_return: bool


@dataclass(frozen=True, slots=True)
class Structure:
    """Everything fixed before the first entry. Levels count from 1; 0 means none."""

    plays_for_chips: bool
    levels: tuple[LevelRow, ...]
    level_rounds: int
    level_minutes: float
    stack_chips: int
    seats: int
    late_until_level: int
    returns_max: int
    rebuys_max: int
    returns_until_level: int
    add_on_stack_chips: int
    add_on_chips: int
    max_rounds: int
    target_points: int
    stages: int
    boards: str | None
    clubs_apart: bool
    check_in: bool
    round_for_round: bool
    absent: str
    absent_rounds: int
    too_few: str


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """The prize of the places `first`…`last`, each so many chips, or a ticket worth them."""

    first: int
    last: int
    chips: int
    is_ticket: bool


@dataclass(frozen=True, slots=True)
class Now:
    """What happens at the moment. Rounds of the level count in tenths, by tables, and
    `level_round` is the one being played, from 1; `stages` is 0 where nobody can say how many
    there will be."""

    level: int
    pcr: int
    next_pcr: int
    next_level_at: dt.datetime | None
    level_rounds_played: float
    level_round: int
    stage: int
    stages: int
    tables: int
    playing: int
    waiting: int
    average_chips: int
    round_for_round: bool
    rounds_played: int
    break_until: dt.datetime | None


@dataclass(frozen=True, slots=True)
class TableToWatch:
    """A table with cards on it; players in seat order as (name, chips, is a bot)."""

    number: int
    game_table: int
    round: int
    players: tuple[tuple[str, int, bool], ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """What the reader may do, and what it costs: `chips` leave the wallet, `stack` comes."""

    what: str
    chips: int
    fee_chips: int
    stack_chips: int

    @property
    def price_chips(self) -> int:
        return self.chips + self.fee_chips


@dataclass(frozen=True, slots=True)
class Lobby:
    tournament: Tournament
    row: TournamentRow
    structure: Structure
    prizes: tuple[PrizeRow, ...]
    now: Now | None
    bubble: Bubble | None
    entry: Entry | None
    offers: tuple[Offer, ...]

    def offer(self, what: str) -> Offer | None:
        return next((offer for offer in self.offers if offer.what == what), None)

    @property
    def publisher_playing(self) -> str | None:
        """The name of whoever published it, where they play in it; asked only where it is shown."""
        entered = Entry.objects.filter(tournament=self.tournament).entered()
        own = entered.filter(player=F("tournament__created_by"))
        return own.values_list("player__username", flat=True).first()


def one_tournament(tournament_id: int) -> Tournament:
    """The tournament by its number. Raises NotFound(tournament_not_found)."""
    found = Tournament.objects.select_related("recurring", "club").filter(pk=tournament_id).first()
    return or_raise(found, NotFound("tournament_not_found", tournament=tournament_id))


def tournament_version(tournament_id: int) -> int | None:
    """Changes with everything that happens in a tournament; one small query."""
    return Tournament.objects.filter(pk=tournament_id).values_list("version", flat=True).first()


def lobby_of(tournament: Tournament, player: Player | None = None) -> Lobby:
    """Everything about a tournament but standings, tables and decisions."""
    plan, clock, field = tournament.records()
    entry = own_entry(tournament.pk, player)
    return Lobby(
        tournament=tournament,
        row=row_of(tournament, mine=entry.status if entry else ""),
        structure=structure_of(plan, clock),
        prizes=() if clock.phase is Phase.CANCELLED else prizes_of(plan, field),
        now=_now(plan, clock, field),
        bubble=bubble_of(plan, clock, field),
        entry=entry,
        offers=_offers(plan, clock, field, entry, player),
    )


def structure_of(plan: Plan, clock: Clock) -> Structure:
    rules, schedule = plan.entries, plan.schedule
    by_chips = FORMATS[plan.format].plays_for_chips
    return Structure(
        plays_for_chips=by_chips,
        levels=_levels(plan, clock) if by_chips else (),
        level_rounds=schedule.rounds or 0,
        level_minutes=(schedule.level_ms or 0) / 60_000,
        stack_chips=plan.stack_chips,
        seats=plan.seats,
        late_until_level=rules.late_until_level + 1,
        returns_max=rules.returns_max,
        rebuys_max=rules.rebuys_max,
        returns_until_level=rules.returns_until_level + 1,
        add_on_stack_chips=rules.add_on_stack_chips,
        add_on_chips=rules.add_on_chips,
        max_rounds=plan.max_rounds,
        target_points=plan.target_points,
        stages=plan.stages,
        boards=plan.boards,
        clubs_apart=plan.clubs_apart,
        check_in=plan.entries.check_in,
        round_for_round=plan.pace is director.Pace.TOGETHER,
        absent=plan.absent.value,
        absent_rounds=plan.absent_rounds,
        too_few=rules.too_few.value,
    )


def _levels(plan: Plan, clock: Clock) -> tuple[LevelRow, ...]:
    rules, schedule = plan.entries, plan.schedule
    last = max(LEVELS_SHOWN, clock.level + LEVELS_AHEAD, rules.open_until_level + 2)
    live = clock.phase in (Phase.RUNNING, Phase.BREAK)
    return tuple(
        LevelRow(
            number=level + 1,
            pcr=schedule.pcr(level),
            is_now=live and level == clock.level,
            is_past=clock.phase.is_over or (live and level < clock.level),
            break_minutes=-(-schedule.break_ms // 60_000) if schedule.breaks_after(level) else 0,
            may_enter=level <= rules.late_until_level,
            may_return=level <= rules.returns_until_level,
        )
        for level in range(last)
    )


def prizes_of(plan: Plan, field: Field) -> tuple[PrizeRow, ...]:
    """The prizes from first place down, as the pool stands; places with equal prizes together.

    Before anybody has entered, those of a field of the least size; of teams, those of as many as
    can meet at one table.
    """
    most = max(field.contenders, plan.entries.least if field.entries == 0 else 1)
    if FORMATS[plan.format].in_teams and not field.teams:
        most = max(2, plan.seats)
    prizes = ladder(plan.prizes, most, field.pool_chips(plan))
    pairs = [(chips, place < prizes.tickets) for place, chips in enumerate(prizes.prizes_chips)]
    rows = []
    for (chips, is_ticket), group in groupby(enumerate(pairs, 1), key=lambda one: one[1]):
        places = [place for place, _ in group]
        rows.append(PrizeRow(places[0], places[-1], chips, is_ticket))
    return tuple(rows)


def _now(plan: Plan, clock: Clock, field: Field) -> Now | None:
    if clock.phase not in (Phase.RUNNING, Phase.BREAK):
        return None
    due_ms = wake_at(plan, clock) if clock.phase is Phase.RUNNING else None
    is_break = clock.phase is Phase.BREAK
    return Now(
        level=clock.level + 1,
        pcr=plan.schedule.pcr(clock.level),
        next_pcr=plan.schedule.pcr(clock.level + 1),
        next_level_at=_moment(due_ms),
        level_rounds_played=round(clock.level_micro / MICRO, 1),
        level_round=plan.schedule.round_of(clock.level_micro),
        stage=clock.stage,
        stages=FORMATS[plan.format].stages_of(plan, field.entries),
        tables=field.tables,
        playing=field.playing,
        waiting=field.unseated,
        average_chips=field.issued_chips(plan) // max(1, field.alive),
        round_for_round=clock.together,
        rounds_played=clock.total_micro // MICRO,
        break_until=_moment(clock.break_until_ms if is_break else None),
    )


def _moment(ms: int | None) -> dt.datetime | None:
    return None if ms is None else dt.datetime.fromtimestamp(ms / 1000, tz=dt.UTC)


def _offers(
    plan: Plan, clock: Clock, field: Field, entry: Entry | None, player: Player | None
) -> tuple[Offer, ...]:
    """The director is asked what it would allow: no rule is repeated here."""
    asked: dict[str, Callable[[], Any]] = {}
    own_chips = 0
    if entry is None:
        number = player.pk if player else 0
        asked["enter"] = lambda: director.enter(plan, clock, field, player=number, known=False)
    else:
        pk, own_chips, buyer = entry.pk, entry.stack_chips, buyer_of(entry)
        holder = Holder(pk, "", own_chips, buyer.is_in, lost_stage=entry.lost_stage)
        asked = {
            "check_in": lambda: director.check_in(plan, clock, entry=pk, is_here=entry.is_here),
            "withdraw": lambda: director.withdraw(plan, clock, entry=pk),
            "come_back": lambda: director.come_back(plan, clock, buyer),
            "rebuy": lambda: director.rebuy(plan, clock, buyer),
            "add_on": lambda: director.add_on(plan, clock, buyer),
            "leave": lambda: director.leave(plan, clock, field, holder, others=field.alive - 1),
        }
    by_chips = FORMATS[plan.format].plays_for_chips
    offers = []
    for what, ask in asked.items():
        with suppress(Refused):
            command = ask()
            if what in ("check_in", "leave"):
                offers.append(Offer(what, 0, 0, own_chips if what == "leave" else 0))
            else:
                stack = getattr(command, "stack_chips", plan.stack_chips) if by_chips else 0
                offers.append(Offer(what, command.chips, command.fee_chips, stack))
    return tuple(offers)


def tables_to_watch(tournament: Tournament) -> list[TableToWatch]:
    """Tables with cards on them, in order of their numbers, with who plays for how much.

    None where other tables are dealt the same: whoever looks on could tell what is to come.
    """
    if tournament.plan.get("boards"):
        return []
    tables = list(
        TournamentTable.objects.filter(
            tournament=tournament, is_open=True, resting=False, game_table__status="playing"
        ).order_by("number")[:TABLES_SHOWN]
    )
    dealt = [entry for table in tables for entry in table.dealt]
    found = Entry.objects.filter(pk__in=dealt).values_list(
        "pk", "player__username", "stack_chips", "player__is_bot"
    )
    people = {entry: (name, chips, is_bot) for entry, name, chips, is_bot in found}
    return [
        TableToWatch(
            number=table.number,
            game_table=table.game_table_id,
            round=table.rounds,
            players=tuple(people[entry] for entry in table.dealt if entry in people),
        )
        for table in tables
        if table.game_table_id is not None
    ]
