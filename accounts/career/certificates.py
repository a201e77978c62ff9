"""Certificates of a season's end, and the address where anybody can verify one.

It is read from the closed season.
"""

import datetime as dt
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.career import wording
from accounts.models import Player, SeasonStanding
from web.files.certificate import Certified, code_of, number_of

SALT = "accounts.career.certificates"


@dataclass(frozen=True)
class Certificate(Certified):
    """What a closed season says of a player."""

    page = "certificate"
    standing: SeasonStanding

    @property
    def code(self) -> str:
        return code_of(SALT, self.standing.pk)

    @property
    def name(self) -> str:
        return self.standing.player.name

    @property
    def made_at(self) -> dt.datetime:
        return self.standing.season.closed_at or self.standing.season.ends_at

    @property
    def disposition(self) -> str:
        return f'attachment; filename="jeton-season-{self.standing.season.number}.pdf"'

    def lines(self) -> tuple[str, ...]:
        standing = self.standing
        ended = standing.season.closed_at
        day = date_format(localtime(ended), "DATE_FORMAT") if ended else ""
        return (
            _("Place %(place)s in the %(division)s")
            % {"place": standing.place, "division": wording.division_name(standing.division)},
            _("Season %(number)s of the league, ended on %(day)s")
            % {"number": standing.season.number, "day": day},
            _("%(points)s league points in %(matches)s matches, %(wins)s of them won")
            % {"points": standing.points, "matches": standing.matches, "wins": standing.wins},
        )


def certificates_of(player: Player) -> list[Certificate]:
    """One for each closed season the player played in, newest first."""
    found = _earned().filter(player=player).order_by("-season__number")
    return [Certificate(standing) for standing in found]


def _earned() -> QuerySet[SeasonStanding]:
    earned = SeasonStanding.objects.filter(
        season__closed_at__isnull=False, place__isnull=False, matches__gt=0
    )
    return earned.select_related("season", "player")


def certificate_by(code: str) -> Certificate | None:
    """The certificate of this code; None when nobody has been given it."""
    standing = _earned().filter(pk=number_of(SALT, code)).first()
    return Certificate(standing) if standing else None
