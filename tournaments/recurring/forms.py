"""The form for a recurring tournament: the rhythm in the words of a club's calendar."""

import datetime as dt
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from tournaments.director import InvalidPlan
from tournaments.director.codec import from_json
from tournaments.models import RecurringTournament
from tournaments.recurring.planning import Rhythm
from tournaments.recurring.publishing import AHEAD_MAX
from tournaments.recurring.recurrence import MINUTES_MAX, MINUTES_MIN, Kind, Recurrence
from web import refusals

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
    ahead = forms.IntegerField(
        label=_("Open for entries at a time"), min_value=1, max_value=AHEAD_MAX
    )
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
            data["recurrence"] = self._recurrence(data)
        except InvalidPlan as refusal:
            self.add_error(None, refusals.words_of(refusal))
        return data

    def _recurrence(self, data: dict[str, Any]) -> Recurrence:
        match Kind(data["kind"]):
            case Kind.WEEKLY:
                hour: dt.time = data["hour"]
                days = tuple(sorted(data["weekdays"]))
                return Recurrence(Kind.WEEKLY, days, hour.hour, hour.minute, data["zone"])
            case Kind.EVERY:
                return Recurrence(Kind.EVERY, minutes=data["minutes"] or 0)
            case kind:
                return Recurrence(kind)

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
