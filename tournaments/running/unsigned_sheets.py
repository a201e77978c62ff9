"""Score sheets that nobody has settled, opened once more for their table."""

from django.db.models import F, QuerySet

from tournaments.models import ScoreSheet, SheetState
from tournaments.running.live import LiveTournament


def ask_again(live: LiveTournament, entry: int) -> None:
    """Somebody else plays for this entry: what was entered at its table is entered anew, so that
    nobody confirms what their own seat has written."""
    entered = (SheetState.ENTERED.value, SheetState.OBJECTED.value)
    sheets = ScoreSheet.objects.filter(tournament_id=live.id, entries__contains=[entry])
    begin_anew(sheets.filter(state__in=entered))


def begin_anew(sheets: QuerySet[ScoreSheet]) -> None:
    """Nothing is written there any more."""
    sheets.update(
        state=SheetState.WAITING.value,
        points=[],
        by_desk=False,
        entered_by=None,
        confirmed_by=None,
        objected_by=None,
        settled_at=None,
        version=F("version") + 1,
    )
