"""Deciding about what players have reported, and writing that down."""

from django.db import transaction

from accounts.models import Player
from backoffice.people.sanctions import keep_silence
from backoffice.team.staff_log import record
from games.models import ChatReport, ReportOutcome
from games.talk.moderation import SILENCE_HOURS, decide_report


@transaction.atomic
def decide_complaint(
    *, report: ChatReport, outcome: str, by: Player, hours: int = SILENCE_HOURS
) -> int:
    """How many reports of the message that closed; 0 where somebody was quicker: that stays so."""
    closed = decide_report(report=report, by=by, outcome=outcome, hours=hours)
    if closed:
        if outcome == ReportOutcome.SILENCED.value:
            keep_silence(player=report.author, by=by, about=str(report.get_reason_display()))
        record(
            by=by,
            act="report_decided",
            subject=f"player:{report.author_id}",
            after={"report": report.pk, "outcome": outcome, "hours": hours},
        )
    return closed
