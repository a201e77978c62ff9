"""What a page says of itself in one word: who may ask for it, how, and that nobody keeps it.

Each is told the page's address and name, as `web.routes.at` is.
"""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from web.routes import View, at


def placed(address: str, name: str, *guards: Callable[[Any], Any]) -> Callable[[View], View]:
    """A page there behind these, the innermost first."""

    def guarded(view: View) -> View:
        for guard in guards:
            view = guard(view)
        return at(address, name)(view)

    return guarded


def open_page(address: str, name: str) -> Callable[[View], View]:
    """To be read by everybody."""
    return placed(address, name, require_safe)


def open_act(address: str, name: str) -> Callable[[View], View]:
    """Sent by a page's button, by anybody."""
    return placed(address, name, require_POST)


def fresh_page(address: str, name: str) -> Callable[[View], View]:
    """To be read by everybody, as it is at this moment."""
    return placed(address, name, never_cache, require_safe)


def own_page(address: str, name: str) -> Callable[[View], View]:
    """To be read by whoever has signed in."""
    return placed(address, name, login_required, never_cache, require_safe)


def own_form(address: str, name: str) -> Callable[[View], View]:
    """Read, filled in and sent by whoever has signed in."""
    asked = require_http_methods(["GET", "HEAD", "POST"])
    return placed(address, name, asked, login_required, never_cache)


def own_act(address: str, name: str) -> Callable[[View], View]:
    """Sent by a page's button, by whoever has signed in."""
    return placed(address, name, login_required, require_POST)
