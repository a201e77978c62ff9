"""Sessions in the database; a cookie that cannot be a session's key is no session at all.

Django asks the database about any text of eight characters, and a NUL among them is an error of
ours instead of a visitor.
"""

import string
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from web.middleware import Middleware

_KEY_CHARACTERS = frozenset(string.ascii_lowercase + string.digits)
_KEY_CHARS_MAX = 40

# What a session says of itself; the columns of its row follow.
_DEVICE, _SINCE, _SEEN_ON = "device", "since", "seen_on"


class SessionStore(db.SessionStore):
    @classmethod
    def get_model_class(cls) -> type[AbstractBaseSession]:
        from accounts.signing_in.models import Session  # no models at start-up

        return Session

    def _validate_session_key(self, key: str | None) -> bool:
        if not key or len(key) > _KEY_CHARS_MAX or not _KEY_CHARACTERS.issuperset(key):
            return False
        return len(key) >= 8

    def delete(self, session_key: str | None = None) -> None:
        """With its device; a session that goes on under another key has handed it over before."""
        from accounts.models import PushDevice
        from accounts.signing_in.models import digest_of

        new = self._session_key
        if session_key and new and session_key != new:
            theirs = PushDevice.objects.filter(session_id=digest_of(session_key))
            theirs.update(session_id=digest_of(new))
        super().delete(session_key)

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        row: Any = super().create_model_instance(data)
        player = data.get(SESSION_KEY)
        row.player_id = int(player) if player else None
        row.device = data.get(_DEVICE, "")
        row.since, row.seen_on = data.get(_SINCE), data.get(_SEEN_ON)
        return row  # type: ignore[no-any-return]


class SeenOn(Middleware):
    """Middleware: a session that is used remembers the day, and is good for another month."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and _SINCE in request.session:
            today = timezone.now().date().isoformat()
            if request.session.get(_SEEN_ON) != today:
                request.session[_SEEN_ON] = today
        return self.get_response(request)


def note_device(request: HttpRequest, device: str) -> None:
    """Somebody has just signed in with this session."""
    now = timezone.now()
    request.session[_DEVICE] = device
    request.session[_SINCE] = now.isoformat()
    request.session[_SEEN_ON] = now.date().isoformat()
