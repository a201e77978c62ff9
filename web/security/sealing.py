"""Secrets at rest: the database keeps them sealed, so that a copy of it alone opens nothing.

Each purpose has keys of its own, derived from `SEED_KEY`. That may name several, comma separated:
the first seals and all of them open, so that the key can be changed (`manage.py reseal`).
"""

import base64
import hashlib
import hmac
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.views.decorators.debug import sensitive_variables


class SealedElsewhere(Exception):
    """Sealed under a key that is not among those of `SEED_KEY`, or damaged."""


def seal(text: str, *, purpose: str) -> bytes:
    """The text, encrypted for the database; in URL-safe letters."""
    return _box(settings.SEED_KEY, purpose).encrypt(text.encode())


@sensitive_variables()
def unseal(sealed: bytes, *, purpose: str) -> str:
    """What `seal` was given. Raises SealedElsewhere."""
    try:
        return _box(settings.SEED_KEY, purpose).decrypt(sealed).decode()
    except InvalidToken:
        raise SealedElsewhere(purpose) from None


@lru_cache(maxsize=16)
def _box(seed_keys: str, purpose: str) -> MultiFernet:
    return MultiFernet([Fernet(_key(key, purpose)) for key in seed_keys.split(",")])


def _key(seed_key: str, purpose: str) -> bytes:
    digest = hmac.digest(seed_key.encode(), purpose.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest)
