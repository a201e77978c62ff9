"""Addresses stand where they are answered: above a page, in the first line of an operation.

A room's pages and operations are found by looking through its modules of that kind: `views`,
`…_views` and what lies in `pages/`; `api`, `…_api` and what lies in `api/`. No list names them.
"""

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from django.urls import URLPattern, path, re_path

View = TypeVar("View", bound=Callable[..., Any])
PAGES = re.compile(r"(views|/pages|/pages/\w+)\.py$")
OPERATIONS = re.compile(r"([/_]api|/api/\w+)\.py$")
Route = tuple[str, str]


def at(address: str, name: str = "") -> Callable[[View], View]:
    """For a page: its address, a regular expression if it begins with ^, and its name in templates.

    A page may have several.
    """

    def placed(view: View) -> View:
        page: Any = view
        page.routes = ((address, name), *getattr(view, "routes", ()))
        return view

    return placed


def routes(kind: re.Pattern[str], *rooms: str) -> list[URLPattern]:
    """The addresses of these rooms, a fixed word before whatever may stand in its place."""
    found: dict[Route, Callable[..., Any]] = {}
    for module in _modules(kind, rooms):
        for thing in vars(module).values():
            # Of a class its own alone: who inherits from an operation answers elsewhere.
            own = getattr(thing, "__dict__", {}) if callable(thing) else {}
            for route in own.get("routes", ()):
                found[route] = thing.as_view() if hasattr(thing, "as_view") else thing
    return [
        (re_path if address.startswith("^") else path)(
            address, found[address, name], name=name or None
        )
        for address, name in sorted(found, key=_order)
    ]


def _order(route: Route) -> list[tuple[bool, str]]:
    return [("<" in word, word) for word in route[0].removeprefix("^").split("/")]


def _modules(kind: re.Pattern[str], rooms: tuple[str, ...]) -> Iterator[Any]:
    for room in rooms:
        (folder,) = import_module(room).__path__
        for file in sorted(Path(folder).rglob("*.py")):
            if kind.search(file.as_posix()):
                inner = file.relative_to(folder).with_suffix("").parts
                yield import_module(".".join((room, *inner)))
