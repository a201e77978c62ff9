"""API tokens as text: how they are sent, and the digest under which they are known.

Both doors use this: the REST API and the play process. Only the digest is ever stored.
"""

from typing import Final

from knox.crypto import hash_token as _sha512

from accounts.programs import scopes

# Read: see what the player sees. Play: act in the player's name at tables.
SCOPES: Final = tuple(scopes.SCOPES)
_SCHEMES: Final = ("token", "bearer")
_CHARS_MAX: Final = 200


def hash_token(token: str) -> str:
    """The digest of a token: SHA-512 as 128 hexadecimal digits. Tokens hold 256 random bits."""
    digest: str = _sha512(token)
    return digest


def token_from_header(header: str) -> str | None:
    """The token in an Authorization header (`Token …` or `Bearer …`), or None if it holds none."""
    scheme, _, token = header.strip().partition(" ")
    token = token.strip()
    if scheme.lower() not in _SCHEMES or not token or len(token) > _CHARS_MAX:
        return None
    if not token.isascii() or not token.isprintable() or " " in token:
        return None
    return token
