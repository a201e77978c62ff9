"""Pages of the matrix, of second persons' consents, and, for everybody, of what owners overrode."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.interest import Relation
from accounts.models import Player
from backoffice.models import Consent
from backoffice.team import conflicts as matrix
from backoffice.team import consents as service
from backoffice.team.access import colleague, doing, page, reason_of
from web.numbers import whole

LATEST = 100


@page("see_office")
def conflicts(request: HttpRequest) -> HttpResponse:
    """The matrix in words: the acts under each combination of rules, on a phone's width, too."""
    groups: dict[tuple[matrix.Rule, ...], list[matrix.Act]] = {}
    for act in matrix.ACTS:
        relations = tuple(Relation) if act.kind else (Relation.NEITHER,)
        groups.setdefault(tuple(act.rule(one) for one in relations), []).append(act)
    rows = [([matrix.RULE_WORDS[rule] for rule in rules], acts) for rules, acts in groups.items()]
    context = {"groups": rows, "relations": list(matrix.RELATION_WORDS.values())}
    return render(request, "backoffice/conflicts.html", context)


@page("see_office")
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


@require_safe
def overrides(request: HttpRequest) -> HttpResponse:
    """For everybody: what two owners have let one of them do though they had a part in it."""
    rows = _in_words(list(service.public_overrides()[:LATEST]))
    return render(request, "backoffice/overrides.html", {"rows": rows})


def _in_words(rows: list[Consent]) -> list[tuple[Consent, object, object]]:
    return [(one, matrix.MATRIX[one.act].words, matrix.KIND_WORDS[one.kind]) for one in rows]
