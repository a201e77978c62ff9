"""A certificate as a page of PDF, and the code by which everybody can verify one.

Certificates are not stored: each is read from something finished, which does not change any more.
"""

import datetime as dt
from collections.abc import Sequence

from django.conf import settings
from django.http import HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from web.files.pdf import GOLD, GREEN, INK, LONG, MUTED, PAPER, SHORT, Pages, drawn
from web.numbers import whole

CODE_CHARS = 16
LEFT, ROOM = 190, 592  # where words begin, and how far they may reach


def code_of(salt: str, number: int) -> str:
    """The code of a row's certificate: signed, so that nobody finds others' by counting."""
    digest: str = salted_hmac(salt, str(number), algorithm="sha256").hexdigest()
    return f"{number}-{digest[:CODE_CHARS]}"


def number_of(salt: str, code: str) -> int:
    """The number of the row whose code this is; 0, which no row has, for what was never given."""
    number = whole(code.partition("-")[0]) or 0
    return number if constant_time_compare(code, code_of(salt, number)) else 0


def as_file(pdf: bytes, code: str) -> HttpResponse:
    """The answer of an address that shows a certificate to keep."""
    answer = HttpResponse(pdf, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="jeton-certificate-{code}.pdf"'
    return answer


def certificate(name: str, lines: Sequence[str], *, address: str, made_at: dt.datetime) -> bytes:
    """Who is certified what, and where that is verified, in the active language."""

    def draw(pages: Pages) -> None:
        draw_certificate(pages, name, lines, address=address)

    return drawn(f"{_('Certificate')}: {name}", draw, made_at=made_at, is_across=True)


def draw_certificate(pages: Pages, name: str, lines: Sequence[str], *, address: str) -> None:
    """The same as one page of a file that lies across."""
    pages.add()
    pages.fill((0, 0, LONG, SHORT), PAPER)
    pages.fill((0, 0, 130, SHORT), GREEN)
    pages.fill((130, 0, 6, SHORT), GOLD)
    for at, suit in enumerate("♠♥♦♣"):
        pages.write(suit, (39, 124 + 120 * at), 88, GOLD, room=ROOM)
    pages.write(settings.HOUSE_NAME, (LEFT, 96), 22, MUTED, room=ROOM)
    pages.write(_("Certificate"), (LEFT, 150), 48, GREEN, is_bold=True, room=ROOM)
    pages.write(name, (LEFT, 248), 46, INK, is_bold=True, room=ROOM)
    pages.fill((LEFT, 272, 560, 2), GOLD)
    first, *others = lines
    pages.write(first, (LEFT, 320), 28, INK, room=ROOM)
    for at, line in enumerate(others):
        pages.write(line, (LEFT, 360 + 30 * at), 18, INK, room=ROOM)
    pages.write(_("To be verified at:"), (LEFT, 508), 11, MUTED, room=ROOM)
    pages.write(address, (LEFT, 526), 11, GREEN, link=address, room=ROOM)
