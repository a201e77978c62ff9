"""Addresses stand where they are answered: above a page, in the first line of an operation.

A page says with it, in one word, who may ask for it, how, and that nobody keeps it.

A room's pages and operations are found by looking through its modules of that kind: `views`,
`…_views` and what lies in `pages/`; `api`, `…_api` and what lies in `api/`. No list names them.
"""

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ImproperlyConfigured
from django.urls import URLPattern, path, re_path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

View = TypeVar("View", bound=Callable[..., Any])
PAGES = re.compile(r"(views|/pages|/pages/\w+)\.py$")
OPERATIONS = re.compile(r"([/_]api|/api/\w+)\.py$")
Route = tuple[str, str]


def at(address: str, name: str = "") -> Callable[[View], View]:
    """For a page: its address, a regular expression if it begins with ^, and its name in templates.

    A page may have several.
    """

    def placed_there(view: View) -> View:
        page: Any = view
        page.routes = ((address, name), *getattr(view, "routes", ()))
        return view

    return placed_there


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


def routes(kind: re.Pattern[str], *rooms: str) -> list[URLPattern]:
    """The addresses of these rooms, a fixed word before whatever may stand in its place.

    Raises ImproperlyConfigured: where two answer at one address.
    """
    found: dict[str, tuple[str, Any]] = {}
    for module in _modules(kind, rooms):
        for thing in vars(module).values():
            # Of a class its own alone: who inherits from an operation answers elsewhere.
            own = getattr(thing, "__dict__", {}) if callable(thing) else {}
            for address, name in own.get("routes", ()):
                if found.setdefault(address, (name, thing)) != (name, thing):
                    raise ImproperlyConfigured(f"two answer at {address}")
    return [_pattern(address, *found[address]) for address in sorted(found, key=_order)]


def _pattern(address: str, name: str, thing: Any) -> URLPattern:
    answer = thing.as_view() if hasattr(thing, "as_view") else thing
    kind = re_path if address.startswith("^") else path
    pattern: URLPattern = kind(address, answer, name=name or None)
    return pattern


def _order(address: str) -> list[tuple[bool, str]]:
    return [("<" in word, word) for word in address.removeprefix("^").split("/")]


def _modules(kind: re.Pattern[str], rooms: tuple[str, ...]) -> Iterator[Any]:
    for room in rooms:
        (folder,) = import_module(room).__path__
        for file in sorted(Path(folder).rglob("*.py")):
            if kind.search(file.as_posix()):
                inner = file.relative_to(folder).with_suffix("").parts
                yield import_module(".".join((room, *inner)))
