"""What the imprint and the privacy notice say, and what the operator has not filled in yet."""

import re
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

SAMPLES = Path(__file__).parent
NAMES = ("imprint", "privacy")
_KEPT = re.compile(r"\{(KEEP_[A-Z_]+_DAYS)\}")
PLACEHOLDER = re.compile(r"\[\[.*?\]\]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, a list or a paragraph (`kind`: h2, ul, p) and its lines."""

    kind: str
    lines: tuple[str, ...]


def legal_text(name: str, language: str) -> str:
    """The operator's text in this language, else the sample that comes along.

    `name` is one of `NAMES`; a language without a text of its own reads the other's, or the English
    sample. A folder that the environment names goes before what the owner has set in the office.
    For `{KEEP_TALK_DAYS}` and its like stands how the house has set it.
    """
    base = language.partition("-")[0]
    for code in (language, base, "en", "de"):
        if not settings.LEGAL_DIR and (text := _set_in_office(name, code)):
            return _KEPT.sub(_days, text)
    own = Path(settings.LEGAL_DIR) if settings.LEGAL_DIR else SAMPLES
    wanted = (f"{name}.{language}.txt", f"{name}.{base}.txt", f"{name}.en.txt")
    for path in [folder / file for folder in (own, SAMPLES) for file in wanted]:
        if path.is_file():
            return _KEPT.sub(_days, path.read_text(encoding="utf-8"))
    raise FileNotFoundError(wanted[0])


def legal_address(name: str, language: str) -> str:
    """Where the operator keeps this text instead, or ""."""
    return address_in(legal_text(name, language))


def address_in(text: str) -> str:
    """The address that is all of the text, or ""."""
    whole = text.strip()
    return whole if whole.startswith("https://") and len(whole.split()) == 1 else ""


def _set_in_office(name: str, language: str) -> str:
    """What the owner has written in the office: a text, or an address where one stands."""
    return str(getattr(settings, f"{name}_{language}".upper(), ""))


def _days(found: re.Match[str]) -> str:
    return str(getattr(settings, found[1], found[0]))


def placeholders(text: str) -> list[str]:
    """What still stands in double brackets."""
    return PLACEHOLDER.findall(text)


def blocks(text: str) -> list[Block]:
    """Headings begin with `# `, points of a list with `- `; empty lines part paragraphs."""
    return [_block(part.split("\n")) for part in re.split(r"\n\s*\n", text.strip()) if part]


def _block(lines: list[str]) -> Block:
    for kind, mark in (("h2", "# "), ("ul", "- ")):
        if all(line.startswith(mark) for line in lines):
            return Block(kind, tuple(line.removeprefix(mark) for line in lines))
    return Block("p", tuple(lines))
