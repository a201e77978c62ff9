"""Clubs for the staff: those that were reported first, the newest first."""

from django.db.models import Count, Prefetch, Q, QuerySet

from accounts.models import Club, ClubMember, ClubReport

PAGE = 50


def clubs(*, name: str = "", before: int | None = None) -> QuerySet[Club]:
    """All clubs by a part of their name; a page and one more."""
    found = Club.objects.filter(name__icontains=name).annotate(size=Count("members"))
    if before is not None:
        found = found.filter(pk__lt=before)
    return _told(found.order_by("-id"))[: PAGE + 1]


def reported() -> QuerySet[Club]:
    """Clubs with reports that nobody has answered, whoever waits longest first."""
    waiting = ClubReport.objects.filter(handled_at=None).values("club_id")
    found = Club.objects.filter(pk__in=waiting).annotate(size=Count("members"))
    return _told(found.order_by("id"))[:PAGE]


def _told(found: QuerySet[Club]) -> QuerySet[Club]:
    waiting = ClubReport.objects.filter(Q(handled_at=None)).select_related("reporter")
    owners = ClubMember.objects.filter(role="owner").select_related("player")
    return found.prefetch_related(
        Prefetch("reports", queryset=waiting, to_attr="waiting"),
        Prefetch("members", queryset=owners, to_attr="owners"),
    )
