"""The seeds of second factors, sealed in the database: a copy of it tells nobody's codes.

allauth keeps the seed of the codes a phone shows, and that of the recovery codes; it asks this
adapter before it stores and after it reads one.
"""

import logging
from collections.abc import Callable, Mapping
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from web.security import sealing

PURPOSE = "second factors"
# Where allauth keeps seeds; whatever else a row's data holds (codes used, times) is no secret.
SEEDS = ("secret", "seed")

log = logging.getLogger(__name__)


class SealedFactors(DefaultMFAAdapter):  # type: ignore[misc]
    """Who asks for a code that cannot be opened is told so, and what to do."""

    def get_totp_issuer(self) -> str:
        return str(settings.HOUSE_NAME)

    def encrypt(self, text: str) -> str:
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return unseal(encrypted_text)
        except sealing.SealedElsewhere:
            log.error("a second factor was sealed under a key that SEED_KEY does not name")
            raise ValidationError(
                _(
                    "Codes cannot be checked: the key they are sealed under is missing. Whoever"
                    " runs the server has to bring it back, or to take the second factor away."
                )
            ) from None


def seal(seed: str) -> str:
    return sealing.seal(seed, purpose=PURPOSE).decode()


def unseal(sealed: str) -> str:
    """Raises `sealing.SealedElsewhere`."""
    return sealing.unseal(sealed.encode(), purpose=PURPOSE)


def with_seeds(data: Mapping[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    """A second factor's data with `change` made to its seeds."""
    return {name: change(value) if name in SEEDS else value for name, value in data.items()}
