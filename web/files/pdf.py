"""A certificate as a page of PDF: names in any alphabet, set by fpdf2.

The fonts come with `pymupdf-fonts`: FiraGO writes Latin, Greek, Cyrillic, Hebrew, Arabic,
Devanagari, Georgian and Thai, Cascadia Mono draws the card suits. What neither shows is spelled in
Latin letters.
"""

from __future__ import annotations

import datetime as dt
import tempfile
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pymupdf_fonts
from anyascii import anyascii
from django.utils.translation import get_language
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from fpdf import FPDF
    from fpdf.fonts import TTFFont

WIDTH, HEIGHT = 842, 595  # A4 across, in points
LEFT, ROOM = 190, 592  # where words begin, and how far they may reach
INK, GREEN, GOLD = (29, 41, 35), (18, 63, 51), (215, 154, 59)
PAPER, MUTED = (255, 250, 240), (89, 102, 93)
# Ours, its style, theirs.
FONTS = (("words", "", "figo"), ("words", "B", "figbo"), ("signs", "", "cascadia"))

Colour = tuple[int, int, int]  # red, green, blue of 255


def certificate(name: str, lines: Sequence[str], *, address: str, made_at: dt.datetime) -> bytes:
    """Who is certified what, and where that is verified, in the active language.

    The same words give the same file: `made_at` is what the file says of its making.
    """
    # Loaded when the first is asked for: it takes half a second and some 60 MB.
    from fpdf import FPDF
    from fpdf.prefs import ViewerPreferences

    pdf = FPDF(orientation="landscape", unit="pt", format=(HEIGHT, WIDTH))
    pdf.set_title(f"{_('Certificate')}: {name}")
    pdf.set_lang(get_language() or "en")
    pdf.viewer_preferences = ViewerPreferences(display_doc_title=True)
    pdf.set_producer("Jeton")
    pdf.set_creation_date(made_at)
    pdf.set_auto_page_break(False)
    pdf.add_page()
    pdf.c_margin = 0
    with tempfile.TemporaryDirectory() as folder:
        _load_fonts(pdf, Path(folder))
        _draw(pdf, name, lines, address)
        return bytes(pdf.output())


def _load_fonts(pdf: FPDF, folder: Path) -> None:
    """The library reads fonts from files only, and theirs are not in files."""
    for family, style, font in FONTS:
        file = folder / f"{font}.ttf"
        file.write_bytes(pymupdf_fonts.myfont(font))
        pdf.add_font(family, style, file)
    pdf.set_fallback_fonts(["signs"], exact_match=False)
    pdf.set_text_shaping(True)  # joins Arabic letters, and sets them from the right


def _draw(pdf: FPDF, name: str, lines: Sequence[str], address: str) -> None:
    _fill(pdf, (0, 0, WIDTH, HEIGHT), PAPER)
    _fill(pdf, (0, 0, 130, HEIGHT), GREEN)
    _fill(pdf, (130, 0, 6, HEIGHT), GOLD)
    for at, suit in enumerate("♠♥♦♣"):
        _write(pdf, suit, (39, 124 + 120 * at), 88, GOLD)
    _write(pdf, "Jeton", (LEFT, 96), 22, MUTED)
    _write(pdf, _("Certificate"), (LEFT, 150), 48, GREEN, style="B")
    _write(pdf, name, (LEFT, 248), 46, INK, style="B")
    _fill(pdf, (LEFT, 272, 560, 2), GOLD)
    first, *others = lines
    _write(pdf, first, (LEFT, 320), 28, INK)
    for at, line in enumerate(others):
        _write(pdf, line, (LEFT, 360 + 30 * at), 18, INK)
    _write(pdf, _("To be verified at:"), (LEFT, 508), 11, MUTED)
    _write(pdf, address, (LEFT, 526), 11, GREEN, link=address)


def _fill(pdf: FPDF, area: tuple[int, int, int, int], colour: Colour) -> None:
    pdf.set_fill_color(*colour)
    pdf.rect(*area, style="F")


def _write(
    pdf: FPDF,
    words: str,
    at: tuple[int, int],
    size: float,
    colour: Colour,
    *,
    style: str = "",
    link: str = "",
) -> None:
    """Words on the line that begins at this place, smaller where they would leave the page."""
    shown = _showable(pdf, words)
    pdf.set_font("words", style, size)
    wide = pdf.get_string_width(shown)
    if wide > ROOM:
        size *= ROOM / wide
        pdf.set_font_size(size)
    pdf.set_text_color(*colour)
    left, line = at
    pdf.set_xy(left, line - 0.8 * size)  # in a cell as high as its letters, they stand at 0.8
    pdf.cell(h=size, text=shown, link=link)


def _showable(pdf: FPDF, words: str) -> str:
    """The words in letters that the fonts have: an empty box names nobody."""
    fonts = [cast("TTFFont", pdf.fonts[family + style]) for family, style, _theirs in FONTS]
    return "".join(
        letter if any(ord(letter) in font.cmap for font in fonts) else anyascii(letter) or "?"
        for letter in unicodedata.normalize("NFC", words)
    )
