"""Pages of recurring tournaments: a draft is repeated, a rule changed, stopped, started again."""

import datetime as dt
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.views import signed_in
from tournaments.director.codec import from_json
from tournaments.models import TournamentDraft
from tournaments.planner.views import draft_or_404, planner_of_any
from tournaments.recurring import planning
from tournaments.recurring.forms import RecurringForm, rhythm_of
from tournaments.recurring.reading import open_of, rules_of
from tournaments.recurring.recurrence import Kind, Recurrence, starts
from web import refusals
from web.security.pages import own_act, own_form

STARTS_SHOWN = 5
OPEN_SHOWN = 20


@own_form
def repeat_page(request: HttpRequest, draft_id: int) -> HttpResponse:
    """From a draft to a rule."""
    player, draft = signed_in(request), draft_or_404(request, draft_id)
    of_a_club = draft.club_id is not None
    form = RecurringForm(request.POST or None, initial=_usual(draft), of_a_club=of_a_club)
    if request.method == "POST" and form.is_valid():
        with refusals.Told(partial(form.add_error, None)):
            recurring = planning.repeat_draft(draft_id=draft.pk, by=player, rhythm=form.rhythm)
            messages.success(request, _("From now on it repeats by itself."))
            return redirect("recurring-tournament", recurring.pk)
    context = {"form": form, "draft": draft, "club": draft.club}
    return render(request, "tournaments/planner/recurring.html", context)


def _usual(draft: TournamentDraft) -> dict[str, Any]:
    start = timezone.localtime(draft.starts_at) if draft.starts_at else None
    return {
        "name": draft.name,
        "kind": Kind.WEEKLY.value,
        "weekdays": [start.weekday()] if start else [],
        "hour": start.time() if start else dt.time(20),
        "zone": timezone.get_current_timezone_name(),
        "minutes": 60,
        "ahead": 1,
        "bots_most": 0,
    }


@own_form
def recurring_page(request: HttpRequest, recurring_id: int) -> HttpResponse:
    """A rule with its next dates and open tournaments; sent, it is changed."""
    player = planner_of_any(request)
    recurring = get_object_or_404(rules_of(player), pk=recurring_id)
    of_a_club = recurring.club_id is not None
    form = RecurringForm(request.POST or None, initial=rhythm_of(recurring), of_a_club=of_a_club)
    if request.method == "POST" and form.is_valid():
        with refusals.Told(partial(form.add_error, None)):
            planning.change_recurring(recurring_id=recurring.pk, by=player, rhythm=form.rhythm)
            messages.success(request, _("Saved."))
            return redirect("recurring-tournament", recurring.pk)
    rule = from_json(Recurrence, recurring.recurrence)
    context = {
        "form": form,
        "recurring": recurring,
        "club": recurring.club,
        "starts": starts(rule, after=timezone.now(), count=STARTS_SHOWN),
        "is_by_the_clock": rule.is_by_the_clock,
        "tournaments": open_of(recurring, most=OPEN_SHOWN),
    }
    return render(request, "tournaments/planner/recurring.html", context)


@own_act
def stop_or_resume(request: HttpRequest, recurring_id: int) -> HttpResponse:
    player = planner_of_any(request)
    get_object_or_404(rules_of(player), pk=recurring_id)
    with refusals.Told(partial(messages.error, request)):
        if "resume" in request.POST:
            planning.resume_recurring(recurring_id=recurring_id, by=player)
            messages.success(request, _("From now on it repeats by itself."))
        else:
            planning.stop_recurring(recurring_id=recurring_id, by=player)
            messages.success(request, _("Stopped: no more of them are opened."))
    return redirect("recurring-tournament", recurring_id)
