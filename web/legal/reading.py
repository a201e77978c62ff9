"""What the imprint and the privacy notice say, what the operator has not filled in yet, and the
samples with what the operator says of themselves.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

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


ASKED = {
    "name": "Who runs the house (a person or a club)?",
    "street": "Street and number?",
    "place": "Postal code and place?",
    "country": "Country?",
    "email": "E-mail address?",
    "phone": "Phone number?",
    "server": "On whose server, in which country?",
    "authority": "Which data protection authority is in charge?",
}
_WHOLE = "{name}, {street}, {place}"
# What stands for each pair of double brackets, in their order, in both languages alike.
_ANSWERS = {
    "imprint": ("{name}", "{street}", "{place}", "{country}", "{email}", "{phone}", _WHOLE),
    "privacy": (_WHOLE, "{email}", "{server}", "{email}", "{authority}"),
}


def fault_of(name: str, answer: str) -> str:
    """What speaks against an answer to the question of that name in `ASKED`, or ""."""
    if not answer:
        return "The texts are not whole without it."
    if name == "email":
        try:
            validate_email(answer)
        except ValidationError:
            return f"{answer!r} is no e-mail address."
    return ""


def filled_in(told: Mapping[str, str]) -> dict[str, str]:
    """Every sample by its file's name, filled in with `told` by the names of `ASKED`."""
    texts = {}
    for sample in sorted(SAMPLES.glob("*.txt")):
        answers = iter([one.format(**told) for one in _ANSWERS[sample.name.partition(".")[0]]])
        texts[sample.name] = PLACEHOLDER.sub(
            lambda _found: next(answers),  # noqa: B023
            sample.read_text(encoding="utf-8"),
        )
    return texts


def write_legal_texts(folder: Path, told: Mapping[str, str]) -> None:
    """Fill in every sample, with `told` by the names of `ASKED`; what is there already stays."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for name, text in filled_in(told).items():
        if not (folder / name).exists():
            (folder / name).write_text(text, encoding="utf-8")
