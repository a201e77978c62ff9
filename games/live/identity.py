"""Who is calling: an API token or a browser session, looked up once and remembered briefly.

A request costs no query while its caller is known. Whoever is signed out or banned, or whose
token is revoked, is forgotten after `REMEMBERED_SECONDS` at the latest.
"""

import re
import time
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.programs.tokens.look_up import LOOK_UP, asked
from accounts.programs.tokens.text import hash_token, token_from_header
from accounts.signing_in.models import digest_of
from accounts.signing_in.sessions import SessionStore
from games.live.database import Pool
from games.live.http import Request
from games.moves.errors import NotAllowed
from web.security.csrf import is_from_our_pages

REMEMBERED_SECONDS = 15.0
REMEMBERED_MAX = 50_000
# What a session key looks like; everything else is no key, and not kept in memory either.
SESSION_KEY_TEXT = re.compile(r"[a-z0-9]{8,40}")
SESSION_SALT = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"

SESSION_QUERY = """
SELECT session_data FROM accounts_session WHERE session_key = %s AND expire_date > now()
"""
PLAYER_QUERY = "SELECT password FROM accounts_player WHERE id = %s AND is_active"


@dataclass(frozen=True, slots=True)
class Identity:
    """A caller; `player_id` is None for a visitor who only watches."""

    player_id: int | None
    scopes: frozenset[str]
    by_session: bool = False

    def require_reading(self) -> None:
        """Visitors may watch; a token that only acts may not look."""
        if self.player_id is not None:
            self.require("read")

    def require(self, scope: str) -> int:
        """The player's id, if this caller may do what `scope` names."""
        if self.player_id is None:
            raise NotAllowed("not_signed_in")
        if scope not in self.scopes:
            raise NotAllowed("scope_missing", scope=scope)
        return self.player_id


VISITOR = Identity(None, frozenset())
BANNED = Identity(None, frozenset())  # by a token; a session of theirs is none
BROWSER_SCOPES = frozenset({"read", "play"})


class Doorkeeper:
    def __init__(self, readers: Pool) -> None:
        self._readers = readers
        self._known: dict[str, tuple[float, Identity]] = {}

    async def identify(self, request: Request) -> Identity:
        """The caller of a request; a visitor when it carries no credentials.

        Raises NotAllowed(bad_token | account_banned | csrf_failed): credentials are there but not
        good.
        """
        header = request.header(b"authorization")
        if header:
            return await self._by_token(header)
        cookies = request.cookies()
        session_key = cookies.get(settings.SESSION_COOKIE_NAME, "")
        if not SESSION_KEY_TEXT.fullmatch(session_key):
            return VISITOR
        identity = await self._remembered("s" + session_key, self._find_session, session_key)
        writes = request.method != "GET" and identity.player_id is not None
        if writes and not is_from_our_pages(request.for_django(cookies)):
            raise NotAllowed("csrf_failed")
        return identity

    async def _by_token(self, header: str) -> Identity:
        token = token_from_header(header)
        if token is None:
            raise NotAllowed("bad_token")
        digest = hash_token(token)
        identity = await self._remembered("t" + digest, self._find_token, digest)
        if identity.player_id is None:
            raise NotAllowed("account_banned" if identity is BANNED else "bad_token")
        return identity

    async def _remembered(self, key: str, find: Any, credential: str) -> Identity:
        now = time.monotonic()
        known = self._known.get(key)
        if known is not None and known[0] > now:
            return known[1]
        identity: Identity = await find(credential)
        if len(self._known) >= REMEMBERED_MAX:
            self._known.clear()
        self._known[key] = (now + REMEMBERED_SECONDS, identity)
        return identity

    async def _find_token(self, digest: str) -> Identity:
        async with self._readers.connection() as connection:
            cursor = await connection.execute(LOOK_UP, asked(digest))
            row = await cursor.fetchone()
        if row is None:
            return VISITOR
        return Identity(row[0], frozenset(row[1])) if row[2] else BANNED

    async def _find_session(self, session_key: str) -> Identity:
        async with self._readers.connection() as connection:
            cursor = await connection.execute(SESSION_QUERY, (digest_of(session_key),))
            row = await cursor.fetchone()
            if row is None:
                return VISITOR
            session = SessionStore(session_key).decode(row[0])
            player_id = str(session.get(SESSION_KEY, ""))
            if not player_id.isdigit() or BACKEND_SESSION_KEY not in session:
                return VISITOR
            cursor = await connection.execute(PLAYER_QUERY, (int(player_id),))
            player = await cursor.fetchone()
        if player is None or not _same_password(session.get(HASH_SESSION_KEY, ""), player[0]):
            return VISITOR
        return Identity(int(player_id), BROWSER_SCOPES, by_session=True)


def _same_password(session_hash: str, password: str) -> bool:
    """A changed password ends all sessions, as in Django's own check."""
    expected = salted_hmac(SESSION_SALT, password, algorithm="sha256").hexdigest()
    return constant_time_compare(session_hash, expected)
