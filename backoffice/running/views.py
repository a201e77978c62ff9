"""How the house runs: settings, maintenance, announcements."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.figures import metrics
from backoffice.models import Announcement, RunSetting
from backoffice.running import acting as running
from backoffice.running import board
from backoffice.running import settings as run_settings
from backoffice.team.access import action, colleague, doing, made_by, page, reason_of
from web.numbers import grouped
from web.routes import at

ROWS = 30
ON_PAGE = tuple(
    name
    for name in run_settings.KNOWN
    if name != run_settings.MAINTENANCE and name not in run_settings.OF_HOUSE
)


class AnnouncementForm(forms.Form):
    """A sentence in both languages and how long it stands."""

    words_de = forms.CharField(label=gettext_lazy("In German"), max_length=running.WORDS_MAX)
    words_en = forms.CharField(label=gettext_lazy("In English"), max_length=running.WORDS_MAX)
    minutes_ahead = forms.IntegerField(
        label=gettext_lazy("Minutes until it begins"),
        min_value=0,
        max_value=running.MINUTES_AHEAD_MAX,
        initial=0,
    )
    hours = forms.IntegerField(
        label=gettext_lazy("Hours it stays up"),
        min_value=1,
        max_value=running.ANNOUNCED_HOURS_MAX,
        initial=24,
    )


@page("change_settings", "office/settings/", "office-settings")
def settings_page(request: HttpRequest) -> HttpResponse:
    """Every setting with its value now, where that comes from, and what may be put there."""
    rows = {row.name: row for row in RunSetting.objects.all()}
    shown = [_shown(name, rows.get(name)) for name in ON_PAGE]
    return render(request, "backoffice/settings.html", {"settings": shown})


def _shown(name: str, row: RunSetting | None) -> dict[str, Any]:
    known = run_settings.KNOWN[name]
    value = row.value if row else run_settings.value_of(name)
    bounds = ""
    if isinstance(known.kind, run_settings.Number):
        bounds = f"{grouped(known.kind.least)}–{grouped(known.kind.most)}"
    elif isinstance(known.kind, run_settings.Choices):
        bounds = ", ".join(known.kind.allowed)
    return {
        "name": name,
        "words": known.words,
        "value": ",".join(value) if isinstance(value, list | tuple) else str(value).lower(),
        "is_switch": isinstance(known.kind, run_settings.Switch),
        "bounds": bounds,
        "row": row,
        "wish": running.wish_for(name) if known.guards_chips else None,
        "guards_chips": known.guards_chips,
    }


@at("office/settings/<slug:name>/", "office-setting")
@doing("change_settings", "office-settings")
def setting_change(request: HttpRequest, name: str) -> str:
    text = None if "reset" in request.POST else request.POST.get("value", "")[:400]
    changed = running.change_setting(
        name=name, text=text, reason=reason_of(request), by=colleague(request)
    )
    if not changed:
        return _("Written down: it counts once a second person sets the same.")
    return _("Changed; it takes effect everywhere within seconds.")


@page("maintain", "office/maintenance/", "office-maintenance")
def maintenance(request: HttpRequest) -> HttpResponse:
    """Whether the house is closed, and how much is still being played."""
    context = {"closed": not board.house_is_open(), "now": metrics.figures()}
    return render(request, "backoffice/maintenance.html", context)


@at("office/maintenance/set/", "office-maintenance-set")
@doing("maintain", "office-maintenance")
def maintenance_set(request: HttpRequest) -> str:
    closed = request.POST.get("closed") == "1"
    running.set_maintenance(closed=closed, reason=reason_of(request), by=colleague(request))
    return _("The house is closed for new tables.") if closed else _("The house is open.")


@page("announce", "office/announcements/", "office-announcements")
def announcements(request: HttpRequest) -> HttpResponse:
    return _announcements(request, AnnouncementForm())


def _announcements(request: HttpRequest, form: AnnouncementForm) -> HttpResponse:
    rows = Announcement.objects.select_related("by")[:ROWS]
    context = {"rows": rows, "form": form, "now": timezone.now()}
    return render(request, "backoffice/announcements.html", context)


@action("announce", "office/announcements/new/", "office-announce")
def announce(request: HttpRequest) -> HttpResponse:
    form = AnnouncementForm(request.POST)
    if made_by(form, partial(running.announce, by=colleague(request))) is None:
        return _announcements(request, form)
    messages.success(request, _("Announced; every page shows it within seconds."))
    return redirect("office-announcements")


@at("office/announcements/<row:announcement_id>/withdraw/", "office-withdraw")
@doing("announce", "office-announcements")
def withdraw(request: HttpRequest, announcement_id: int) -> str:
    running.withdraw_announcement(announcement_id=announcement_id, by=colleague(request))
    return _("Withdrawn.")
