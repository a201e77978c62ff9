"""A language that nobody speaks: each text of the catalogue, accented, longer, in brackets.

What stands on a page outside the brackets went past the catalogue; a bracket next to a bracket is a
sentence put together of pieces, which no other language could order as it needs.
"""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.apps import apps
from django.conf import locale as django_locale
from django.conf import settings
from django.utils import dates
from django.utils.translation import override

OPEN, SHUT = "⟦", "⟧"
# Days and months stay as they are: how a date is put together is the language's format.
_DATES = [dates.WEEKDAYS, dates.WEEKDAYS_ABBR, dates.MONTHS, dates.MONTHS_3]
_DATES += [dates.MONTHS_AP, dates.MONTHS_ALT]
with override(None):
    DATE_WORDS = {str(word) for words in _DATES for word in words.values()}
with override("de"):
    GERMAN_DATES = {str(word).capitalize() for words in _DATES for word in words.values()}
_ACCENTS = str.maketrans("aeiouyAEIOUnsclr", "áéíóúýÁÉÍÓÚñšçľř")
_KEPT = re.compile(r"(%\(\w+\)[sd]|%[sd%]|\{\w*\}|<[^>]*>|&\w+;)")
_WORD = re.compile(r"\w+")
_BRACKETED = re.compile(f"{OPEN}[^{OPEN}{SHUT}]*{SHUT}")
# Written alike in every language: time zones, addresses, and things as the office writes them.
_ALIKE = re.compile(r"^(UTC|[A-Z]\w+(/[\w+ -]+)+|https?://\S+|\w+:\d+)$")
_SPOKEN = ("aria-label", "title", "placeholder", "alt")
_UNREAD = ("script", "style", "code", "pre", "textarea")


def pseudo(text: str) -> str:
    """Each word longer by a third, with placeholders and tags as they are."""
    if not text.strip():
        return text
    parts = _KEPT.split(text)
    told = "".join(part if at % 2 else _WORD.sub(_longer, part) for at, part in enumerate(parts))
    return f"{OPEN}{told}{SHUT}"


def _longer(word: re.Match[str]) -> str:
    return word[0].translate(_ACCENTS) + "·" * (len(word[0]) // 3)


class PseudoLanguage:
    """Stands in for a language's translations; formats and its code stay those of `real`."""

    def __init__(self, real: Any) -> None:
        self._real = real

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def gettext(self, message: str) -> str:
        words = message.rpartition("\x04")[2]
        return str(self._real.gettext(message)) if words in DATE_WORDS else pseudo(words)

    def ngettext(self, one: str, many: str, number: int) -> str:
        return self.gettext(one if number == 1 else many)


def write_catalogues(folder: Path) -> None:
    """The language as files in German's place, pages and scripts: texts of libraries, then ours."""
    places = [Path(django_locale.__file__).parent]
    places += [Path(app.path) / "locale" for app in apps.get_app_configs()]
    for domain in ("django", "djangojs"):
        made = Catalog("de")
        for place in (*places, *settings.LOCALE_PATHS):
            path = place / "de" / "LC_MESSAGES" / f"{domain}.po"
            if path.is_file():
                _add_to(made, path)
        (folder / "de" / "LC_MESSAGES").mkdir(parents=True, exist_ok=True)
        with (folder / "de" / "LC_MESSAGES" / f"{domain}.mo").open("wb") as file:
            write_mo(file, made)


def _add_to(made: Catalog, path: Path) -> None:
    with path.open("rb") as file:
        for message in read_po(file):
            said = message.id
            if said and said not in DATE_WORDS:
                told = pseudo(said) if isinstance(said, str) else tuple(map(pseudo, said))
                made.add(said, told, context=message.context)


class Read(HTMLParser):
    """The texts of a page, one for each stretch without a tag, and those that are read aloud."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._unread = 0
        self._depth = 0  # of brackets still open: a translation may hold tags
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unread += tag in _UNREAD
        self.texts += [value for name, value in attrs if name in _SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        self._unread -= tag in _UNREAD

    def handle_data(self, data: str) -> None:
        if not self._unread and data.strip():
            text = OPEN * self._depth + " ".join(data.split())
            self._depth = text.count(OPEN) - text.count(SHUT)
            self.texts.append(text + SHUT * self._depth)


def outside(text: str) -> str:
    """What has not come through the catalogue: a piece of it is "\x00", a whole sentence "\x01"."""
    while found := _BRACKETED.search(text):
        ended = re.search(f"[.?!:]{SHUT}$", found[0])
        text = text[: found.start()] + ("\x01" if ended else "\x00") + text[found.end() :]
    return text.replace(" und ", ", ")  # a list of things, put together as browsers do in German


def untranslated(html: str, allowed: tuple[str, ...]) -> list[str]:
    """Texts with words of no language: names and what `allowed` lists apart."""
    found = []
    for text in Read(html).texts:
        left = _ALIKE.sub("", outside(text))
        for name in sorted((*allowed, *GERMAN_DATES), key=len, reverse=True):
            left = left.replace(name, "")
        if re.search(r"[^\W\d_]{3}", left):
            found.append(text)
    return found


def glued(html: str) -> list[str]:
    """Texts in which two pieces of the catalogue, or one and a word, are glued by a blank."""
    joint = re.compile("\x00 ?\x00|\x00 \\w|\\w \x00")
    return [text for text in Read(html).texts if joint.search(outside(text))]
