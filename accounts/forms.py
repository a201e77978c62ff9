"""Forms for people: account preferences, and turning a guest into somebody who stays."""

from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.joining.naming import name_in_form
from accounts.models import Player
from accounts.own_data.erasing import say_anew
from web.house import languages
from web.refusals import Refused, words_of
from web.security import limits


class NameForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new name has to be one that may be had; the old one stays whatever it is.

    Saved, it is said also where tables and notices were called by the old one.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = ""

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if "username" in self.changed_data:
            return name_in_form(name, keeps=self.instance.pk)
        return name

    def clean(self) -> dict[str, Any]:
        """Counted only where nothing else is wrong: five names a day."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "username" in self.changed_data and not self.errors:
            try:
                limits.spend(limits.NAMES, str(self.instance.pk))
            except Refused as refusal:
                self.add_error("username", words_of(refusal))
        return cleaned

    @transaction.atomic
    def save(self, commit: bool = True) -> Player:
        if "username" in self.changed_data:
            say_anew(self.instance, self.initial["username"])
        player: Player = super().save(commit)
        return player


class SettingsForm(NameForm):
    """The name at the table and the language of the pages."""

    class Meta:
        model = Player
        fields = ("username", "language")
        labels = {"username": _("Name at the table"), "language": _("Language")}
        widgets = {"language": forms.RadioSelect}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"].required = True
        language: Any = self.fields["language"]
        language.widget.choices = languages()


class KeepAccountForm(NameForm):
    """A name and a password: the guest keeps chips, tables and history."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=password_validation.password_validators_help_text_html,
    )

    class Meta:
        model = Player
        fields = ("username", "email")
        labels = {"username": _("Name at the table"), "email": _("E-mail (optional)")}

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        password_validation.validate_password(password, self.instance)
        return password
