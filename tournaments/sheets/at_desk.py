"""What the desk orders about score sheets: a result entered or overruled, and one corrected later.

Each function gives the commands, and what the record keeps of the order.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db.models import F

from games.moves.errors import Conflict
from tournaments.desk.holdings import (
    holders_of,
    no_round,
    not_open,
    settled_round,
    settlement_of,
    with_returns,
)
from tournaments.director import FORMATS, Command
from tournaments.director.desk.chips import WonRound
from tournaments.director.desk.commands import CorrectResult, ReportRound, TakeReportBack, VoidRound
from tournaments.director.desk.holders import Holder, require_running
from tournaments.director.errors import Refused
from tournaments.director.reasons import because
from tournaments.director.reported.corrections import (
    ReportedTable,
    require_same_go_on,
    scored_anew,
    settled_anew,
)
from tournaments.director.reported.points import require_plausible, scores_of
from tournaments.director.snapshot import TableScore
from tournaments.models import Entry, ScoreSheet, TournamentTable
from tournaments.running.live import LiveTournament
from tournaments.running.score_sheets import sheet_at
from web.numbers import grouped

Ordered = tuple[tuple[Command, ...], dict[str, Any]]


def report(
    live: LiveTournament, number: int, points: tuple[int, ...], absent: int | None
) -> Ordered:
    """The result of the round in play at a table, whatever its players have written.

    Raises Refused(not_at_real_tables | not_running | sheet_of_others | …), NotFound(no_such_table),
    Conflict(no_round_in_play | table_is_closed): and as `require_plausible`.
    """
    require_real_tables(live)
    require_running(live.clock)
    table = _open_table(live, number)
    if table is None:
        raise not_open(live, number)
    if table.resting or not table.dealt:
        raise Conflict("no_round_in_play", table=number)
    sheet = sheet_at(live, table)
    require_possible(live, sheet, points)
    if absent is not None and absent not in sheet.entries:
        raise Refused("sheet_of_others", rule="PLAY-46", table=number)
    reason = because("reported_by_director", table=number, number=sheet.number)
    away = () if absent is None else (absent,)
    return (ReportRound(reason, number, sheet.number, points, away),), facts_of(sheet, points)


def take_report_back(live: LiveTournament, number: int, facts: dict[str, Any]) -> Ordered:
    """As long as the round has not been settled, and the desk has ordered nothing else since.

    Raises Refused(settled_since | corrected_since).
    """
    if is_settled(live.id, number, facts):
        raise Refused("settled_since", rule="PLAY-46", table=number)
    if not counts_still(live, number, facts):
        raise Refused("corrected_since", rule="PLAY-46", table=number)
    reason = because("report_taken_back", table=number, number=facts["number"])
    return (TakeReportBack(reason, number, facts["number"]),), facts


def is_settled(tournament_id: int, number: int, facts: dict[str, Any]) -> bool:
    """Whether the round that this order reported is settled: then it is corrected instead."""
    tables = TournamentTable.objects.filter(tournament_id=tournament_id, is_open=True)
    waiting = tables.filter(number=number, rounds=facts["number"], result__isnull=False)
    return not waiting.exists()


def correct(
    live: LiveTournament, number: int, round_number: int | None, points: tuple[int, ...]
) -> Ordered:
    """Another result of a round that has been settled; the latest one, without a number.

    Raises Refused(not_at_real_tables | round_not_settled | points_as_before | …), NotFound: and as
    `settled_anew`, `require_same_go_on`, `require_plausible`.
    """
    require_real_tables(live)
    require_running(live.clock)
    by_chips = FORMATS[live.plan.format].plays_for_chips
    if by_chips:
        round_number = settlement_of(live, number, round_number).number
    sheets = ScoreSheet.objects.filter(tournament_id=live.id, table_number=number)
    if round_number is not None:
        sheets = sheets.filter(number=round_number)
    # Without a number the latest that has counted, where another is being played.
    sheet = sheets.order_by(F("settled_at").asc(nulls_first=True), "number").last()
    if sheet is None:
        raise no_round(live, number)
    here = None if by_chips else _open_table(live, number)
    if here is not None and here.rounds == sheet.number:
        raise Refused("round_not_settled", rule="PLAY-46", table=number)
    require_possible(live, sheet, points)
    require_other_points(sheet, points)
    scores = scores_of(live.terms.rules, points)
    commands: tuple[Command, ...]
    if by_chips:
        played, holders = reported_round(live, sheet)
        commands = settled_anew(live.plan, live.clock, played, points, scores, holders)
    else:
        table = reported_table(live, sheet)
        require_same_go_on(live.plan, table, scores, holders_of(live, sheet.entries))
        commands = scored_anew(live.plan, table, points, scores)
    return commands, {**facts_of(sheet, points), "moved": moved_by(commands)}


def require_other_points(sheet: ScoreSheet, points: Sequence[int]) -> None:
    """Raises Refused(points_as_before)."""
    if list(points) == sheet.points:
        raise Refused("points_as_before", rule="PLAY-46")


def moved_by(commands: Sequence[Command]) -> list[tuple[int, int]]:
    """What a round taken back or corrected moves: entries with their chips."""
    return [
        moved
        for command in commands
        if isinstance(command, VoidRound | CorrectResult)
        for moved in zip(command.entries, command.changes_chips, strict=False)
    ]


def counts_still(live: LiveTournament, number: int, facts: dict[str, Any]) -> bool:
    """Whether a round counts as this order has written it, and not by another one since."""
    sheets = ScoreSheet.objects.filter(tournament_id=live.id, table_number=number)
    return sheets.filter(number=facts["number"], points=facts["points"]).exists()


def reported_round(live: LiveTournament, sheet: ScoreSheet) -> tuple[WonRound, dict[int, Holder]]:
    """A settled round as it counts now, and who sat there."""
    stored = settlement_of(live, sheet.table_number, sheet.number)
    counts = settled_round(live, sheet.table_number, sheet.number)
    holders = with_returns(live, holders_of(live, sheet.entries), stored)
    return replace(counts, dealer=sheet.dealer), holders


def reported_table(live: LiveTournament, sheet: ScoreSheet) -> ReportedTable:
    """A table of a stage that was scored, as it counts now."""
    rules = live.terms.rules
    stage = ScoreSheet.objects.filter(tournament_id=live.id, stage=sheet.stage)
    score = TableScore(sheet.table_number, tuple(sheet.entries), scores_of(rules, sheet.points))
    return ReportedTable(
        score,
        sheet.number,
        sheet.stage,
        sheet.gave_up,
        max(len(entries) for entries in stage.values_list("entries", flat=True)),
    )


def facts_of(sheet: ScoreSheet, points: Sequence[int]) -> dict[str, Any]:
    return {
        "number": sheet.number,
        "result": in_words(sheet, points),
        "points": list(points),
        "before": sheet.points,
        "entries": sheet.entries,
    }


def in_words(sheet: ScoreSheet, points: Sequence[int]) -> str:
    """Who has how many points, in seat order."""
    players = Entry.objects.select_related("player").in_bulk(sheet.entries)
    return " · ".join(
        f"{players[entry].player.name} {grouped(number)}"
        for entry, number in zip(sheet.entries, points, strict=True)
    )


def _open_table(live: LiveTournament, number: int) -> TournamentTable | None:
    tables = TournamentTable.objects.filter(tournament_id=live.id, is_open=True)
    return tables.filter(number=number).first()


def require_real_tables(live: LiveTournament) -> None:
    if not live.plan.real_tables:
        raise Refused("not_at_real_tables", rule="PLAY-1")


def require_possible(live: LiveTournament, sheet: ScoreSheet, points: Sequence[int]) -> None:
    seats, rounds = len(sheet.entries), sheet.rounds
    require_plausible(live.terms.rules, points, seats=seats, rounds=rounds)
