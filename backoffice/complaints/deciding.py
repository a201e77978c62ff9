"""Deciding about what players have reported, for everybody who has, and writing that down."""

from django.db.models import Q
from django.utils import timezone

from accounts.interest import concerns
from accounts.models import Player
from accounts.notices.telling import tell
from backoffice.complaints.wording import AFTER_A_REPORT
from backoffice.models import SanctionKind
from backoffice.people.sanctions import MUTE_HOURS, impose
from backoffice.team.staff_log import record
from games.models import ChatMessage, ChatReport, ReportOutcome
from web.refusals import Refused


def outcomes_of(report: ChatReport) -> tuple[ReportOutcome, ...]:
    """What may be decided about it: a person cannot be hidden, as a message can."""
    first = ReportOutcome.ACTED if report.is_of_a_person else ReportOutcome.HIDDEN
    return first, ReportOutcome.SILENCED, ReportOutcome.NOTHING


@concerns("report", "report")
def decide_report(*, report: ChatReport, by: Player, outcome: str, hours: int = MUTE_HOURS) -> int:
    """Decide about a message, for everybody who has reported it; how many reports that closed.

    `hidden` takes the message from everybody's eyes, `silenced` also mutes its author for so many
    hours, as a sanction does, `nothing` leaves it. What has been decided stays so: 0 where somebody
    was quicker. About a person it is decided for everybody who has reported them for that reason;
    `acted` says that staff did something about it.

    Raises Refused(report_outcome_unfit): where the one kind knows no such outcome; and whatever a
    mute is refused for.
    """
    decided = ReportOutcome(outcome)
    if decided not in outcomes_of(report):
        raise Refused("report_outcome_unfit", known=", ".join(outcomes_of(report)))
    message = Q(("table_id", report.table_id), ("number", report.number))
    person = Q(author=report.author_id, reason=report.reason, number=None)
    alike = person if report.is_of_a_person else message
    waiting = ChatReport.objects.select_for_update(no_key=True, of=("self",)).filter(
        alike, handled_at=None
    )
    reports = list(waiting.select_related("reporter", "author").order_by("pk"))
    if not reports:
        return 0
    if decided is not ReportOutcome.NOTHING and not report.is_of_a_person:
        ChatMessage.objects.filter(message).update(hidden_at=timezone.now())
    if decided is ReportOutcome.SILENCED:
        reason = AFTER_A_REPORT[report.reason]
        impose(player=report.author, kind=SanctionKind.MUTE, hours=hours, reason=reason, by=by)
    for one in reports:
        one.outcome, one.handled_at, one.handled_by = decided, timezone.now(), by
        one.save(update_fields=("outcome", "handled_at", "handled_by"))
        about = "person" if one.is_of_a_person else "message"
        facts = {"name": one.author.name, "outcome": decided.value, "about": about}
        tell(player=one.reporter, kind="report_decided", facts=facts, key=f"report:{one.pk}")
    record(
        by=by,
        act="report_decided",
        subject=f"player:{report.author_id}",
        after={"report": report.pk, "outcome": outcome, "hours": hours},
    )
    return len(reports)
