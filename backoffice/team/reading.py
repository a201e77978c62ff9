"""Who is on the staff with what, and the staff's log as somebody looks for something in it."""

from collections.abc import Sequence

from allauth.mfa.models import Authenticator
from django.db.models import QuerySet

from accounts.models import Player
from accounts.signing_in.stepping_up import FACTORS
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


def with_second_factor(people: Sequence[Player]) -> set[int]:
    """The numbers of those who have one."""
    own = Authenticator.objects.filter(user__in=people, type__in=FACTORS)
    return set(own.values_list("user_id", flat=True))
