"""What may be sent to the accounts half of the API."""

import datetime as dt
from typing import Any

from django.conf import settings
from rest_framework import serializers

from accounts.programs.scopes import usual_scopes
from accounts.programs.tokens.text import SCOPES
from web.api.reading import Form, Text, WholeNumber

LINES_MAX = 200
_EARLIEST, _LATEST = dt.date(2000, 1, 1), dt.date(2199, 12, 31)


class Day(serializers.DateField):
    """A day of the calendar; of those so early or late that nothing lies there, the nearest ours.

    (The very first and last that a calendar knows have no midnight in every zone.)
    """

    def to_internal_value(self, value: Any) -> dt.date:
        if not isinstance(value, str) or not value.isascii():
            self.fail("invalid", format="YYYY-MM-DD")
        return min(max(super().to_internal_value(value), _EARLIEST), _LATEST)


class GuestForm(Form):
    language = serializers.ChoiceField(
        [code for code, _ in settings.LANGUAGES], required=False, help_text="of the guest's name"
    )
    token_name = Text(max_length=60, default="guest", help_text="what the token is for")


class ConfirmForm(Form):
    code = Text(max_length=20, default="", allow_blank=True, help_text="of the second factor")
    password = serializers.CharField(
        max_length=128,
        default="",
        allow_blank=True,
        trim_whitespace=False,
        help_text="for whoever has no second factor",
    )


class TokenForm(Form):
    name = Text(max_length=60, help_text="what it is for, as you will recognise it")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(SCOPES),
        default=list(usual_scopes()),
        allow_empty=False,
        max_length=len(SCOPES),
        help_text="`read`: see what you see; `play`: act in your name",
    )
    days = WholeNumber(
        min_value=1, max_value=3650, required=False, allow_null=True, help_text="ends after so many"
    )


class StatementQuery(Form):
    before = WholeNumber(
        min_value=1, required=False, help_text="lines with a number below this; from `next_before`"
    )
    limit = WholeNumber(min_value=1, max_value=LINES_MAX, default=50)
    since = Day(required=False, help_text="first day, YYYY-MM-DD")
    until = Day(required=False, help_text="last day, YYYY-MM-DD")
