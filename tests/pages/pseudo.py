"""A language that nobody speaks: each text of the catalogue, accented, longer, in brackets.

What stands on a page outside the brackets went past the catalogue; a bracket next to a bracket is a
sentence put together of pieces, which no other language could order as it needs.
"""

import re
from html.parser import HTMLParser
from typing import Any

OPEN, SHUT = "⟦", "⟧"
_ACCENTS = str.maketrans("aeiouyAEIOUnsclr", "áéíóúýÁÉÍÓÚñšçľř")
_KEPT = re.compile(r"(%\(\w+\)[sd]|%[sd%]|\{\w*\}|<[^>]*>|&\w+;)")
_BRACKETED = re.compile(f"{OPEN}[^{OPEN}{SHUT}]*{SHUT}")
_ZONE = re.compile(r"^[A-Z]\w+(/[\w+-]+)+$")  # a time zone by its name everywhere
_SPOKEN = ("aria-label", "title", "placeholder", "alt")
_UNREAD = ("script", "style", "code", "pre", "textarea")


def pseudo(text: str) -> str:
    """Longer by a third, with its placeholders and tags as they are."""
    if not text.strip():
        return text
    parts = _KEPT.split(text)
    told = "".join(part if at % 2 else part.translate(_ACCENTS) for at, part in enumerate(parts))
    return f"{OPEN}{told}{'·' * (len(text) // 3)}{SHUT}"


class PseudoLanguage:
    """Stands in for a language's translations; formats and its code stay those of `real`."""

    def __init__(self, real: Any) -> None:
        self._real = real

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def gettext(self, message: str) -> str:
        return pseudo(message.rpartition("\x04")[2])

    def ngettext(self, one: str, many: str, number: int) -> str:
        return self.gettext(one if number == 1 else many)


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
        ended = re.search(f"[.?!:]·*{SHUT}$", found[0])
        text = text[: found.start()] + ("\x01" if ended else "\x00") + text[found.end() :]
    return text


def untranslated(html: str, allowed: tuple[str, ...]) -> list[str]:
    """Texts with words of no language: names and what `allowed` lists apart."""
    found = []
    for text in Read(html).texts:
        left = _ZONE.sub("", outside(text))
        for name in sorted(allowed, key=len, reverse=True):
            left = left.replace(name, "")
        if re.search(r"[^\W\d_]{3}", left):
            found.append(text)
    return found


def glued(html: str) -> list[str]:
    """Texts in which two pieces of the catalogue, or one and a word, are glued by a blank."""
    joint = re.compile("\x00 ?\x00|\x00 \\w|\\w \x00")
    return [text for text in Read(html).texts if joint.search(outside(text))]
