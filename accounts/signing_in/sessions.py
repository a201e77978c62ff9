"""Sessions in the database; a cookie that cannot be a session's key is no session at all.

Django asks the database about any text of eight characters, and a NUL among them is an error of
ours instead of a visitor.
"""

from __future__ import annotations

import string

from django.contrib.sessions.backends import db

_KEY_CHARACTERS = frozenset(string.ascii_lowercase + string.digits)
_KEY_CHARS_MAX = 40


class SessionStore(db.SessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        if not key or len(key) > _KEY_CHARS_MAX or not _KEY_CHARACTERS.issuperset(key):
            return False
        return len(key) >= 8
