"""A score sheet as people see it: who sits where, what is written, and what the reader may do."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.models import Player
from games.moves.errors import NotFound
from rummy.engine.rules import RuleSet
from rummy.match import MatchTerms
from tournaments.director import FORMATS
from tournaments.director.reported.points import are_penalties
from tournaments.models import Entry, ScoreSheet, SheetState, Tournament, TournamentTable
from tournaments.sheets.reporting import at_table, may_judge
from web.finding import or_raise


def ends_it(tournament: Tournament) -> bool:
    """Whether one result is missing, and with it places stand and prizes are paid."""
    plan, clock, field = tournament.records()
    if not clock.stage or clock.stage != FORMATS[plan.format].stages_of(plan, field.entries):
        return False
    missing = ScoreSheet.objects.filter(tournament=tournament, stage=clock.stage)
    return missing.exclude(state=SheetState.SETTLED).count() == 1


@dataclass(frozen=True, slots=True)
class SheetSeat:
    """A seat, counted from 1, and what is written for it; `is_out` was taken out."""

    seat: int
    entry: int
    player: int
    name: str
    points: int | None
    is_dealer: bool
    is_me: bool
    is_out: bool


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A sheet. `may` is what the reader may do: enter, confirm, object.

    `state` is waiting, entered, objected or settled. Where points `are_penalties`, the fewest are
    the best. `stage` is 0 where chips are played for, else it is the `round` too.
    """

    id: int
    tournament: int
    table: int
    round: int
    stage: int
    rounds: int
    state: str
    version: int
    are_penalties: bool
    seats: tuple[SheetSeat, ...]
    entered_by: str
    confirmed_by: str
    objected_by: str
    by_desk: bool
    opened_at: dt.datetime
    may: tuple[str, ...] = ()

    @property
    def dealer(self) -> SheetSeat:
        return next(seat for seat in self.seats if seat.is_dealer)

    @property
    def own(self) -> SheetSeat | None:
        return next((seat for seat in self.seats if seat.is_me), None)


def one_sheet(tournament: Tournament, sheet_id: int) -> ScoreSheet:
    """Raises NotFound(sheet_not_found)."""
    sheet = _sheets(tournament).filter(pk=sheet_id).first()
    return or_raise(sheet, NotFound("sheet_not_found", sheet=sheet_id))


def sheet_in_play(tournament: Tournament, entry: Entry | None) -> ScoreSheet | None:
    """The sheet of the round that this entry plays now, or has just played."""
    if entry is None or entry.table_number is None:
        return None
    return next(iter(sheets_in_play(tournament, [entry.table_number]).values()), None)


def sheets_in_play(tournament: Tournament, numbers: Iterable[int]) -> dict[int, ScoreSheet]:
    """By table: the sheet of the round that is on, or whose result waits for others."""
    tables = TournamentTable.objects.filter(
        tournament=tournament, is_open=True, resting=False, number__in=list(numbers)
    )
    rounds = dict(tables.values_list("number", "rounds"))
    found = _sheets(tournament).filter(table_number__in=rounds)
    latest = found.order_by("table_number", "-number").distinct("table_number")
    return {
        sheet.table_number: sheet for sheet in latest if rounds[sheet.table_number] == sheet.number
    }


def sheet_to_order(
    tournament: Tournament, kind: str, table: int, number: int | None
) -> ScoreSheet | None:
    """What an order of the desk is about: the round in play, or one that has been settled."""
    if kind == "report":
        return sheets_in_play(tournament, [table]).get(table)
    settled = _sheets(tournament).filter(table_number=table, state=SheetState.SETTLED.value)
    if number is not None:
        settled = settled.filter(number=number)
    return settled.order_by("-number").first()


def _sheets(tournament: Tournament) -> QuerySet[ScoreSheet]:
    found = ScoreSheet.objects.filter(tournament=tournament)
    return found.select_related("entered_by", "confirmed_by", "objected_by")


def sheet_row(tournament: Tournament, sheet: ScoreSheet, player: Player | None) -> SheetRow:
    return sheet_rows(tournament, [sheet], player)[0]


def sheet_rows(
    tournament: Tournament, sheets: Sequence[ScoreSheet], player: Player | None = None
) -> list[SheetRow]:
    """Each with its seats, and what the reader may do there."""
    if not sheets:
        return []
    numbers = {entry for sheet in sheets for entry in sheet.entries}
    entries = Entry.objects.select_related("player").in_bulk(numbers)
    rules = MatchTerms.from_json(tournament.terms or {}).rules
    over = tournament.finished_at is not None
    return [
        SheetRow(
            id=sheet.pk,
            tournament=tournament.pk,
            table=sheet.table_number,
            round=sheet.number,
            stage=sheet.stage,
            rounds=sheet.rounds,
            state=sheet.state,
            version=sheet.version,
            are_penalties=are_penalties(rules),
            seats=_seats(sheet, entries, player),
            entered_by=_name(sheet.entered_by),
            confirmed_by=_name(sheet.confirmed_by),
            objected_by=_name(sheet.objected_by),
            by_desk=sheet.by_desk,
            opened_at=sheet.opened_at,
            may=() if over else _may(rules, sheet, entries, player),
        )
        for sheet in sheets
    ]


def _name(player: Player | None) -> str:
    return "" if player is None else player.name


def _seats(
    sheet: ScoreSheet, entries: Mapping[int, Entry], player: Player | None
) -> tuple[SheetSeat, ...]:
    return tuple(
        SheetSeat(
            seat=seat + 1,
            entry=number,
            player=entries[number].player_id,
            name=entries[number].player.name,
            points=sheet.points[seat] if sheet.points else None,
            is_dealer=seat == sheet.dealer,
            is_me=player is not None and entries[number].player_id == player.pk,
            is_out=number in sheet.gave_up,
        )
        for seat, number in enumerate(sheet.entries)
    )


def _may(
    rules: RuleSet, sheet: ScoreSheet, entries: Mapping[int, Entry], player: Player | None
) -> tuple[str, ...]:
    here = None if player is None else at_table(sheet, entries, player)
    if here is None or sheet.is_settled:
        return ()
    if not sheet.is_entered or here.player.pk == sheet.entered_by_id:
        return ("enter",)
    return ("confirm", "object") if may_judge(rules, sheet, here) else ()
