"""Every address that code or a template asks for by name is there."""

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from tests.architecture.sources import ROOT

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
