"""What somebody says, made harmless to show: one line, in the order it reads, nothing invisible."""

import unicodedata

WORDS_MAX = 200
# Accents above each other; more than this climbs out of the line.
MARKS_IN_A_ROW_MAX = 3
# Letters by their category that nobody sees: Hangul and Braille blanks.
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
# What holds together the parts of one picture; alone it would be invisible.
_JOINER = "\u200d"


def clean_words(text: str) -> str:
    """The text on one line, in canonical form, without control, bidi and invisible characters.

    May be empty. Its length is for the caller to judge: nothing is cut off unasked.
    """
    composed = unicodedata.normalize("NFC", text)
    kept: list[str] = []
    marks = 0
    for place, letter in enumerate(composed):
        if letter == _JOINER and _joins_pictures(composed, place):
            kept.append(letter)
            continue
        if not letter.isprintable() or letter in _BLANKS:
            kept.append(" " if letter.isspace() or letter in _BLANKS else "")
            continue
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= MARKS_IN_A_ROW_MAX:
            kept.append(letter)
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())


def _joins_pictures(text: str, place: int) -> bool:
    around = text[max(0, place - 2) : place], text[place + 1 : place + 2]
    return all(any(unicodedata.category(one) == "So" for one in side) for side in around)
