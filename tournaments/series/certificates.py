"""Certificates of the first three of a closed series, and the address where one is verified.

The code names series and player, so that one line of one standing has one certificate.
"""

import datetime as dt
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from tournaments.models import Series
from tournaments.series.reading import standing_lines
from tournaments.series.standing import Line
from web.files.certificate import Certified, code_of, number_of
from web.numbers import grouped, whole

SALT = "tournaments.series.certificates"
PLACES_MAX = 3


@dataclass(frozen=True)
class SeriesCertificate(Certified):
    """What a closed series says of one of its first three; `players` have a place."""

    page = "series-certificate"
    series: Series
    player: Player
    line: Line
    players: int

    @property
    def code(self) -> str:
        return f"{self.series.pk}-{code_of(_salt(self.series.pk), self.player.pk)}"

    @property
    def name(self) -> str:
        return self.player.name

    @property
    def made_at(self) -> dt.datetime:
        return self.series.closed_at or self.series.created_at

    def lines(self) -> tuple[str, ...]:
        closed_at = self.series.closed_at
        day = date_format(localtime(closed_at), "DATE_FORMAT") if closed_at else ""
        points = ngettext("%(points)s point", "%(points)s points", self.line.points)
        played = ngettext(
            "%(played)s tournament played", "%(played)s tournaments played", self.line.played
        )
        return (
            _("Place %(rank)s of %(entries)s") % {"rank": self.line.place, "entries": self.players},
            _("“%(name)s”, %(day)s") % {"name": self.series.name, "day": day},
            points % {"points": grouped(self.line.points)},
            played % {"played": self.line.played},
        )


def series_certificate_of(series: Series, player: Player) -> SeriesCertificate | None:
    """For one of the first three, once the series is closed."""
    return next((one for one in series_certificates(series) if one.player == player), None)


def series_certificates(series: Series) -> list[SeriesCertificate]:
    """Of the first three, whoever shares their places; none before the series is closed."""
    if series.closed_at is None:
        return []
    placed = [line for line in standing_lines(series) if line.place is not None]
    first = [line for line in placed if (line.place or 0) <= PLACES_MAX]
    people = Player.objects.in_bulk([line.player for line in first])
    return [SeriesCertificate(series, people[one.player], one, len(placed)) for one in first]


def series_certificate_by(code: str) -> SeriesCertificate | None:
    """The certificate of this code; None when nobody has been given it."""
    text, _dash, signed = code.partition("-")
    series = Series.objects.filter(pk=whole(text) or 0).first()
    if series is None:
        return None
    player = Player.objects.filter(pk=number_of(_salt(series.pk), signed)).first()
    return None if player is None else series_certificate_of(series, player)


def _salt(series_id: int) -> str:
    return f"{SALT}.{series_id}"
