"""How a passkey is added: as what signs in alone, unless one only wants a second factor."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

PASSKEYS_MAX = 20


class AddPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]
    """The library leaves the tick out; logging in with a passkey then finds none."""

    passwordless = forms.BooleanField(
        label=_("Log in with it alone, without the password"),
        required=False,
        initial=True,
        help_text=_("Your device then asks for your finger, your face or its PIN."),
    )

    def clean(self) -> dict[str, Any]:
        kept = Authenticator.objects.filter(user=self.user, type=Authenticator.Type.WEBAUTHN)
        if kept.count() >= PASSKEYS_MAX:
            words = gettext("You have %(most)s passkeys already: remove one first.")
            raise forms.ValidationError(words % {"most": PASSKEYS_MAX})
        cleaned: dict[str, Any] = super().clean()
        return cleaned
