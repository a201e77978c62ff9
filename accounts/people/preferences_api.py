"""How the caller likes cards and tables, for pages and apps that show some."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from accounts.people.preferences import CHOICES, prefer, preferences_of
from web.api.operations import Json, answers
from web.api.payloads import Shape
from web.api.reading import Form
from web.api.view import ApiView


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


class MyPreferences(ApiView):
    """How you like cards and tables to look, sound and behave, on every device."""

    @answers(PreferencesShape)
    def get(self, request: Request) -> Json:
        return PreferencesShape.of(preferences_of(caller(request)))

    @once(PreferencesForm, answers=PreferencesShape)
    def post(self, request: Request, form: dict[str, Any]) -> Json:
        return PreferencesShape.of(prefer(caller(request), form))
