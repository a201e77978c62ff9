"""Which addresses may be called: nobody makes this server knock at doors of its own network.

A name is looked up once, every address it has must be public, and the connection goes to the very
address that was checked: a name that changes its mind in between gains nothing.
"""

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from web.refusals import Refused

URL_CHARS_MAX = 500
HTTPS_PORT = 443
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
# Addresses of IPv4 that travel inside IPv6.
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
# Set aside for protocols, sites and documentation: nobody's, though by `is_global` some of them, or
# to some versions of Python, are.
_SET_ASIDE = (
    ipaddress.ip_network("192.0.0.0/24"),
    ipaddress.ip_network("192.88.99.0/24"),
    ipaddress.ip_network("64:ff9b:1::/48"),
    ipaddress.ip_network("2001::/23"),
    ipaddress.ip_network("3fff::/20"),
    ipaddress.ip_network("5f00::/16"),
    ipaddress.ip_network("fec0::/10"),
)


@dataclass(frozen=True, slots=True)
class Target:
    """A URL taken apart."""

    url: str
    is_https: bool
    host: str
    port: int
    path: str
    may_be_private: bool


def read_target(
    url: str,
    *,
    https_only: bool = False,
    may_be_private: bool | None = None,
    most: int = URL_CHARS_MAX,
) -> Target:
    """`may_be_private` is for webhooks what WEBHOOK_PRIVATE_ADDRESSES says, unless given.

    Raises Refused(webhook_url_unusable): with what is wrong with it.
    """
    if may_be_private is None:
        may_be_private = settings.WEBHOOK_PRIVATE_ADDRESSES
    try:
        parts = urlsplit(url)
        port = parts.port or (HTTPS_PORT if parts.scheme == "https" else 80)
    except ValueError:
        raise _unusable("syntax") from None
    host = (parts.hostname or "").lower()
    schemes = ("https", "http") if may_be_private and not https_only else ("https",)
    if len(url) > most or not url.isascii() or not url.isprintable() or " " in url:
        raise _unusable("syntax")
    if parts.scheme not in schemes:
        raise _unusable("scheme")
    if not host or parts.username is not None or parts.password is not None or parts.fragment:
        raise _unusable("syntax")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(url, parts.scheme == "https", host, port, path, may_be_private)


def require_elsewhere(target: Target) -> Target:
    """The same, if its host may be what it says: asked when an address is registered.

    A call asks what a name leads to (`public_address`). Raises Refused(webhook_url_unusable).
    """
    if not target.may_be_private and _is_plainly_private(target.host):
        raise _unusable("private_address")
    return target


def _is_plainly_private(host: str) -> bool:
    """Whether nobody has to be asked to know that no public machine is meant."""
    try:
        return not is_public(host.partition("%")[0])
    except ValueError:
        return host.rstrip(".").rpartition(".")[2] == "localhost"


def public_address(target: Target) -> str:
    """The address to connect to. Raises Refused(webhook_url_unusable): unknown, or not public."""
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise _unusable("unknown_host") from None
    addresses = [str(one[4][0]).partition("%")[0] for one in found]
    if not target.may_be_private and not all(map(is_public, addresses)):
        raise _unusable("private_address")
    return addresses[0]


def is_public(text: str) -> bool:
    """Whether an address belongs to the network of everybody."""
    address = _inner(ipaddress.ip_address(text))
    if address.is_multicast or address.is_reserved or any(address in net for net in _SET_ASIDE):
        return False
    return address.is_global


def _inner(address: Address) -> Address:
    """What an address of IPv6 carries inside, if it carries one."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None) or address


def _unusable(why: str) -> Refused:
    return Refused("webhook_url_unusable", why=why)
