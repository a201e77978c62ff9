"""What an address names may be hidden from who asks: told before its page or operation runs.

A room that has something to hide registers a guard for the name by which addresses call it; no
page and no operation can forget to ask.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse

from web.middleware import Middleware
from web.refusals import Refusal

Guard = Callable[[object, int], None]
_GUARDS: dict[str, Guard] = {}


def guards(name: str, guard: Guard) -> None:
    """`guard(user, number)` raises a Refusal where this is hidden from that user, or is nothing."""
    _GUARDS[name] = guard


def require_open(user: object, named: Mapping[str, Any]) -> None:
    """Raises what the guards of the things named in an address say."""
    for name in named.keys() & _GUARDS.keys():
        _GUARDS[name](user, named[name])


def not_there(request: HttpRequest) -> HttpResponse:
    """For what there is not, and for what is hidden, which nobody can tell apart.

    A visitor is asked who they are, and comes back: they may be one who sees it.

    Raises Http404: for who has signed in.
    """
    if request.user.is_authenticated:
        raise Http404
    return redirect_to_login(request.get_full_path())


class GuardedPages(Middleware):
    """Middleware: a page about what is hidden does not exist.

    The API's operations ask for themselves, once they know whose token they were sent.
    """

    def process_view(
        self, request: HttpRequest, view: Any, _args: object, named: Mapping[str, Any]
    ) -> HttpResponse | None:
        if hasattr(view, "cls"):  # an operation of the API
            return None
        try:
            require_open(request.user, named)
        except Refusal:
            return not_there(request)
        return None
