"""Every address that code or a template asks for by name is there."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from config.api import ROOMS
from tests.architecture.sources import ROOT, files, shown
from web.routes import OPERATIONS, PAGES, routes

PLACES = ("accounts", "backoffice", "config", "games", "templates", "tournaments", "web")
ASKED = re.compile(
    r"""(?:reverse(?:_lazy)?|redirect)\(\s*["']([\w:-]+)["']|\{%\s*url\s+["']([\w:-]+)["']"""
)


def names(patterns: Any, prefix: str = "") -> Iterator[str]:
    for one in patterns:
        if isinstance(one, URLResolver):
            inner = f"{prefix}{one.namespace}:" if one.namespace else prefix
            yield from names(one.url_patterns, inner)
        elif isinstance(one, URLPattern) and one.name:
            yield prefix + one.name


def asked_for() -> dict[str, str]:
    """By name one of the files that ask for it."""
    return {
        name: str(path.relative_to(ROOT))
        for place in PLACES
        for path in (ROOT / place).rglob("*")
        if path.suffix in (".py", ".html", ".txt", ".xml")
        for found in ASKED.findall(path.read_text())
        for name in found
        if name
    }


def test_every_address_that_is_asked_for_by_name_is_there() -> None:
    known = set(names(get_resolver().url_patterns))
    asked = asked_for()
    assert len(asked) > 100
    assert {name: path for name, path in asked.items() if name not in known} == {}


PLACED = re.compile(
    r"""^@(?:at|open_page|open_act|fresh_page|own_page|own_form|own_act|page|action)\(|\bat="\S+""",
    re.MULTILINE,
)


def test_whatever_has_an_address_lies_where_it_is_found() -> None:
    placed = [path for path in files(*ROOMS) if PLACED.search(path.read_text())]
    assert len(placed) > 60
    kinds = (PAGES, OPERATIONS)
    lost = [path for path in placed if not any(kind.search(path.as_posix()) for kind in kinds)]
    assert [shown(path) for path in lost] == []


def test_no_address_is_answered_twice() -> None:
    for kind in (PAGES, OPERATIONS):
        there = Counter(str(one.pattern) for one in routes(kind, *ROOMS))
        assert len(there) > 100
        assert [address for address, times in there.items() if times > 1] == []
