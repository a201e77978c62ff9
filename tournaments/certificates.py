"""Certificates of placed players, and the address where anybody can verify one.

It is read from the finished tournament.
"""

import datetime as dt
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import wording as games
from tournaments.director import Field, Phase
from tournaments.director.codec import from_json
from tournaments.models import Entry
from tournaments.words import sentences as wording
from web.files.certificate import Certified, code_of, number_of
from web.numbers import grouped

SALT = "tournaments.certificates"
PLACES_MAX = 3


@dataclass(frozen=True)
class TournamentCertificate(Certified):
    """What a finished tournament says of an entry."""

    page = "tournament-certificate"
    entry: Entry

    @property
    def code(self) -> str:
        return code_of(SALT, self.entry.pk)

    @property
    def name(self) -> str:
        return self.entry.player.name

    @property
    def made_at(self) -> dt.datetime:
        return self.entry.tournament.finished_at or self.entry.tournament.created_at

    def lines(self) -> tuple[str, ...]:
        tournament = self.entry.tournament
        field = from_json(Field, tournament.field)
        day = date_format(localtime(tournament.finished_at), "DATE_FORMAT")
        rows = [
            _("Place %(rank)s of %(entries)s")
            % {"rank": self.entry.rank, "entries": field.contenders},
            _("“%(name)s”, %(day)s") % {"name": tournament.name, "day": day},
            self._kind(),
        ]
        if self.entry.won_chips:
            chips = grouped(self.entry.won_chips)
            rows.append(
                ngettext("Prize: %(chips)s chip", "Prize: %(chips)s chips", self.entry.won_chips)
                % {"chips": chips}
            )
        return tuple(rows)

    def _kind(self) -> str:
        tournament = self.entry.tournament
        kind = str(wording.format_name(tournament.plan["format"]))
        rules = (tournament.terms or {}).get("rules")
        return f"{games.preset_name(rules['key'])} · {kind}" if rules else kind


def certificate_of(entry: Entry) -> TournamentCertificate | None:
    """For who was placed in a finished tournament: the first three, and whoever won a prize."""
    if entry.rank is None or entry.disqualified or entry.tournament.phase != Phase.FINISHED.value:
        return None
    if entry.rank > PLACES_MAX and not entry.won_chips:
        return None
    return TournamentCertificate(entry)


def certificate_by(code: str) -> TournamentCertificate | None:
    """The certificate of this code; None when nobody has been given it."""
    found = (
        Entry.objects.filter(pk=number_of(SALT, code))
        .select_related("tournament", "player")
        .first()
    )
    return certificate_of(found) if found else None
