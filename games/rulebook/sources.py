"""Pages as they are written: a heading, blocks of prose, and examples between fences."""

import re
from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import get_language

from games.rulebook.notation import Example, parse_example
from web.house import written_in

GIN = "gin"
TEAM = "gin_team"
ROMME = ("german_romme", "romme_500")
GAMES = (GIN, TEAM, *ROMME)  # pages of whole games; every other is about a special rule
LANGUAGES = ("en", "de")
# What a variant calls otherwise (docs/words.md); its pages are not written a second time.
VARIANTS = {"de-at": {"Nachziehstapel": "Talon", "Bube": "Bub", "Kreuz": "Treff"}}
FENCE = "```"
EXAMPLE = "```example"


class Block(NamedTuple):
    """A paragraph, heading, list or table as written; or an example with its lines."""

    text: str
    example: Example | None = None


class Page(NamedTuple):
    """A page of the book in one language."""

    key: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def summary(self) -> tuple[Block, ...]:
        """The prose before the second heading: how the rule goes, in short."""
        headings = [at for at, block in enumerate(self.blocks) if block.text.startswith("## ")]
        ends = headings[1] if len(headings) > 1 else len(self.blocks)
        return tuple(block for block in self.blocks[:ends] if not block.text.startswith("## "))

    @property
    def examples(self) -> tuple[Example, ...]:
        return tuple(block.example for block in self.blocks if block.example is not None)


def page_now(key: str) -> Page | None:
    """The page in the language that is active."""
    now = get_language()
    return read_page(key, now if now in VARIANTS else written_in())


@cache
def read_page(key: str, language: str) -> Page | None:
    """The page of one of `GAMES` or of a house rule; None when nobody has written it."""
    path = settings.BASE_DIR / "docs" / "rules" / language.partition("-")[0] / f"{key}.md"
    if not path.is_file():
        return None
    text = path.read_text(encoding="utf-8")
    for word, other in VARIANTS.get(language, {}).items():
        text = re.sub(rf"\b{word}(?=s?\b)", other, text)
    title, _, body = text.partition("\n")
    return Page(key, title.removeprefix("# ").strip(), tuple(_blocks(body)))


def _blocks(body: str) -> list[Block]:
    """Blocks are parted by empty lines; an example by its fences."""
    blocks = []
    for number, part in enumerate(body.split(EXAMPLE)):
        prose = part
        if number:
            lines, _, prose = part.partition(FENCE)
            blocks.append(Block(lines.strip(), parse_example(lines)))
        blocks += [Block(text.strip()) for text in prose.split("\n\n") if text.strip()]
    return blocks
