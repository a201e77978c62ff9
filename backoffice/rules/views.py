"""Rule-sets: put one together, keep it under a name, score a round under it and its siblings."""

import json
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from backoffice.rules import rule_sets
from backoffice.rules.form import RulesForm, as_data
from backoffice.rules.scoring import TriedForm, compared, form_for
from backoffice.rules.what_if import Outcome
from backoffice.team.access import action, colleague, doing, page
from games import wording
from games.models import HouseRuleSet
from games.tables.rule_sets import rule_set_of
from games.tables.terms import ROUNDS, STAKES_MAX, TURN_SECONDS
from rummy import engine
from rummy.refusal import Refusal
from web.refusals import words_of
from web.routes import at

ROWS = 100


class HouseTableForm(forms.Form):
    """A ring table of the house with these rules, which opens anew when it fills (PLAY-10)."""

    name = forms.CharField(max_length=60)
    rounds = forms.TypedChoiceField(choices=[(n, n) for n in ROUNDS], coerce=int)
    stake_chips = forms.IntegerField(min_value=0, max_value=STAKES_MAX)
    turn_seconds = forms.TypedChoiceField(choices=[(n, n) for n in TURN_SECONDS], coerce=int)


@page("see_rules", "office/rules/", "office-rules")
def rules(request: HttpRequest) -> HttpResponse:
    """The rules of `?preset=…` or of a stored rule-set, and what a round is worth under them."""
    stored = rule_set_of(request.GET.get("rule_set"))
    form = RulesForm(as_data(stored) if stored else request.GET or {"preset": "gin_palast"})
    built, tried, outcomes = None, None, list[Outcome]()
    if form.is_valid():
        try:
            built = form.build()
            tried = _tried(request, built)
            outcomes = compared(tried, built) if tried is not None and tried.is_valid() else []
        except Refusal as refusal:
            form.add_error(None, words_of(refusal))
    known = HouseRuleSet.objects.select_related("stored_by")
    context = {
        "form": form,
        "tried": tried,
        "stored": stored,
        "rules": json.dumps(built.to_json(), indent=1, ensure_ascii=False) if built else "",
        "digest": built.digest if built else "",
        "outcomes": [_in_words(one) for one in outcomes],
        "query": form.data.urlencode() if isinstance(form.data, QueryDict) else "preset=gin_palast",
        "current": known.filter(retired_at=None)[:ROWS],
        "retired": known.exclude(retired_at=None)[:ROWS],
    }
    return render(request, "backoffice/rules.html", context)


def _tried(request: HttpRequest, built: engine.RuleSet) -> TriedForm | None:
    """The form for the cards of a round of this family, filled in or with an example."""
    if 2 not in built.seats:
        return None
    kind = form_for(built)
    asked = any(name in request.GET for name in kind.EXAMPLE)
    return kind(request.GET if asked else kind.example(built))


def _in_words(one: Outcome) -> tuple[Outcome, list[tuple[Any, int]], str]:
    """An outcome with its lines in words, or with why the rules refuse it."""
    lines = [(wording.score_reason(reason), points) for _seat, reason, points in one.lines]
    return one, lines, words_of(one.refusal) if one.refusal else ""


def _refused(request: HttpRequest, words: str) -> HttpResponse:
    messages.error(request, words)
    return redirect("office-rules")


@action("keep_rule_sets", "office/rules/store/", "office-rule-set-store")
def rule_set_store(request: HttpRequest) -> HttpResponse:
    """Keep the rules at hand under a name, as its next version."""
    form = RulesForm(QueryDict(request.POST.get("rules", "")[:4_000]))
    if not form.is_valid():
        return _refused(request, _("That is no rule-set: look at the numbers again."))
    wished = form.wished | {one: request.POST.get(one, "") for one in ("name", "words")}
    try:
        stored = rule_sets.store_rule_set(by=colleague(request), **wished)
    except Refusal as refusal:
        return _refused(request, words_of(refusal))
    message = _("“%(name)s” is stored as version %(version)s.")
    messages.success(request, message % {"name": stored.name, "version": stored.version})
    return redirect(f"{reverse('office-rules')}?rule_set={stored.pk}")


@at("office/rules/<row:rule_set_id>/retire/", "office-rule-set-retire")
@doing("keep_rule_sets", "office-rules")
def rule_set_retire(request: HttpRequest, rule_set_id: int) -> str:
    rule_sets.retire_rule_set(rule_set_id=rule_set_id, by=colleague(request))
    return _("Retired; tables that play by it go on.")


@action("open_house_table", "office/rules/open/", "office-house-table")
def house_table(request: HttpRequest) -> HttpResponse:
    """Open a table of the house with the rules at hand."""
    form = RulesForm(QueryDict(request.POST.get("rules", "")[:4_000]))
    place = HouseTableForm(request.POST)
    if not form.is_valid() or not place.is_valid():
        return _refused(request, _("That is no table: look at the numbers again."))
    terms = form.wished | place.cleaned_data
    try:
        table = rule_sets.open_house_table(by=colleague(request), **terms)
    except Refusal as refusal:
        return _refused(request, words_of(refusal))
    messages.success(request, _("Table %(table)s is open.") % {"table": table.pk})
    return redirect("table", table.pk)
