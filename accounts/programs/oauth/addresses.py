"""Where an app may have its players sent back to."""

import re
from urllib.parse import SplitResult, urlsplit

from web.refusals import Refused

URI_CHARS_MAX = 300
LOCAL = ("localhost", "127.0.0.1", "::1")
# Not by name: what `localhost` leads to is up to the machine (RFC 8252, 8.3).
LOOPBACK = ("127.0.0.1", "::1")
_HOST = re.compile(r"[A-Za-z0-9.-]*(?:\[[0-9A-Fa-f:.]+\])?(?::[0-9]*)?")


def require_usable(uri: str) -> None:
    """https, this machine, or a scheme of an installed app's own (`com.example.app:/done`).

    Players are shown where the answer goes: a host is a name and perhaps a port, nothing besides
    that could be read as another's (`https://known.example@evil.example/`).

    Raises Refused(redirect_uri_unusable): `why` says which rule it breaks.
    """
    why = _fault_of(uri)
    if why:
        raise Refused("redirect_uri_unusable", uri=uri[:100], why=why)


def leads_to_same(registered: str, asked: str) -> bool:
    """Whether it is a registered address; on the loopback at any port (RFC 8252, 7.3).

    An installed program listens at whatever port the system gives it.
    """
    if registered == asked:
        return True
    if _fault_of(asked):
        return False
    ours, theirs = urlsplit(registered), urlsplit(asked)
    is_loopback = ours.scheme == "http" and ours.hostname in LOOPBACK
    return is_loopback and _without_port(ours) == _without_port(theirs)


def _without_port(parts: SplitResult) -> SplitResult:
    return parts._replace(netloc=parts.hostname or "")


def _fault_of(uri: str) -> str:
    """The key of what is wrong with it, in the words of the refusal; empty: nothing."""
    try:
        parts = urlsplit(uri)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        return "address_unreadable"
    plain = uri.isascii() and uri.isprintable() and " " not in uri and len(uri) <= URI_CHARS_MAX
    if "@" in parts.netloc:
        return "address_names_user"
    if not plain or not parts.scheme or _HOST.fullmatch(parts.netloc) is None:
        return "address_unreadable"
    if "#" in uri:
        return "address_has_fragment"
    if parts.scheme in ("https", "http"):
        if not host:
            return "address_without_host"
        return "" if parts.scheme == "https" or host in LOCAL else "address_without_https"
    if "." not in parts.scheme:
        return "scheme_without_dot"
    return "" if parts.path else "scheme_without_path"
