"""A certificate as a page of PDF, and the code by which everybody can verify one.

Certificates are not stored: each is read from something finished, which does not change any more.
"""

import datetime as dt
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from web.addresses import absolute
from web.files.pdf import GOLD, GREEN, INK, LONG, MUTED, PAPER, SHORT, Pages, drawn
from web.finding import or_404
from web.numbers import whole
from web.routes import at

CODE_CHARS = 16
Page = Callable[[HttpRequest, str], HttpResponse]
By = Callable[[str], "Certified | None"]
LEFT, ROOM = 190, 592  # where words begin, and how far they may reach


def code_of(salt: str, number: int) -> str:
    """The code of a row's certificate: signed, so that nobody finds others' by counting."""
    digest: str = salted_hmac(salt, str(number), algorithm="sha256").hexdigest()
    return f"{number}-{digest[:CODE_CHARS]}"


def number_of(salt: str, code: str) -> int:
    """The number of the row whose code this is; 0, which no row has, for what was never given."""
    number = whole(code.partition("-")[0]) or 0
    return number if constant_time_compare(code, code_of(salt, number)) else 0


class Certified(ABC):
    """What is certified of somebody. A kind of certificate says what it is read from."""

    page: ClassVar[str]  # the name of the address at which it is verified

    @property
    @abstractmethod
    def code(self) -> str: ...

    @property
    @abstractmethod
    def name(self) -> str: ...

    @property
    @abstractmethod
    def made_at(self) -> dt.datetime: ...

    @abstractmethod
    def lines(self) -> tuple[str, ...]:
        """What is certified, a sentence each."""

    @property
    def address(self) -> str:
        """Where it is verified, as it is printed."""
        return absolute(reverse(self.page, args=(self.code,)))

    @property
    def disposition(self) -> str:
        return f'inline; filename="jeton-certificate-{self.code}.pdf"'

    def pdf(self) -> bytes:
        """The certificate to keep, in the reader's language."""
        title = f"{_('Certificate')}: {self.name}"
        return drawn(title, self.draw, made_at=self.made_at, is_across=True)

    def draw(self, pages: Pages) -> None:
        """The same as one page of a file that lies across."""
        pages.add()
        pages.fill((0, 0, LONG, SHORT), PAPER)
        pages.fill((0, 0, 130, SHORT), GREEN)
        pages.fill((130, 0, 6, SHORT), GOLD)
        for place, suit in enumerate("♠♥♦♣"):
            pages.write(suit, (39, 124 + 120 * place), 88, GOLD, room=ROOM)
        pages.write(settings.HOUSE_NAME, (LEFT, 96), 22, MUTED, room=ROOM)
        pages.write(_("Certificate"), (LEFT, 150), 48, GREEN, is_bold=True, room=ROOM)
        pages.write(self.name, (LEFT, 248), 46, INK, is_bold=True, room=ROOM)
        pages.fill((LEFT, 272, 560, 2), GOLD)
        first, *others = self.lines()
        pages.write(first, (LEFT, 320), 28, INK, room=ROOM)
        for place, line in enumerate(others):
            pages.write(line, (LEFT, 360 + 30 * place), 18, INK, room=ROOM)
        pages.write(_("To be verified at:"), (LEFT, 508), 11, MUTED, room=ROOM)
        address = self.address
        pages.write(address, (LEFT, 526), 11, GREEN, link=address, room=ROOM)


def certificate_pages(
    address: str, file_address: str, template: str, kind: type[Certified], by: By
) -> tuple[Page, Page]:
    """The page on which everybody verifies certificates of a kind, and the file to keep."""

    @at(address, kind.page)
    @require_safe
    def page(request: HttpRequest, code: str) -> HttpResponse:
        return render(request, template, {"certificate": or_404(by(code))})

    @at(file_address, f"{kind.page}-pdf")
    @require_safe
    def file(request: HttpRequest, code: str) -> HttpResponse:
        found = or_404(by(code))
        answer = HttpResponse(found.pdf(), content_type="application/pdf")
        answer["Content-Disposition"] = found.disposition
        return answer

    return page, file
