"""The samples of imprint and privacy notice with what the operator says of themselves."""

from collections.abc import Mapping
from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from web.legal.reading import PLACEHOLDER, SAMPLES

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
