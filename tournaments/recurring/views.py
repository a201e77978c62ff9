"""Pages of recurring tournaments: a draft is repeated, a rule changed, stopped, started again; and
their form, with the rhythm in the words of a club's calendar.
"""

import datetime as dt
from functools import partial
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from accounts.sent_again import done_once
from accounts.views import signed_in
from tournaments.director import InvalidPlan
from tournaments.director.codec import from_json
from tournaments.models import RecurringTournament, TournamentDraft
from tournaments.planner.views import draft_or_404, planner_of_any
from tournaments.recurring import planning
from tournaments.recurring.planning import Rhythm, open_of, rules_of
from tournaments.recurring.publishing import AHEAD_MAX
from tournaments.recurring.recurrence import MINUTES_MAX, MINUTES_MIN, Kind, Recurrence, starts
from web import refusals
from web.number_fields import count
from web.routes import own_act, own_form

KINDS = [
    (Kind.WEEKLY.value, _("at a set time, on certain weekdays")),
    (Kind.EVERY.value, _("at regular intervals")),
    (Kind.WHEN_FULL.value, _("as soon as the one before has filled")),
]


def _zones() -> list[tuple[str, str]]:
    names = sorted(name for name in available_timezones() if "/" in name or name == "UTC")
    return [(name, name.replace("_", " ")) for name in names]


class RecurringForm(forms.Form):
    """A club's comes again on days of the week, without bots: it is not asked about others."""

    name = forms.CharField(label=_("Name"), max_length=80)
    kind = forms.ChoiceField(label=_("Repeats"), choices=KINDS, widget=forms.RadioSelect)
    weekdays = forms.TypedMultipleChoiceField(
        label=_("On these days"),
        coerce=int,
        choices=list(WEEKDAYS.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    hour = forms.TimeField(
        label=_("At this time"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=_zones,
        help_text=_("20:00 stays 20:00 when summer time begins or ends."),
    )
    minutes = forms.IntegerField(
        label=_("Minutes from one to the next"),
        min_value=MINUTES_MIN,
        max_value=MINUTES_MAX,
        required=False,
    )
    ahead = count(_("Open for entries at a time"), AHEAD_MAX, 1)
    bots_most = forms.IntegerField(
        label=_("Bots that fill it up, at most"), min_value=0, max_value=1_000
    )

    def __init__(self, *args: Any, of_a_club: bool = False, **named: Any) -> None:
        super().__init__(*args, **named)
        if of_a_club:
            for name in ("kind", "minutes", "bots_most"):
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.errors:
            return data
        data.setdefault("kind", Kind.WEEKLY)
        if data["kind"] == Kind.WEEKLY and data["hour"] is None:
            self.add_error("hour", _("Say at what time."))
            return data
        try:
            match Kind(data["kind"]):
                case Kind.WEEKLY:
                    hour: dt.time = data["hour"]
                    days = tuple(sorted(data["weekdays"]))
                    rule = Recurrence(Kind.WEEKLY, days, hour.hour, hour.minute, data["zone"])
                case Kind.EVERY:
                    rule = Recurrence(Kind.EVERY, minutes=data["minutes"] or 0)
                case kind:
                    rule = Recurrence(kind)
            data["recurrence"] = rule
        except InvalidPlan as refusal:
            self.add_error(None, refusals.words_of(refusal))
        return data

    @property
    def rhythm(self) -> Rhythm:
        data = self.cleaned_data
        return Rhythm(data["name"], data["recurrence"], data["ahead"], data.get("bots_most", 0))


def rhythm_of(recurring: RecurringTournament) -> dict[str, Any]:
    """The form's fields as a rule has them."""
    rule = from_json(Recurrence, recurring.recurrence)
    return {
        "name": recurring.name,
        "kind": rule.kind.value,
        "weekdays": list(rule.weekdays),
        "hour": dt.time(rule.hour, rule.minute),
        "zone": rule.zone,
        "minutes": rule.minutes or 60,
        "ahead": recurring.ahead,
        "bots_most": recurring.bots_most,
    }


STARTS_SHOWN = 5
OPEN_SHOWN = 20


@own_form("tournaments/plan/<tournament:draft_id>/repeat/", "repeat-draft")
@done_once
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


@own_form("tournaments/plan/recurring/<tournament:recurring_id>/", "recurring-tournament")
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


@own_act("tournaments/plan/recurring/<tournament:recurring_id>/stop/", "stop-recurring")
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
