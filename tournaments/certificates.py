"""Certificates of placed players, and the address where anybody can verify one.

A certificate is not stored: it is read from the finished tournament, which does not change any
more. Its code is signed, so that nobody finds other people's certificates by counting.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.figures import grouped
from accounts.pdf import HEIGHT, WIDTH, Box, Text, one_page
from games import wording as games
from tournaments import wording
from tournaments.director import Field, Phase
from tournaments.director.codec import from_json
from tournaments.models import Entry

CODE_CHARS = 16
PLACES_MAX = 3
GREEN, GOLD, PAPER, MUTED = (18, 63, 51), (215, 154, 59), (255, 250, 240), (89, 102, 93)
LEFT = 190


@dataclass(frozen=True, slots=True)
class TournamentCertificate:
    """What a finished tournament says of an entry."""

    entry: Entry

    @property
    def code(self) -> str:
        return f"{self.entry.pk}-{_signature(self.entry.pk)}"

    @property
    def address(self) -> str:
        """Where it is verified, as it is printed."""
        path = reverse("tournament-certificate", args=(self.code,))
        return settings.PUBLIC_URL.rstrip("/") + path

    @property
    def name(self) -> str:
        return self.entry.player.name

    def lines(self) -> tuple[str, ...]:
        """What is certified, a sentence each."""
        tournament = self.entry.tournament
        field = from_json(Field, tournament.field)
        day = date_format(localtime(tournament.finished_at), "DATE_FORMAT")
        told = [
            _("Place %(rank)s of %(entries)s")
            % {"rank": self.entry.rank, "entries": field.entries},
            _("“%(name)s”, %(day)s") % {"name": tournament.name, "day": day},
            self._kind(),
        ]
        if self.entry.won_chips:
            chips = grouped(self.entry.won_chips)
            told.append(_("Prize: %(chips)s chips") % {"chips": chips})
        return tuple(told)

    def _kind(self) -> str:
        tournament = self.entry.tournament
        kind = str(wording.FORMATS.get(tournament.plan["format"], ""))
        rules = (tournament.terms or {}).get("rules")
        return f"{games.preset_name(rules['key'])} · {kind}" if rules else kind


def certificate_of(entry: Entry) -> TournamentCertificate | None:
    """For who was placed in a finished tournament: the first three, and whoever won a prize."""
    placed = entry.rank is not None and (entry.rank <= PLACES_MAX or entry.won_chips > 0)
    if not placed or entry.tournament.phase != Phase.FINISHED.value:
        return None
    return TournamentCertificate(entry)


def certificate_by(code: str) -> TournamentCertificate | None:
    """The certificate of this code; None when nobody has been given it."""
    number, _dash, signature = code.partition("-")
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return None
    if not constant_time_compare(signature, _signature(int(number))):
        return None
    found = Entry.objects.filter(pk=int(number)).select_related("tournament", "player").first()
    return certificate_of(found) if found else None


def certificate_pdf(certificate: TournamentCertificate) -> bytes:
    """The certificate to keep, in the reader's language."""
    name = certificate.name
    first, *others = certificate.lines()
    parts: list[Text | Box] = [
        Box(0, 0, WIDTH, HEIGHT, PAPER),
        Box(0, 0, 130, HEIGHT, GREEN),
        Box(130, 0, 6, HEIGHT, GOLD),
        *(
            Text(suit, 44, 120 + 120 * at, 54, "suits", GOLD)
            for at, suit in enumerate(("♠", "♥", "♦", "♣"))
        ),
        Text("Jeton", LEFT, 96, 22, "sans", MUTED),
        Text(_("Certificate"), LEFT, 150, 48, "bold", GREEN),
        Text(name, LEFT, 250, _size_for(name, 46), "bold"),
        Box(LEFT, 268, 560, 2, GOLD),
        Text(first, LEFT, 320, 28, "serif"),
        *(
            Text(line, LEFT, 360 + 30 * at, _size_for(line, 18), "serif")
            for at, line in enumerate(others)
        ),
        Text(_("To be verified at:"), LEFT, 508, 11, "sans", MUTED),
    ]
    address = certificate.address
    return one_page(
        parts,
        title=f"{_('Certificate')}: {name}",
        language=get_language() or "en",
        link=(Text(address, LEFT, 526, 11, "sans", GREEN), address),
    )


def _size_for(text: str, most: int) -> int:
    """Small enough that the widest letters stay on the page."""
    return max(10, min(most, 900 // max(1, len(text))))


def _signature(entry_id: int) -> str:
    digest: str = salted_hmac(
        "tournaments.certificates", str(entry_id), algorithm="sha256"
    ).hexdigest()
    return digest[:CODE_CHARS]
