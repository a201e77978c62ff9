"""Score sheets of real tables: opened where a round begins, told like a game table's result."""

from collections.abc import Sequence
from typing import Any

from django.db.models import F, Min
from django.utils import timezone

from rummy.engine.rules import RuleSet
from tournaments.director.desk import commands as order
from tournaments.director.reported.points import scores_of
from tournaments.models import ScoreSheet, SheetState, TournamentTable
from tournaments.running.game_tables.dealing import rounds_of_match
from tournaments.running.game_tables.results import TableResult, forget_result, tell_results
from tournaments.running.live import LiveTournament
from tournaments.running.orders import move_chips, open_table
from tournaments.running.unsigned_sheets import begin_anew
from web.database.sql import run

# The points of a stage that is over, among those that an entry has gained stage by stage.
_RESCORE = """
UPDATE tournaments_entry
SET points = points + %(points)s, score = score + %(score)s,
    gained[%(stage)s] = gained[%(stage)s] + %(points)s
WHERE id = %(entry)s
"""


def open_sheets(
    live: LiveTournament,
    dealt: Sequence[Sequence[Any]],
    *,
    stage: int = 0,
    after: int | None = None,
    rounds: int | None = None,
) -> None:
    """A sheet for each (table id, number, round, entries, –), whose cards people deal themselves.

    Who deals first sits on the left of who did so in the round before, at this table or at that
    with the number `after`; without one it is the first seat.
    """
    numbers = [number for _, number, *_ in dealt] if after is None else [after]
    earlier = ScoreSheet.objects.filter(tournament_id=live.id, table_number__in=numbers)
    if after is None:  # a table of that number of an earlier stage was another one
        tables = TournamentTable.objects.filter(pk__in=[table for table, *_ in dealt])
        opened = tables.aggregate(at=Min("opened_at"))["at"]
        earlier = earlier.filter(opened_at__gte=opened)
    latest = earlier.order_by("table_number", "-number").distinct("table_number")
    before = {sheet.table_number: sheet for sheet in latest}
    ScoreSheet.objects.bulk_create(
        ScoreSheet(
            tournament_id=live.id,
            table_number=number,
            number=round_number,
            stage=stage,
            rounds=rounds or rounds_of_match(live),
            entries=list(entries),
            dealer=_dealer(before.get(number if after is None else after), entries),
        )
        for _, number, round_number, entries, _ in dealt
    )


def _dealer(before: ScoreSheet | None, entries: Sequence[int]) -> int:
    """The first on the left of the last dealer who sat there and sits here (GER-2)."""
    if before is None:
        return 0
    seats = len(before.entries)
    following = (before.entries[(before.dealer + step) % seats] for step in range(1, seats + 1))
    return next((entries.index(entry) for entry in following if entry in entries), 0)


def sheet_at(live: LiveTournament, table: TournamentTable) -> ScoreSheet:
    """The sheet of the table's latest round."""
    return ScoreSheet.objects.get(
        tournament_id=live.id, table_number=table.number, number=table.rounds
    )


def settle_sheet(
    live: LiveTournament,
    sheet: ScoreSheet,
    table: TournamentTable,
    *,
    rules: RuleSet,
    absent: Sequence[int] = (),
) -> None:
    """The sheet counts: its points are told as the result of the table, instead of one before."""
    if table.result is not None:
        forget_result(live, table.pk)
    scores = scores_of(rules, sheet.points)
    gave_up = list(sheet.gave_up)
    result = TableResult(table.pk, sheet.entries, scores, sheet.dealer, absent, gave_up=gave_up)
    tell_results(live, [result])
    sheet.state, sheet.settled_at = SheetState.SETTLED.value, timezone.now()
    sheet.version += 1
    sheet.save()


def give_up_at_sheet(
    live: LiveTournament, table: TournamentTable, entry: int, *, is_over: bool
) -> None:
    """An entry is behind the others of the match at this table, whatever is written down."""
    sheet = sheet_at(live, table)
    sheet.gave_up.append(entry)
    sheet.save(update_fields=("gave_up",))
    if is_over:
        sheet.points, sheet.by_desk = [0] * len(sheet.entries), True
        settle_sheet(live, sheet, table, rules=live.terms.rules)


def report(live: LiveTournament, command: order.ReportRound) -> None:
    table = open_table(live, command.table)
    sheet = sheet_at(live, table)
    sheet.points, sheet.by_desk = list(command.points), True
    settle_sheet(live, sheet, table, rules=live.terms.rules, absent=command.absent)


def take_report_back(live: LiveTournament, command: order.TakeReportBack) -> None:
    table = open_table(live, command.table)
    forget_result(live, table.pk)
    begin_anew(ScoreSheet.objects.filter(pk=sheet_at(live, table).pk))


def correct(live: LiveTournament, commands: Sequence[order.CorrectResult]) -> None:
    """Chips by a correcting transfer; the sheet says what counts now."""
    for command in commands:
        changes = zip(command.entries, command.changes_chips, strict=False)  # none in stages
        move_chips(live, f"correct:{command.table}:{command.round_number}", changes)
        ScoreSheet.objects.filter(
            tournament_id=live.id, table_number=command.table, number=command.round_number
        ).update(
            points=list(command.points),
            by_desk=True,
            changes_chips=list(command.right_chips) or None,
            version=F("version") + 1,
        )
        for entry in command.entries:
            live.note(command, entry=entry, table=command.table)


def rescore(live: LiveTournament, command: order.Rescore) -> None:
    facts = {"points": command.points, "score": command.score}
    run(_RESCORE, {**facts, "stage": command.stage, "entry": command.entry})
