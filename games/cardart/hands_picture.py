"""Hands of cards as a PNG picture, for links that are sent around."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

import pymupdf_fonts
from anyascii import anyascii

from web.house import written_in

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

SIZE: Final = (1200, 630)  # what messengers show beside a link
FELT, INK, MUTED, GOLD = (29, 95, 75), (246, 240, 225), (194, 216, 204), (215, 154, 59)
PAPER, BLACK, RED = (255, 253, 246), (29, 41, 35), (178, 34, 52)
SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
LEFT, TOP, ROOM = 60, 190, 400  # where rows begin, and how high all of them are
CARDS_LEFT: Final = 350
CARD_MAX: Final = 150
WORDS_MAX, NAME_MAX = 40, 13


@dataclass(frozen=True, slots=True)
class HandRow:
    """A player's name, what is said beside it, and their cards by their texts, in order."""

    name: str
    note: str
    cards: tuple[str, ...]


def hands_picture(title: str, words: str, rows: Sequence[HandRow]) -> bytes:
    """A picture with up to six rows."""
    # Loaded when the first is asked for.
    from PIL import Image, ImageDraw

    image = Image.new("RGB", SIZE, FELT)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, SIZE[0], 10), fill=GOLD)
    draw.text((LEFT, 44), _shown(title), font=_font("figbo", 52), fill=INK)
    draw.text((LEFT, 112), _shown(words), font=_font("figo", 34), fill=MUTED)
    draw.text((SIZE[0] - LEFT, 56), "Jeton", font=_font("figbo", 36), fill=GOLD, anchor="ra")
    height = ROOM // max(2, len(rows))
    for at, row in enumerate(rows):
        _row(draw, row, TOP + at * height, height)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _row(draw: "ImageDraw", row: HandRow, top: int, height: int) -> None:
    words = min(40, height // 2 - 8)
    draw.text((LEFT, top), _shown(row.name, NAME_MAX), font=_font("figbo", words), fill=INK)
    draw.text((LEFT, top + words + 6), row.note, font=_font("figo", words), fill=GOLD)
    high = min(CARD_MAX, height - 12)
    wide, room = high * 5 // 7, SIZE[0] - LEFT - CARDS_LEFT
    step = min(wide + 8, (room - wide) // max(1, len(row.cards) - 1))
    for at, name in enumerate(row.cards):
        _card(draw, name, (CARDS_LEFT + at * step, top), (wide, high))


def _card(draw: "ImageDraw", name: str, place: tuple[int, int], size: tuple[int, int]) -> None:
    (left, top), (wide, high) = place, size
    draw.rounded_rectangle(
        (left, top, left + wide, top + high), radius=wide // 9, fill=PAPER, outline=MUTED
    )
    suit = SUITS.get(name[1:2], "")
    colour = RED if suit in ("♥", "♦") else BLACK
    rank = _rank(name)
    letters, inside = high * 3 // 8, left + wide // 12
    draw.text((inside, top), rank, font=_font("figbo", letters), fill=colour)
    draw.text((inside, top + letters), suit, font=_font("cascadia", letters), fill=colour)


def _rank(name: str) -> str:
    """As on the cards of the language in use."""
    german = {"J": "B", "Q": "D"} if written_in() == "de" else {}
    return {"T": "10", "X": "Jo", **german}.get(name[0], name[0])


def _shown(text: str, most: int = WORDS_MAX) -> str:
    """Short enough for a line; what the font does not show is spelled in Latin letters."""
    known = _letters()
    spelled = "".join(one if ord(one) in known else anyascii(one) for one in text)
    return spelled if len(spelled) <= most else f"{spelled[: most - 1]}…"


@cache
def _letters() -> frozenset[int]:
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    return frozenset(TTFont(io.BytesIO(pymupdf_fonts.myfont("figo"))).getBestCmap())


@cache
def _font(name: str, size: int) -> "FreeTypeFont":
    from PIL import ImageFont

    return ImageFont.truetype(io.BytesIO(pymupdf_fonts.myfont(name)), size)
