"""So many passkeys may somebody have, and no more."""

import pytest
from allauth.mfa.models import Authenticator

from accounts.models import Player
from accounts.signing_in.passkeys import PASSKEYS_MAX, AddPasskeyForm

pytestmark = pytest.mark.django_db


def test_who_has_enough_passkeys_is_told_how_many(anna: Player) -> None:
    kind = Authenticator.Type.WEBAUTHN
    Authenticator.objects.bulk_create(
        Authenticator(user=anna, type=kind, data={"name": f"Key {number}"})
        for number in range(PASSKEYS_MAX)
    )
    form = AddPasskeyForm(data={"name": "one more", "credential": "{}"}, user=anna)
    assert not form.is_valid()
    assert form.non_field_errors() == ["You have 20 passkeys already: remove one first."]
