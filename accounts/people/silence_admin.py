"""The back office of silences: given by the hour, taken away by deleting them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from accounts.admin_lists import IndexedSearch
from accounts.models import Player, Silence
from accounts.people.silence import HOURS_MAX, silence


class HoursForm(forms.ModelForm):  # type: ignore[type-arg]
    """Silence is given by the hour, from now on."""

    hours = forms.IntegerField(label=_("Hours"), min_value=1, max_value=HOURS_MAX, initial=24)

    class Meta:
        model = Silence
        fields = ("player", "reason")


@admin.register(Silence)
class SilenceAdmin(IndexedSearch, ModelAdmin):  # type: ignore[misc]
    """Who may write nothing until when, and why."""

    list_display = ("player", "until", "reason", "by", "created_at")
    search_players = ("player",)
    list_select_related = ("player", "by")
    autocomplete_fields = ("player",)
    ordering = ("-id",)
    readonly_fields = ("until", "by", "created_at")

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_form(self, request: HttpRequest, obj: Model | None = None, **kwargs: Any) -> Any:
        return super().get_form(request, obj, **({} if obj else {"form": HoursForm}) | kwargs)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return (
            ("player", "until", "reason", "by", "created_at")
            if obj
            else (
                "player",
                "hours",
                "reason",
            )
        )

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        moderator = request.user if isinstance(request.user, Player) else None
        given = silence(
            player=obj.player,
            hours=form.cleaned_data["hours"],
            by=moderator,
            reason=obj.reason,
        )
        obj.pk, obj.until, obj.created_at, obj.by = (
            given.pk,
            given.until,
            given.created_at,
            given.by,
        )
