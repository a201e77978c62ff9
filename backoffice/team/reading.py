"""The staff's log as somebody looks for something in it."""

from __future__ import annotations

from django.db.models import QuerySet

from backoffice.models import StaffAct


def acts_of_staff(*, by: str = "", act: str = "", subject: str = "") -> QuerySet[StaffAct]:
    """Acts by whoever has this name, of this kind, on this; newest first."""
    found = StaffAct.objects.select_related("actor").order_by("-id")
    if by:
        found = found.filter(actor__username__iexact=by)
    if act:
        found = found.filter(act=act)
    if subject:
        found = found.filter(subject=subject)
    return found
