"""A page of PDF from text and rectangles, in the fonts every reader brings.

Enough for a certificate, and nothing to install: one A4 page across, text set from the left, no
metrics needed. What the fonts cannot show is spelled in letters that they can.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 842, 595  # A4 across, in points
FONTS = {
    "serif": "Times-Roman",
    "bold": "Times-Bold",
    "italic": "Times-Italic",
    "sans": "Helvetica",
    "suits": "Symbol",
}
# The card suits' places in the font Symbol.
SUITS = {"♣": 0xA7, "♦": 0xA8, "♥": 0xA9, "♠": 0xAA}

Colour = tuple[int, int, int]  # red, green, blue of 255


@dataclass(frozen=True, slots=True)
class Text:
    """Words with their left end at (x, y), y counted from the top."""

    words: str
    x: int
    y: int
    size: int
    font: str = "serif"
    colour: Colour = (29, 41, 35)


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle with its upper left corner at (x, y)."""

    x: int
    y: int
    width: int
    height: int
    colour: Colour


def one_page(
    parts: Sequence[Text | Box], *, title: str, language: str, link: tuple[Text, str]
) -> bytes:
    """The page as a PDF file. `link` is a text that leads to an address when clicked."""
    shown, address = link
    content = b"\n".join(_drawn(part) for part in (*parts, shown))
    fonts = b" ".join(b"/%s %d 0 R" % (name.encode(), at) for at, name in enumerate(FONTS, 7))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /Lang (%s) /ViewerPreferences"
        b" << /DisplayDocTitle true >> >>" % _escaped(_latin(language)),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents 4 0 R /Annots [5 0 R]"
        b" /Resources << /Font << %s >> >> >>" % (WIDTH, HEIGHT, fonts),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        _link(shown, address),
        b"<< /Title %s /Producer (Jeton) >>" % _sixteen(title),
        *(_font(name) for name in FONTS.values()),
    ]
    return _file(objects)


def _file(objects: Sequence[bytes]) -> bytes:
    """Objects numbered from 1, with the table that says where each begins."""
    out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info 6 0 R >>\n" % (len(objects) + 1)
    out += b"startxref\n%d\n%%%%EOF\n" % table
    return bytes(out)


def _drawn(part: Text | Box) -> bytes:
    if isinstance(part, Box):
        area = (part.x, HEIGHT - part.y - part.height, part.width, part.height)
        return b"%s rg %d %d %d %d re f" % (_ink(part.colour), *area)
    encoded = _suits(part.words) if part.font == "suits" else _latin(part.words)
    place = (part.font.encode(), part.size, part.x, HEIGHT - part.y)
    return b"BT %s rg /%s %d Tf %d %d Td (%s) Tj ET" % (
        _ink(part.colour),
        *place,
        _escaped(encoded),
    )


def _ink(colour: Colour) -> bytes:
    """Thousandths, so that no number is written with a fraction it does not have."""
    return b" ".join(b"%d.%03d" % divmod(1000 * part // 255, 1000) for part in colour)


def _font(name: str) -> bytes:
    encoding = b"" if name == "Symbol" else b" /Encoding /WinAnsiEncoding"
    return b"<< /Type /Font /Subtype /Type1 /BaseFont /%s%s >>" % (name.encode(), encoding)


def _link(shown: Text, address: str) -> bytes:
    """The whole line is the link; how wide its words are is not known, so the rest of the page."""
    area = (shown.x, HEIGHT - shown.y - 4, WIDTH - 60, HEIGHT - shown.y + shown.size)
    return (
        b"<< /Type /Annot /Subtype /Link /Rect [%d %d %d %d] /Border [0 0 0]"
        b" /A << /S /URI /URI (%s) >> >>" % (*area, _escaped(_latin(address)))
    )


def _latin(words: str) -> bytes:
    """What Windows' Latin code page can say; other letters by their base letter, or `?`."""
    out = bytearray()
    for letter in words:
        for attempt in (letter, unicodedata.normalize("NFKD", letter)[:1], "?"):
            try:
                out += attempt.encode("cp1252")
            except UnicodeEncodeError:
                continue
            break
    return bytes(out)


def _suits(words: str) -> bytes:
    return bytes(SUITS[letter] if letter in SUITS else ord(" ") for letter in words)


def _sixteen(words: str) -> bytes:
    """A text outside the page, in any script."""
    return b"<FEFF%s>" % words.encode("utf-16-be").hex().upper().encode()


def _escaped(encoded: bytes) -> bytes:
    for letter in (b"\\", b"(", b")"):
        encoded = encoded.replace(letter, b"\\" + letter)
    return encoded
