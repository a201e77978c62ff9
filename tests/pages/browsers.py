"""Browsers for tests: a client that speaks a language, and a look at the HTML it gets."""

import json
import re
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponseBase
from django.test import Client

from accounts.models import Player


def browser(player: Player | None = None, *, language: str = "en", **options: Any) -> Client:
    """A client that asks for pages in `language`, signed in as `player`."""
    client = Client(headers={"accept-language": language}, **options)
    if player is not None:
        client.force_login(player)
    return client


class Page(HTMLParser):
    """A page taken apart: tags with their attributes, and the words between them."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.status: int = answer.status_code
        self.html: str = answer.content.decode()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._inside: list[str] = []
        self.feed(self.html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in ("title", "script", "style"):
            self._inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not {"script", "style"} & set(self._inside):
            self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.words))

    def all(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        return [
            attributes
            for name, attributes in self.tags
            if name == tag and all(attributes.get(key) == value for key, value in wanted.items())
        ]

    def json(self, element_id: str) -> Any:
        """The JSON a script of the page reads."""
        found = re.search(rf'<script id="{element_id}"[^>]*>(.*?)</script>', self.html, re.DOTALL)
        assert found is not None, f"no #{element_id}"
        return json.loads(found[1])


def look(answer: HttpResponseBase) -> Page:
    return Page(answer)
