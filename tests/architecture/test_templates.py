"""No page reaches upward: templates, tags and files lie beside or below who uses them."""

import os
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from tests.architecture.sources import ROOT

ROOMS = ("web", "accounts", "games", "tournaments", "backoffice")
# Libraries of tags by the room that has them; Django's and allauth's own are nobody's.
TAGS = {path.stem: room for room in ROOMS for path in (ROOT / room / "templatetags").glob("*.py")}
USED = re.compile(r"""(?:include|extends|static|from|import)\s*\(?["'](?:/static/)?([a-z_]+)/""")
FILES = [
    path
    for room in ROOMS
    for folder in (ROOT / "templates" / room, ROOT / room / "static")
    for path in folder.rglob("*")
    if path.suffix in (".html", ".js", ".css")
]

# What is inline has no place to break: a space more would show. Most lines are below 120.
LINE_MOST = 240


def room_of(path: Path) -> str:
    first, second = path.relative_to(ROOT).parts[:2]
    return second if first == "templates" else first


def used_by(text: str) -> set[str]:
    """The rooms whose templates, tags or files this text names."""
    tags = {name for names in re.findall(r"{% load ([^%]*) %}", text) for name in names.split()}
    return {TAGS[name] for name in tags & TAGS.keys()} | (set(USED.findall(text)) & set(ROOMS))


def test_there_are_files_of_every_kind() -> None:
    assert {path.suffix for path in FILES} == {".html", ".js", ".css"}
    assert {room_of(path) for path in FILES} == set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_what_a_page_uses_lies_beside_or_below(room: str) -> None:
    above = set(ROOMS[ROOMS.index(room) + 1 :])
    found = {
        str(path.relative_to(ROOT)): used_by(path.read_text(encoding="utf-8")) & above
        for path in FILES
        if room_of(path) == room
    }
    assert {name: rooms for name, rooms in found.items() if rooms} == {}


def test_a_tag_of_a_room_above_would_be_found() -> None:
    assert used_by('{% load i18n desk %}{% include "games/table.html" %}') == {
        "tournaments",
        "games",
    }
    assert used_by("""import { el } from "/static/games/js/dom.js";""") == {"games"}


def test_templates_are_read_without_scrolling_aside() -> None:
    longest = {
        f"{path.relative_to(ROOT)}:{number}": len(line)
        for path in (ROOT / "templates").rglob("*.html")
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1)
        if len(line) > LINE_MOST
    }
    assert longest == {}


def test_every_file_that_a_template_names_is_there() -> None:
    named = {
        name
        for path in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r"{% static ['\"]([^'\"]+)['\"] %}", path.read_text("utf-8"))
    }
    assert len(named) > 30
    assert {name for name in named if finders.find(name) is None} == set()


NAMED = re.compile(r"""(?:from|import|URL\()\s*\(?["'`]((?:\.{1,2}|/static)/[^"'`]+\.\w+)["'`]""")


def address_of(script: Path, name: str) -> str:
    """Below `/static/`: what the script names from the root, or from beside itself."""
    here = Path("/static") / script.relative_to(ROOT / room_of(script) / "static")
    return os.path.normpath(here.parent / name).removeprefix("/static/")


def test_every_file_that_a_script_names_is_there() -> None:
    scripts = [path for path in FILES if path.suffix == ".js"]
    named = {
        address_of(path, name)
        for path in scripts
        for name in NAMED.findall(path.read_text("utf-8"))
    }
    assert len(named) > 30
    assert {name for name in named if finders.find(name) is None} == set()
