"""The staff: who has which role, what each role may do, what everybody did; the conflicts,
second persons' consents and, for everybody, what owners overrode."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from accounts.interest import Relation
from accounts.models import Player
from backoffice.models import Consent
from backoffice.permissions import RIGHTS, ROLE_WORDS, Role
from backoffice.team import conflicts as matrix
from backoffice.team import consents as service
from backoffice.team.access import colleague, cursor, doing, page, reason_of
from backoffice.team.reading import acts_of_staff, with_second_factor
from backoffice.team.roles import set_roles
from backoffice.team.subjects import named, subject_meant
from backoffice.team.words import ACTS, changes_in_words
from web.api.paging import cut
from web.numbers import whole
from web.routes import at, open_page

PAGE = 50
TEAM_MAX = 200


@page("see_office", "office/rights/", "office-rights")
def rights(request: HttpRequest) -> HttpResponse:
    """The table everything follows from: each right, and the roles that have it."""
    rows = [(right, [role in right.roles for role in Role]) for right in RIGHTS]
    return render(request, "backoffice/rights.html", {"rows": rows, "roles": _roles()})


@page("manage_team", "office/team/", "office-team")
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


@at("office/team/<row:player_id>/", "office-team-roles")
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


@page("see_log", "office/log/", "office-log")
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


LATEST = 100


@page("see_office", "office/conflicts/", "office-conflicts")
def conflicts(request: HttpRequest) -> HttpResponse:
    """The matrix in words: the acts under each combination of rules, on a phone's width, too."""
    groups: dict[tuple[matrix.Rule, ...], list[matrix.Act]] = {}
    for act in matrix.ACTS:
        relations = tuple(Relation) if act.kind else (Relation.NEITHER,)
        groups.setdefault(tuple(act.rule(one) for one in relations), []).append(act)
    rows = [([matrix.RULE_WORDS[rule] for rule in rules], acts) for rules, acts in groups.items()]
    context = {"groups": rows, "relations": list(matrix.RELATION_WORDS.values())}
    return render(request, "backoffice/conflicts.html", context)


@page("see_office", "office/consents/", "office-consents")
def consents(request: HttpRequest) -> HttpResponse:
    asked = [
        (act, matrix.KIND_WORDS[act.kind])
        for act in matrix.ACTS
        if not act.own_second and {act.part, act.tied} & {matrix.Rule.SECOND, matrix.Rule.OWNER}
    ]
    given = request.GET.dict()  # what a refusal's link says beforehand
    rows = _in_words(list(service.consents()[:LATEST]))
    context = {"rows": rows, "asked": asked, "given": given}
    return render(request, "backoffice/consents.html", context)


@at("office/consents/give/", "office-consent-give")
@doing("see_office", "office-consents")
def consent_give(request: HttpRequest) -> str:
    actor = get_object_or_404(Player, username__iexact=request.POST.get("name", "").strip()[:30])
    service.give_consent(
        act=request.POST.get("act", ""),
        number=whole(request.POST.get("number", "").strip()) or 0,
        actor=actor,
        reason=reason_of(request),
        by=colleague(request),
    )
    return _("%(name)s may do this once.") % {"name": actor.name}


@open_page("overrides/", "overrides")
def overrides(request: HttpRequest) -> HttpResponse:
    """For everybody: what two owners have let one of them do though they had a part in it."""
    rows = _in_words(list(service.public_overrides()[:LATEST]))
    return render(request, "backoffice/overrides.html", {"rows": rows})


def _in_words(rows: list[Consent]) -> list[tuple[Consent, object, object]]:
    return [(one, matrix.MATRIX[one.act].words, matrix.KIND_WORDS[one.kind]) for one in rows]
