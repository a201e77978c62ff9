"""What the first page asks: the owner, the second factor, the imprint; the rest are house forms."""

from typing import Any

from allauth.mfa.totp.internal.auth import validate_totp_code
from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.hashers import make_password
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.joining.naming import name_in_form
from accounts.models import Player
from backoffice.running.house_forms import TEXTS
from web.legal.filling import ASKED, filled_in
from web.legal.reading import NAMES, address_in

ANSWER_CHARS_MAX = 200
ASKED_WORDS = {
    "name": _("Who runs the house (a person or a club)?"),
    "street": _("Street and number"),
    "place": _("Postal code and place"),
    "country": _("Country"),
    "email": _("E-mail address"),
    "phone": _("Phone number"),
    "server": _("On whose server, in which country?"),
    "authority": _("Which data protection authority is in charge?"),
}


class TokenForm(forms.Form):
    """The token, where the browser does not bring it with the address."""

    token = forms.CharField(
        label=_("Token from the terminal"),
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )


class OwnerForm(forms.Form):
    """Who owns the house; a password that was chosen already stays where none is typed."""

    name = forms.CharField(
        label=_("Your name at the table"),
        max_length=30,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    email = forms.EmailField(label=_("E-mail address"), max_length=254)
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=password_validation.password_validators_help_text_html,
    )
    again = forms.CharField(
        label=_("Password (again)"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, chosen: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chosen = chosen
        if chosen:
            words = gettext("Chosen already. Left empty, it stays.")
            for name in ("password", "again"):
                self.fields[name].required = False
                self.fields[name].help_text = words

    def clean_name(self) -> str:
        return name_in_form(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        password = data.get("password", "")
        if password != data.get("again", ""):
            self.add_error("again", gettext("You must type the same password each time."))
        elif password:
            owner = Player(username=data.get("name", ""), email=data.get("email", ""))
            try:
                password_validation.validate_password(password, owner)
            except forms.ValidationError as error:
                self.add_error("password", error)
        return data

    def kept(self) -> dict[str, Any]:
        data = self.cleaned_data
        password = make_password(data["password"]) if data["password"] else self.chosen
        return {"name": data["name"], "email": data["email"], "password": password}


class FactorForm(forms.Form):
    """A code that the owner's phone shows for this secret."""

    code = forms.CharField(
        label=_("Code that the app shows"),
        max_length=12,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )

    def __init__(self, *args: Any, secret: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.secret = secret

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        if not validate_totp_code(self.secret, code):
            raise forms.ValidationError(gettext("This is not the code that the app shows now."))
        return code


class LegalForm(forms.Form):
    """The addresses of texts of one's own, or what our samples are filled in with, or nothing."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        shared: dict[str, Any] = {"required": False, "max_length": ANSWER_CHARS_MAX}
        self.fields["imprint"] = forms.CharField(label=_("Address of your imprint"), **shared)
        self.fields["privacy"] = forms.CharField(
            label=_("Address of your privacy notice"), **shared
        )
        for name in ASKED:
            of = forms.EmailField if name == "email" else forms.CharField
            self.fields[name] = of(label=ASKED_WORDS[name], **shared)

    @property
    def addresses(self) -> list[forms.BoundField]:
        return [self[name] for name in NAMES]

    @property
    def questions(self) -> list[forms.BoundField]:
        return [self[name] for name in ASKED]

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        for name in NAMES:
            if data.get(name) and not address_in(data[name]):
                self.add_error(name, gettext("An address is one line that begins with https://."))
        if any(data.get(name) for name in ASKED):
            for name in ASKED:
                if not data.get(name) and name not in self.errors:
                    self.add_error(name, gettext("The texts are not whole without it."))
        return data


def texts_of(answers: dict[str, Any]) -> dict[str, str]:
    """The settings that these answers of a `LegalForm` come to; an address goes first."""
    found: dict[str, str] = {}
    if answers.get("name"):
        for file, text in filled_in({name: answers[name] for name in ASKED}).items():
            name, language, _suffix = file.split(".")
            found[f"{name}_{language}".upper()] = text
    for setting in TEXTS:
        if address := answers.get(setting.partition("_")[0].lower()):
            found[setting] = address
    return found
