"""Every page and action of the office names the right it needs; this is where it is asked for.

Whoever is no staff gets the same 403 as whoever lacks the right: the office tells nobody what it
has. The second factor is asked for at the door (`backoffice.team.middleware`).
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.sent_again import done_once
from accounts.views import signed_in
from backoffice.permissions import may
from rummy.refusal import Refusal
from web.numbers import whole
from web.refusals import words_of
from web.routes import Route, at, placed

View = Callable[..., HttpResponse]
Made = TypeVar("Made")


def page(right: str, address: str, name: str) -> Callable[[View], View]:
    """A page of the office at this address, for whoever has this right."""
    return placed(address, name, _guarded(right, require_safe))


def action(right: str, address: str, name: str) -> Callable[[View], View]:
    """Something done by a form of the office, for whoever has this right."""
    return placed(address, name, _guarded(right, require_POST))


def doing(right: str, back: str, *named: str) -> Callable[[Callable[..., str]], View]:
    """An action that answers what is said when it is done; a refusal is said in its place.

    Both lead to the page `back`, about whatever `named` of the action's own address names.
    """

    def guard(do: Callable[..., str]) -> View:
        @wraps(do)
        def view(request: HttpRequest, **address: Any) -> HttpResponse:
            return done(request, lambda: do(request, **address), back, *map(address.get, named))

        return _guarded(right, require_POST)(view)

    return guard


def reasoned(
    what: str,
    right: str,
    act: Callable[..., object],
    said: Promise,
    *,
    page: Route,
    back: str = "",
    named: str = "",
) -> View:
    """An act on what the address names, for the reason that the form brings; then `said`.

    Its address and name are those of a page with `what` behind them; it leads there, or `back`.
    """

    def do(request: HttpRequest, **address: Any) -> str:
        act(**address, by=colleague(request), reason=request.POST.get("reason", ""))
        return str(said)

    address, name = page
    act_on_it = doing(right, back or name, *filter(None, [named]))(do)
    return at(f"{address}{what}/", f"{name}-{what}")(act_on_it)


def _guarded(right: str, method: Callable[[View], View]) -> Callable[[View], View]:
    def guard(view: View) -> View:
        view = done_once(view)

        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not may(request.user, right):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        checked: Any = never_cache(login_required(method(guarded)))
        checked.right, checked.by_form = right, method is require_POST
        return checked  # type: ignore[no-any-return]

    return guard


def made_by(form: Form, do: Callable[..., Made]) -> Made | None:
    """What is made of a form's fields; None where they are not right, which the form then says."""
    if form.is_valid():
        try:
            return do(**form.cleaned_data)
        except Refusal as refusal:
            form.add_error(None, words_of(refusal))
    return None


colleague = signed_in


def done(request: HttpRequest, do: Callable[[], str], back: str, *args: Any) -> HttpResponse:
    """Do it, say what it answers or why it is not to be done, and lead back."""
    try:
        messages.success(request, do())
    except Refusal as refusal:
        messages.error(request, words_of(refusal))
    return redirect(back, *args)


def reason_of(request: HttpRequest) -> str:
    """Why somebody does what this form asks for, in their words."""
    return request.POST.get("reason", "")


def cursor(request: HttpRequest, name: str = "before") -> int | None:
    """A row's number from the address, if it is one."""
    return whole(request.GET.get(name, ""))
