"""Where somebody is signed in. A row does not open the door: it knows the cookie's digest alone."""

import hashlib
from typing import Any

from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models

_MARK = "="  # no key has it, so no digest is taken for a key


def digest_of(key: str) -> str:
    """What is stored of a session's key."""
    return _MARK + hashlib.sha256(key.encode()).hexdigest()


def stored_digest(public_id: str) -> str:
    """What is stored, from what a player is told of it."""
    return _MARK + public_id


class KeyDigestField(models.CharField):  # type: ignore[type-arg]
    """Keys go in and are asked for as they are; what is stored and read is their digest."""

    def get_prep_value(self, value: Any) -> Any:
        return value if value is None or value.startswith(_MARK) else digest_of(value)


class Session(AbstractBaseSession):
    """A browser's session; of a visitor who has not signed in, `player` is None."""

    session_key = KeyDigestField(primary_key=True, max_length=65)
    player = models.ForeignKey(
        "accounts.Player", models.CASCADE, null=True, related_name="sessions"
    )
    device = models.CharField(max_length=80, blank=True)  # "Firefox · Android"
    since = models.DateTimeField(null=True)
    seen_on = models.DateField(null=True)

    class Meta(AbstractBaseSession.Meta):
        abstract = False

    @property
    def public_id(self) -> str:
        """By which its player names it: the digest without its mark."""
        return str(self.pk).removeprefix(_MARK)

    def __str__(self) -> str:
        return f"{self.device} of player {self.player_id}"
