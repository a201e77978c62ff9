"""What makes two names look the same, and a name look like the house's own.

The letters that are read for each other come from Unicode's table of confusables (UTS 39), as the
library confusable-homoglyphs carries it.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Any

from confusable_homoglyphs import categories

from accounts.people.social.words import clean_words

# Scripts that one language writes together (UTS 39, "highly restrictive").
_TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
_IN_EVERY_SCRIPT = {"COMMON", "INHERITED"}
_SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "
_MARKS = re.compile(r"(?<!\d)[\W_]+|[\W_]+(?!\d)")
_BETWEEN_NUMBERS = re.compile(r"[\W_]+")


def skeleton_of(name: str) -> str:
    """What a name looks like: two names with the same skeleton cannot be told apart.

    Capitals, widths and marks between words do not count, nor which of several like letters was
    taken. Marks between two numbers stay, so that 1-11 and 11-1 are two.
    """
    plain = unicodedata.normalize("NFKC", name)
    plain = "".join(_full(one) for one in plain if unicodedata.category(one) != "Cf")
    plain = _BETWEEN_NUMBERS.sub("-", _MARKS.sub("", plain))
    alike = _alike(_alike(plain).casefold())
    return unicodedata.normalize("NFD", alike).replace("i", "l")


def is_plain(name: str) -> bool:
    """Something to read, and nothing that nobody sees."""
    return clean_words(name) == name and any(letter.isalnum() for letter in name)


def scripts_of(name: str) -> list[str]:
    """The scripts of a name that no language writes together; empty when all is well."""
    found = {categories.alias(letter) for letter in name} - _IN_EVERY_SCRIPT
    if len(found) < 2 or any(found <= together for together in _TOGETHER):
        return []
    return sorted(script.capitalize() for script in found)


def reserved_word(name: str, reserved: Iterable[str]) -> str:
    """The part of a name that speaks for the house, or "".

    That is a word, or the whole, made of nothing but reserved words and numbers around them.
    """
    words = "|".join(re.escape(skeleton_of(word)) for word in reserved)
    if not words:
        return ""
    house = re.compile(f"(?:{words})+")
    normal = unicodedata.normalize("NFKC", name)
    whole = "".join(re.findall(r"[^\W_]+", normal))
    for part in (*re.findall(r"[^\W_]+", normal), whole):
        bare: str = part.strip("0123456789")
        if house.fullmatch(skeleton_of(bare)):
            return bare
    return ""


def _full(letter: str) -> str:
    """A letter for its small capital, which Unicode's table leaves alone: `a` for `ᴀ`."""
    named = unicodedata.name(letter, "")
    capital = named.removeprefix(_SMALL_CAPITAL)
    return capital.lower() if named.startswith(_SMALL_CAPITAL) and len(capital) == 1 else letter


def _alike(text: str) -> str:
    return "".join(_prototype(letter) for letter in unicodedata.normalize("NFD", text))


@cache
def _confused() -> Any:
    """Unicode's table, letter → its partners: seven megabytes, which only new names need."""
    from confusable_homoglyphs.confusables import confusables_data

    return confusables_data


@cache
def _prototype(letter: str) -> str:
    """The one letter that stands for all it is confused with.

    The library lists each pair from both sides: who has several partners stands for them.
    """
    # Without the marks by which the table turns letters that are read from the right.
    partners: list[str] = [one["c"].replace("\u200e", "") for one in _confused().get(letter, ())]
    if len(partners) != 1:
        return letter
    (partner,) = partners
    if len(_confused().get(partner, ())) > 1 or len(partner) > 1:
        return partner
    return min(letter, partner)
