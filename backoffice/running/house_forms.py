"""Forms about the house: what it is to those who come, and which server takes its mails.

The first page of a new house and the office's page of the house are made of the same.
"""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from backoffice.models import RunSetting
from backoffice.running import board, mailing
from backoffice.running.settings import KNOWN, OF_HOUSE, Choices, Known, Words
from games import wording
from rummy.engine import PRESETS
from web.legal.reading import address_in
from web.time.zone import zones_to_choose

BASICS = tuple(name for name in OF_HOUSE if KNOWN[name].variable != "LEGAL_DIR")
TEXTS = tuple(name for name in OF_HOUSE if name not in BASICS)
HOST_CHARS_MAX = 253


def house_now() -> dict[str, Any]:
    """What every setting of the house is now, by its name and by the rows themselves."""
    rows = dict(RunSetting.objects.filter(pk__in=OF_HOUSE).values_list("name", "value"))
    return {
        name: rows[name] if name in rows and board.holds(name, rows[name]) else below
        for name in OF_HOUSE
        for below in (board.value_without_row(name),)
    }


class HouseForm(forms.Form):
    """Settings of the house, each in the kind of field that it takes."""

    def __init__(self, *args: Any, names: Sequence[str] = BASICS, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {**house_now(), **self.initial}
        for name in names:
            known = KNOWN[name]
            field = self.fields[name] = _field(known, self.initial[name])
            if known.is_given:
                words = gettext(
                    "Set in the server's environment (%(name)s), which takes precedence."
                )
                field.disabled, field.help_text = True, words % {"name": known.variable}

    def values(self) -> dict[str, Any]:
        """What was filled in, without what the environment says."""
        found = {}
        for name, value in self.cleaned_data.items():
            match KNOWN[name]:
                case known if known.is_given:
                    continue
                case Known(kind=Choices(words)):
                    found[name] = [one for one in words if one in value]
                case _:
                    found[name] = value
        return found

    def clean(self) -> dict[str, Any]:
        for name, value in list(self.cleaned_data.items()):
            if name in TEXTS and value.startswith("http") and not address_in(value):
                self.add_error(name, gettext("An address is one line that begins with https://."))
        return self.cleaned_data


def _field(known: Known, now: Any) -> forms.Field:
    shared: dict[str, Any] = {"label": known.words}
    match known.name:
        case "LANGUAGES_OFFERED":
            return _boxes(list(settings.LANGUAGES), **shared)
        case "PRESETS_OFFERED":
            return _boxes([(key, wording.preset_name(key)) for key in PRESETS], **shared)
        case "TIME_ZONE":
            zones = sorted({*zones_to_choose(), now})
            return forms.ChoiceField(choices=[(zone, zone) for zone in zones], **shared)
        case "GUESTS_WELCOME":
            return forms.BooleanField(required=False, **shared)
    match known.kind:
        case Words(most, lines=True):
            area = forms.Textarea(attrs={"rows": 8})
            return forms.CharField(max_length=most, required=False, widget=area, **shared)
        case Words(most):
            return forms.CharField(max_length=most, **shared)
    raise ValueError(known.name)


def _boxes(choices: list[tuple[str, Any]], **shared: Any) -> forms.Field:
    boxes = forms.CheckboxSelectMultiple
    return forms.MultipleChoiceField(choices=choices, widget=boxes, **shared)


class MailForm(forms.Form):
    """The server that takes the house's mails; without one nobody gets any."""

    host = forms.CharField(
        label=_("Mail server"),
        max_length=HOST_CHARS_MAX,
        required=False,
        help_text=_("As in smtp.example.org. Left empty, nobody gets mails."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )
    port = forms.IntegerField(label=_("Port"), min_value=1, max_value=65_535, initial=587)
    encryption = forms.ChoiceField(
        label=_("Encryption"),
        choices=[("starttls", _("STARTTLS, usual at port 587")), ("tls", _("TLS, usual at 465"))],
        initial="starttls",
    )
    username = forms.CharField(
        label=_("User name at the mail server"),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )
    password = forms.CharField(
        label=_("Password at the mail server"),
        max_length=200,
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}, render_value=True),
    )
    sender = forms.EmailField(label=_("Sender of the mails"), required=False)

    def clean_host(self) -> str:
        host: str = self.cleaned_data["host"]
        if any(letter in "/@?#:[] " for letter in host):
            raise forms.ValidationError(
                gettext("A name such as smtp.example.org, and nothing else.")
            )
        return host

    @property
    def url(self) -> str:
        """The address of the server; "" for none."""
        data = self.cleaned_data
        if not data["host"]:
            return ""
        return mailing.address_of(
            host=data["host"],
            port=data["port"],
            username=data["username"],
            password=data["password"],
            is_sealed=data["encryption"] == "tls",
        )
