"""How a passkey is added: as what signs in alone, unless one only wants a second factor."""

from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.utils.translation import gettext_lazy as _


class AddPasskeyForm(AddWebAuthnForm):  # type: ignore[misc]
    """The library leaves the tick out; logging in with a passkey then finds none."""

    passwordless = forms.BooleanField(
        label=_("Log in with it alone, without the password"),
        required=False,
        initial=True,
        help_text=_("Your device then asks for your finger, your face or its PIN."),
    )
