"""Pages of PDF: words in any alphabet, set by fpdf2.

The fonts come with `pymupdf-fonts`: FiraGO writes Latin, Greek, Cyrillic, Hebrew, Arabic,
Devanagari, Georgian and Thai, Cascadia Mono draws the card suits. What neither shows is spelled in
Latin letters. Places and sizes are in points, from the upper left corner of an A4 page.
"""

from __future__ import annotations

import datetime as dt
import tempfile
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pymupdf_fonts
from anyascii import anyascii
from django.utils.translation import get_language

if TYPE_CHECKING:
    from fpdf import FPDF
    from fpdf.fonts import TTFFont

LONG, SHORT = 842, 595  # the sides of A4
INK, GREEN, GOLD = (29, 41, 35), (18, 63, 51), (215, 154, 59)
PAPER, MUTED = (255, 250, 240), (89, 102, 93)
# Ours, its style, theirs.
FONTS = (("words", "", "figo"), ("words", "B", "figbo"), ("signs", "", "cascadia"))

Colour = tuple[int, int, int]  # red, green, blue of 255


class Pages:
    """What is drawn on, page after page; the first begins with `add`."""

    def __init__(self, pdf: FPDF) -> None:
        self._pdf = pdf

    def add(self) -> None:
        self._pdf.add_page()
        self._pdf.c_margin = 0

    def fill(self, area: tuple[float, float, float, float], colour: Colour) -> None:
        """`area`: left, top, width, height."""
        self._pdf.set_fill_color(*colour)
        self._pdf.rect(*area, style="F")

    def write(
        self,
        words: str,
        at: tuple[float, float],
        size: float,
        colour: Colour = INK,
        *,
        room: float,
        is_bold: bool = False,
        is_centred: bool = False,
        link: str = "",
    ) -> None:
        """Words on the line that begins at this place, smaller where they exceed the room."""
        shown = _showable(self._pdf, words)
        self._pdf.set_font("words", "B" if is_bold else "", size)
        wide = self._pdf.get_string_width(shown)
        if wide > room:
            size *= room / wide
            wide = room
            self._pdf.set_font_size(size)
        self._pdf.set_text_color(*colour)
        left, line = at
        left += (room - wide) / 2 if is_centred else 0
        self._pdf.set_xy(left, line - 0.8 * size)  # in a cell as high as its letters, at 0.8
        self._pdf.cell(h=size, text=shown, link=link)


def drawn(
    title: str, draw: Callable[[Pages], None], *, made_at: dt.datetime, is_across: bool = False
) -> bytes:
    """A file with this title, in the active language.

    The same drawing gives the same file: `made_at` is what the file says of its making.
    """
    # Loaded when the first is asked for: it takes half a second and some 60 MB.
    from fpdf import FPDF
    from fpdf.prefs import ViewerPreferences

    way = "landscape" if is_across else "portrait"
    pdf = FPDF(orientation=way, unit="pt", format=(SHORT, LONG))
    pdf.set_title(title)
    pdf.set_lang(get_language() or "en")
    pdf.viewer_preferences = ViewerPreferences(display_doc_title=True)
    pdf.set_producer("Jeton")
    pdf.set_creation_date(made_at)
    pdf.set_auto_page_break(False)
    with tempfile.TemporaryDirectory() as folder:
        _load_fonts(pdf, Path(folder))
        draw(Pages(pdf))
        return bytes(pdf.output())


def _load_fonts(pdf: FPDF, folder: Path) -> None:
    """The library reads fonts from files only, and theirs are not in files."""
    for family, style, font in FONTS:
        file = folder / f"{font}.ttf"
        file.write_bytes(pymupdf_fonts.myfont(font))
        pdf.add_font(family, style, file)
    pdf.set_fallback_fonts(["signs"], exact_match=False)
    pdf.set_text_shaping(True)  # joins Arabic letters, and sets them from the right


def _showable(pdf: FPDF, words: str) -> str:
    """The words in letters that the fonts have: an empty box names nobody."""
    fonts = [cast("TTFFont", pdf.fonts[family + style]) for family, style, _theirs in FONTS]
    return "".join(
        letter if any(ord(letter) in font.cmap for font in fonts) else anyascii(letter) or "?"
        for letter in unicodedata.normalize("NFC", words)
    )
