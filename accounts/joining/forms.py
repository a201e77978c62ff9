"""The form by which somebody signs up: the name is the one that others see at the table."""

from typing import Any

from allauth.account import forms as library
from django.utils.translation import gettext_lazy as _


class SignupForm(library.SignupForm):  # type: ignore[misc]
    """The library's, which calls the name one to log in with; guests who stay are asked alike."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in (
            ("username", _("Name at the table")),
            ("email", _("E-mail (optional)")),
        ):
            self.fields[name].label = label
