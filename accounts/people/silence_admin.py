"""The back office of silences: given by the hour, taken away by deleting them."""

from typing import Any

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.admin_lists import GivenAdmin
from accounts.models import Player, Silence
from accounts.people.silence import HOURS_MAX, silence


class HoursForm(forms.ModelForm):  # type: ignore[type-arg]
    """Silence is given by the hour, from now on."""

    hours = forms.IntegerField(label=_("Hours"), min_value=1, max_value=HOURS_MAX, initial=24)

    class Meta:
        model = Silence
        fields = ("player", "reason")


@admin.register(Silence)
class SilenceAdmin(GivenAdmin):
    """Who may write nothing until when, and why."""

    list_display = ("player", "until", "reason", "by", "created_at")
    search_players = ("player",)
    list_select_related = ("player", "by")
    autocomplete_fields = ("player",)
    ordering = ("-id",)
    readonly_fields = ("until", "by", "created_at")
    fields = ("player", "until", "reason", "by", "created_at")
    asked = ("player", "hours", "reason")
    new_form = HoursForm

    def give(self, row: Any, answers: dict[str, Any], by: Player | None) -> Silence:
        return silence(player=row.player, hours=answers["hours"], by=by, reason=row.reason)
