"""How somebody likes cards and tables: kept with the account, so that it is the same everywhere.

Only what was chosen is kept. A guest's choices, those of whoever wants them on one device only, and
what a browser has to be asked for anew stay in the browser (`web/js/prefs.js`, held against this).
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from accounts.models import Player
from web.api.operations import Answer, answers
from web.api.payloads import Shape
from web.api.reading import Form
from web.api.view import ApiView

# Each with its values; the first is what is shown to whoever has chosen nothing.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "theme": ("auto", "light", "dark"),
    "deck": ("two", "four", "linen", "night"),
    "felt": ("green", "blue", "wine", "slate"),
    "back": ("red", "blue", "green", "black"),
    "index": ("plain", "large"),
    "letters": ("", "de", "en"),
    "motion": ("on", "off"),
    "sound": ("off", "on"),
    "vibration": ("off", "on"),
    "keys": ("on", "off"),
    "sort": ("melds", "suit", "rank", "manual"),
    "ahead": ("on", "off"),
}


def preferences_of(player: Player) -> dict[str, str]:
    """What somebody has chosen, of what may be chosen today."""
    kept: Mapping[str, str] = player.preferences
    return {name: kept[name] for name in CHOICES if kept.get(name) in CHOICES[name]}


@transaction.atomic
def prefer(player: Player, chosen: Mapping[str, str]) -> dict[str, str]:
    """Keep these choices beside the others, which stay; returns all of them.

    `chosen` was read by `CHOICES`. Two devices that choose at once lose nothing: who comes second
    waits for the first.
    """
    locked = Player.objects.select_for_update().get(pk=player.pk)
    locked.preferences = {**preferences_of(locked), **chosen}
    locked.save(update_fields=["preferences"])
    return preferences_of(locked)


def _choice(values: tuple[str, ...]) -> "serializers.ChoiceField":
    return serializers.ChoiceField(values, required=False, allow_blank="" in values)


class PreferencesForm(Form):
    """What is named is chosen, all else stays as it is."""

    def get_fields(self) -> dict[str, Any]:
        return {name: _choice(values) for name, values in CHOICES.items()}


class PreferencesShape(Shape):
    """Only what was chosen; the first value of each is the usual one."""

    def get_fields(self) -> dict[str, Any]:
        return {name: _choice(values) for name, values in CHOICES.items()}


class MyPreferences(ApiView, at="me/preferences/", called="api-preferences"):
    """How you like cards and tables to look, sound and behave, on every device."""

    @answers(PreferencesShape)
    def get(self, request: Request) -> Answer:
        return preferences_of(caller(request))

    @once(PreferencesForm, answers=PreferencesShape)
    def post(self, request: Request, form: dict[str, Any]) -> Answer:
        return prefer(caller(request), form)
