"""Careers after restitutions: what single matches count less, or again, since somebody decided.

The web process may write no career; whoever may looks for what was carried out and not yet
counted, as often as they like.
"""

from django.db.models import CharField, F, QuerySet, Value
from django.db.models.functions import Cast, Concat

from accounts.career.amending import amend_careers
from accounts.models import CareerAmendment
from backoffice.models import RestitutionLine, RestitutionStatus


def amend_due_careers() -> int:
    """Let the lines of restitutions that were carried out count; returns how many restitutions."""
    numbers = sorted(set(_due().values_list("restitution_id", flat=True)))
    return sum(_amend(number) for number in numbers)


def is_any_due() -> bool:
    return _due().exists()


def _due() -> QuerySet[RestitutionLine]:
    lines = RestitutionLine.objects.filter(restitution__status=RestitutionStatus.CARRIED_OUT)
    done = CareerAmendment.objects.values("cause")
    cause = Concat(Value("restitution:"), Cast(F("restitution_id"), CharField()))
    return lines.exclude(matches=[]).annotate(cause=cause).exclude(cause__in=done)


def _amend(restitution_id: int) -> bool:
    lines = RestitutionLine.objects.filter(restitution_id=restitution_id).exclude(matches=[])
    changes = {line.player_id: line.changes for line in lines}
    return amend_careers(cause=f"restitution:{restitution_id}", changes=changes)
