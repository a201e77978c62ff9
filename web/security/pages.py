"""What a page says of itself in one word: who may ask for it, how, and that nobody keeps it."""

from collections.abc import Callable
from typing import TypeVar

from django.contrib.auth.decorators import login_required
from django.http import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def fresh_page(view: View) -> View:
    """To be read by everybody, as it is at this moment."""
    return require_safe(never_cache(view))


def own_page(view: View) -> View:
    """To be read by whoever has signed in."""
    return fresh_page(login_required(view))


def own_form(view: View) -> View:
    """Read, filled in and sent by whoever has signed in."""
    return never_cache(login_required(require_http_methods(["GET", "HEAD", "POST"])(view)))


def own_act(view: View) -> View:
    """Sent by a page's button, by whoever has signed in."""
    return require_POST(login_required(view))
