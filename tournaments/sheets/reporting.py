"""What players do with the score sheet of their table: enter its points, confirm, object.

One enters, another of the table confirms; then it counts like the result of a table that was
played here. Each is one transaction under the tournament's lock. A sheet has a version: whoever
acts on another one than they were shown hears that it has changed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from accounts.models import Player
from games.moves.errors import NotAllowed, NotFound
from rummy.engine.rules import RuleSet
from tournaments.director import Refused
from tournaments.director.desk.holders import require_running
from tournaments.director.reported.points import require_plausible
from tournaments.models import Entry, EntryStatus, ScoreSheet, SheetState, TournamentTable
from tournaments.running.live import LiveTournament, lock_tournament
from tournaments.running.score_sheets import settle_sheet
from web.finding import or_raise

RULE = "PLAY-1"


@dataclass(frozen=True, slots=True)
class AtTable:
    """A player at the table of a sheet: their seat, and everybody's entries by number."""

    player: Player
    seat: int
    entries: Mapping[int, Entry]


@transaction.atomic
def enter_points(
    *, tournament_id: int, sheet_id: int, player: Player, points: Sequence[int], version: int
) -> ScoreSheet:
    """Write down what every seat has, or change what one has written; the same twice does nothing.

    Raises:
        NotFound(sheet_not_found), NotAllowed(sheet_of_others).
        Refused(sheet_changed | sheet_is_settled | sheet_is_over): with who was quicker.
        Refused: as `require_plausible`.
    """
    live, sheet = _locked(tournament_id, sheet_id)
    _at_table(sheet, player)
    written = list(points)
    if sheet.entered_by_id == player.pk and sheet.points == written and not _is_open(sheet):
        return sheet
    require_unsettled(sheet)
    _require_in_play(live, sheet)
    if sheet.version != version or (sheet.is_entered and sheet.entered_by_id != player.pk):
        raise _changed(sheet)
    seats, rounds = len(sheet.entries), sheet.rounds
    require_plausible(live.terms.rules, points, seats=seats, rounds=rounds)
    sheet.points, sheet.state = written, SheetState.ENTERED.value
    sheet.entered_by, sheet.objected_by = player, None
    return _kept(live, sheet)


@transaction.atomic
def confirm_points(
    *, tournament_id: int, sheet_id: int, player: Player, version: int
) -> ScoreSheet:
    """Say that what another player of the table has entered is right: now it counts.

    Raises: as `enter_points`, and Refused(nothing_to_confirm | another_confirms).
    """
    live, sheet = _locked(tournament_id, sheet_id)
    here = _at_table(sheet, player)
    if sheet.is_settled and sheet.confirmed_by_id == player.pk:
        return sheet
    _require_may_judge(live, sheet, here, version)
    sheet.confirmed_by = player
    settle_sheet(live, sheet, _table_of(live, sheet), rules=live.terms.rules)
    live.save(look_soon=True)
    return sheet


@transaction.atomic
def object_to_points(
    *, tournament_id: int, sheet_id: int, player: Player, version: int
) -> ScoreSheet:
    """Say that what was entered is wrong: it is entered anew, or the desk decides.

    Raises: as `confirm_points`.
    """
    live, sheet = _locked(tournament_id, sheet_id)
    here = _at_table(sheet, player)
    if sheet.state == SheetState.OBJECTED.value and sheet.objected_by_id == player.pk:
        return sheet
    _require_may_judge(live, sheet, here, version)
    sheet.state, sheet.objected_by = SheetState.OBJECTED.value, player
    return _kept(live, sheet)


def _locked(tournament_id: int, sheet_id: int) -> tuple[LiveTournament, ScoreSheet]:
    live = lock_tournament(tournament_id)
    sheet = ScoreSheet.objects.filter(tournament_id=tournament_id, pk=sheet_id).first()
    if sheet is None:
        raise NotFound("sheet_not_found", sheet=sheet_id)
    return live, sheet


def _kept(live: LiveTournament, sheet: ScoreSheet) -> ScoreSheet:
    sheet.version += 1
    sheet.save()
    live.save()  # whoever follows the tournament looks again
    return sheet


def _at_table(sheet: ScoreSheet, player: Player) -> AtTable:
    """Raises NotAllowed(sheet_of_others): who sits elsewhere, or is out, writes nothing here."""
    here = at_table(sheet, Entry.objects.in_bulk(sheet.entries), player)
    return or_raise(here, NotAllowed("sheet_of_others", rule=RULE, table=sheet.table_number))


def at_table(sheet: ScoreSheet, entries: Mapping[int, Entry], player: Player) -> AtTable | None:
    """Where they sit, as long as they are in; `entries` are those of the sheet, and others."""
    for seat, number in enumerate(sheet.entries):
        entry = entries[number]
        if entry.player_id == player.pk and entry.status == EntryStatus.IN:
            return AtTable(player, seat, {one: entries[one] for one in sheet.entries})
    return None


def _table_of(live: LiveTournament, sheet: ScoreSheet) -> TournamentTable:
    """The table of this number as it is now, whichever stage the sheet was of."""
    found = TournamentTable.objects.filter(tournament_id=live.id, number=sheet.table_number)
    return found.latest("stage")


def _require_in_play(live: LiveTournament, sheet: ScoreSheet) -> None:
    """Raises Refused(not_running | sheet_is_over): its table was closed before anything counted."""
    require_running(live.clock, rule=RULE)
    table = _table_of(live, sheet)
    if not table.is_open or table.rounds != sheet.number or table.resting:
        raise Refused("sheet_is_over", rule=RULE, table=sheet.table_number)


def require_unsettled(sheet: ScoreSheet) -> None:
    """Raises Refused(sheet_is_settled)."""
    if sheet.is_settled:
        raise Refused("sheet_is_settled", rule=RULE, table=sheet.table_number)


def _is_open(sheet: ScoreSheet) -> bool:
    return sheet.state in (SheetState.WAITING.value, SheetState.OBJECTED.value)


def _changed(sheet: ScoreSheet) -> Refused:
    who = sheet.objected_by or sheet.entered_by
    name = "–" if who is None else who.name
    return Refused("sheet_changed", rule=RULE, name=name, version=sheet.version)


def _require_may_judge(
    live: LiveTournament, sheet: ScoreSheet, here: AtTable, version: int
) -> None:
    require_unsettled(sheet)
    _require_in_play(live, sheet)
    if not sheet.is_entered:
        raise Refused("nothing_to_confirm", rule=RULE, table=sheet.table_number)
    if sheet.version != version:
        raise _changed(sheet)
    if not may_judge(live.terms.rules, sheet, here):
        name = sheet.entered_by.name if sheet.entered_by else "–"
        raise Refused("another_confirms", rule=RULE, name=name)


def may_judge(rules: RuleSet, sheet: ScoreSheet, here: AtTable) -> bool:
    """Whether they are not on the side, or the team, of who has entered the points."""
    side = rules.side_of(here.seat, len(sheet.entries))
    ours = [here.entries[sheet.entries[seat]] for seat in side]
    team = here.entries[sheet.entries[here.seat]].team
    ours += [entry for entry in here.entries.values() if team and entry.team == team]
    return sheet.entered_by_id not in {entry.player_id for entry in ours}
