"""Numbers as pages and sentences write them, and as addresses and forms bring them."""

from collections.abc import Mapping
from typing import Any, cast

from django.utils.formats import number_format
from django.utils.functional import Promise


def whole(text: str, digits: int = 18) -> int | None:
    """A whole number of at most so many ASCII digits (18: as the database counts), or None."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def grouped(amount: int) -> str:
    """1234567 → 1,234,567 or 1.234.567; the minus is a real one."""
    return number_format(amount, use_l10n=True, force_grouping=True).replace("-", "−")


def signed(amount: int) -> str:
    """A change, with its sign."""
    return ("+" if amount > 0 else "") + grouped(amount)


class Figure(int):
    """A whole number that reads as it is written, and still tells one from many."""

    def __str__(self) -> str:
        return grouped(int(self))


def with_figures(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a sentence with each whole number as it is written."""
    return {
        name: Figure(fact) if isinstance(fact, int) and not isinstance(fact, bool) else fact
        for name, fact in facts.items()
    }


def filled(words: str | Promise, facts: Mapping[str, Any]) -> str:
    """The sentence with its facts; of one and many, the form its count asks for.

    Raises KeyError, TypeError or ValueError where the facts are not those of the sentence.
    """
    return str(cast(str, words) % facts)


class _Blank(int):
    """What stands for a fact that is not known: many, and written as its placeholder."""

    name: str

    def __str__(self) -> str:
        return f"%({self.name})s"


class _Blanks(dict[str, Any]):
    def __missing__(self, name: str) -> _Blank:
        blank = _Blank(2)
        blank.name = name
        return blank


def unfilled(words: str | Promise) -> str:
    """The sentence with its placeholders; of one and many, the form for many."""
    text = filled(words, _Blanks()) if isinstance(words, Promise) else words
    return text.replace("%%", "%")
