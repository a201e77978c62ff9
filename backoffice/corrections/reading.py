"""Chip corrections as staff read them: what waits for a second person, what was decided, one."""

from django.db.models import QuerySet

from backoffice.models import ChipCorrection, CorrectionStatus, StaffAct

PAGE = 100


def corrections(
    *, waiting: bool | None = None, account_id: int | None = None, before: int | None = None
) -> list[ChipCorrection]:
    """Newest first, of every account or of one; a page and one more."""
    found = _known()
    if waiting is not None:
        wanted = {"status": CorrectionStatus.REQUESTED}
        found = found.filter(**wanted) if waiting else found.exclude(**wanted)
    if account_id is not None:
        found = found.filter(account_id=account_id)
    if before is not None:
        found = found.filter(pk__lt=before)
    return list(found[: PAGE + 1])


def one_correction(correction_id: int) -> ChipCorrection | None:
    return _known().filter(pk=correction_id).first()


def reversal_of(correction: ChipCorrection) -> ChipCorrection | None:
    """What undoes it, or would once it is approved."""
    found: QuerySet[ChipCorrection] = ChipCorrection.objects.filter(reverses=correction)
    return found.exclude(status=CorrectionStatus.REJECTED).first()


def acts_about(correction: ChipCorrection) -> list[StaffAct]:
    """What the staff's log tells of it, in the order it happened."""
    acts = StaffAct.objects.filter(subject=f"correction:{correction.pk}").select_related("actor")
    return list(acts.order_by("id")[:PAGE])


def _known() -> QuerySet[ChipCorrection]:
    return ChipCorrection.objects.select_related(
        "account__player", "counter", "requested_by", "decided_by", "reverses", "transfer"
    )
