"""Why somebody is muted after a report: kept in English, read by each in their own language."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import override

from games.models import ReportReason
from tournaments.words import usual_reasons
from web.time.moments import with_moments


def _after(reason: str) -> str:
    return _("After a report: %(about)s.") % {"about": ReportReason(reason).label}


def _kept() -> dict[str, str]:
    with override("en"):
        return {reason: _after(reason) for reason in ReportReason.values}


AFTER_A_REPORT: Mapping[str, str] = _kept()
_REPORTED = {kept: reason for reason, kept in AFTER_A_REPORT.items()}


def reason_in_words(reason: str) -> str:
    """The reason of an act in the reader's language, or as it was typed."""
    known = _REPORTED.get(reason)
    return _after(known) if known else usual_reasons.reason_in_words(reason)


def mute_in_words(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """What somebody who is muted is told: who reported them is never said."""
    return with_moments({**facts, "reason": reason_in_words(facts["reason"])})
