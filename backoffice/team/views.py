"""The staff: who has which role, what each role may do, and what everybody did."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from accounts.models import Player
from backoffice.permissions import RIGHTS, ROLE_WORDS, Role
from backoffice.team.access import colleague, cursor, doing, page, reason_of
from backoffice.team.reading import acts_of_staff, with_second_factor
from backoffice.team.roles import set_roles
from backoffice.team.subjects import named, subject_meant
from backoffice.team.words import ACTS, changes_in_words
from web.api.paging import cut

PAGE = 50
TEAM_MAX = 200


@page("see_office")
def rights(request: HttpRequest) -> HttpResponse:
    """The table everything follows from: each right, and the roles that have it."""
    rows = [(right, [role in right.roles for role in Role]) for right in RIGHTS]
    return render(request, "backoffice/rights.html", {"rows": rows, "roles": _roles()})


@page("manage_team")
def team(request: HttpRequest) -> HttpResponse:
    staff = list(
        Player.objects.filter(is_staff=True).prefetch_related("groups").order_by("pk")[:TEAM_MAX]
    )
    name = request.GET.get("name", "").strip()[:30]
    found = Player.objects.filter(username__iexact=name).first() if name else None
    if found is not None and found not in staff:
        staff.append(found)
    factors = with_second_factor(staff)
    rows = [
        (person, {group.name for group in person.groups.all()}, person.pk in factors)
        for person in staff
    ]
    context = {"rows": rows, "roles": _roles(), "name": name, "missing": name and found is None}
    return render(request, "backoffice/team.html", context)


def _roles() -> list[tuple[str, Any]]:
    return [(role.value, ROLE_WORDS[role]) for role in Role]


@doing("manage_team", "office-team")
def team_roles(request: HttpRequest, player_id: int) -> str:
    person = get_object_or_404(Player, pk=player_id)
    set_roles(
        player=person,
        roles=request.POST.getlist("role"),
        by=colleague(request),
        reason=reason_of(request),
    )
    return _("The roles of %(name)s are set.") % {"name": person.name}


@page("see_log")
def log(request: HttpRequest) -> HttpResponse:
    """What staff did, newest first: by whom, of which kind, on what."""
    by, act, subject = (request.GET.get(name, "").strip()[:120] for name in ("by", "act", "on"))
    found = acts_of_staff(by=by, act=act, subject=subject_meant(subject))
    before = cursor(request)
    if before is not None:
        found = found.filter(pk__lt=before)
    rows, following = cut(found[: PAGE + 1], PAGE)
    about = named({row.subject for row in rows}, colleague(request).has_perm)
    context = {
        "rows": [(row, about[row.subject], *changes_in_words(row)) for row in rows],
        "next": following,
        "acts": ACTS.items(),
        "by": by,
        "act": act,
        "on": subject,
    }
    return render(request, "backoffice/log.html", context)
