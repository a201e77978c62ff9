"""The organiser's forms for a series: what counts how, and what is added."""

from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from games.wording import in_words
from tournaments.models import RecurringTournament, Series, Tournament
from tournaments.planner.publishing import NAME_CHARS_MAX
from tournaments.series.keeping import ABOUT_CHARS_MAX, SeriesWishes
from tournaments.series.reading import may_be_added, rules_of
from tournaments.series.rules import (
    EVENTS_MAX,
    PER_PLACE,
    POINTS,
    POINTS_MAX,
    WEIGHT_MAX,
    SeriesRules,
)
from tournaments.series.ties import TIES
from web import refusals
from web.database.by_name import by_name
from web.number_fields import count
from web.refusals import Refusal

TIE_FIELDS = ("tie_1", "tie_2", "tie_3")


def _ways() -> list[tuple[str, Any]]:
    return [(one.key, in_words(one.title)) for one in POINTS.values()]


def _ties() -> list[tuple[str, Any]]:
    nothing = ("", _("nothing: they share the place"))
    return [nothing, *((one.key, in_words(one.title)) for one in TIES.values())]


def _tie(label: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=_ties, required=False)


class SeriesForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=NAME_CHARS_MAX)
    about = forms.CharField(
        label=_("What it is about"),
        max_length=ABOUT_CHARS_MAX,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    points = forms.ChoiceField(label=_("Points"), choices=_ways, widget=forms.RadioSelect)
    per_place = forms.CharField(
        label=_("Points of the first places"),
        required=False,
        max_length=600,
        help_text=_("From the first place down, with blanks between. For points by a table."),
    )
    taking_part = count(_("Points for taking part"), POINTS_MAX)
    best = count(_("Best results that count"), EVENTS_MAX, help_text=_("0: all of them."))
    least = count(_("Tournaments it takes to have a place"), EVENTS_MAX)
    tie_1 = _tie(_("Level on points, first decides"))
    tie_2 = _tie(_("then"))
    tie_3 = _tie(_("and then"))
    bots = forms.BooleanField(label=_("Bots count, too"), required=False)
    follows = forms.TypedMultipleChoiceField(
        label=_("Recurring tournaments that count by themselves"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, club_id: int | None = None, **named: Any) -> None:
        super().__init__(*args, **named)
        found = RecurringTournament.objects.filter(club=club_id)
        found = found.order_by("-is_active", by_name("name"), "pk")
        repeating = list(found.values_list("pk", "name"))
        if repeating:
            self.fields["follows"].choices = repeating  # type: ignore[attr-defined]
        else:
            del self.fields["follows"]

    def clean_per_place(self) -> tuple[int, ...]:
        words = self.cleaned_data["per_place"].replace(",", " ").replace(";", " ").split()
        if not all(word.isascii() and word.isdecimal() and len(word) < 10 for word in words):
            raise forms.ValidationError(_("Only whole numbers with blanks between."))
        return tuple(int(word) for word in words)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                data["rules"] = SeriesRules(
                    points=data["points"],
                    per_place=data["per_place"],
                    taking_part=data["taking_part"] or 0,
                    best=data["best"] or 0,
                    least=data["least"] or 0,
                    ties=tuple(data[name] for name in TIE_FIELDS if data[name]),
                    bots=data["bots"],
                )
            except Refusal as refusal:
                self.add_error(None, refusals.words_of(refusal))
        return data

    def wishes(self) -> SeriesWishes:
        data = self.cleaned_data
        follows = tuple(data.get("follows", ()))
        return SeriesWishes(data["name"], data["about"], data["rules"], follows)


class EventForm(forms.Form):
    """A tournament to be added."""

    tournament = forms.TypedChoiceField(label=_("Tournament"), coerce=int)
    weight = forms.IntegerField(
        label=_("Its points count times"), min_value=1, max_value=WEIGHT_MAX, initial=1
    )

    def __init__(self, *args: Any, series: Series, **named: Any) -> None:
        super().__init__(*args, **named)
        choices = [(one.pk, _told_apart(one)) for one in may_be_added(series)]
        self.fields["tournament"].choices = choices  # type: ignore[attr-defined]


def _told_apart(tournament: Tournament) -> str:
    """What comes again has the same name every time."""
    starts = tournament.starts_at
    when = date_format(localtime(starts), "SHORT_DATETIME_FORMAT") if starts else ""
    return " · ".join(filter(None, (tournament.name, when, f"#{tournament.pk}")))


def filled_in(series: Series | None) -> dict[str, Any]:
    """The form's fields as a series has them, or as most have them."""
    rules = SeriesRules() if series is None else rules_of(series)
    ties = dict(zip(TIE_FIELDS, rules.ties, strict=False))
    return {
        "name": "" if series is None else series.name,
        "about": "" if series is None else series.about,
        "points": rules.points,
        "per_place": " ".join(map(str, rules.per_place or PER_PLACE)),
        "taking_part": rules.taking_part,
        "best": rules.best,
        "least": rules.least,
        "bots": rules.bots,
        "follows": [] if series is None else list(series.follows.values_list("pk", flat=True)),
        **ties,
    }
