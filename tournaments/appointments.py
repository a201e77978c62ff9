"""A tournament as an appointment in somebody's calendar."""

import datetime as dt

from django.conf import settings
from django.urls import reverse
from django.utils.translation import ngettext

from games import wording as games
from tournaments.director import Phase
from tournaments.selectors.listing import TournamentRow
from tournaments.words import sentences as wording
from web.addresses import absolute
from web.files.calendar_file import Appointment
from web.numbers import grouped

# Nobody knows when it ends; a calendar needs to know.
USUAL_LENGTH = dt.timedelta(hours=2)
REMIND_MINUTES = 15


def appointment(row: TournamentRow) -> Appointment:
    """For a tournament with an hour; the active language's words."""
    if row.starts_at is None:
        raise ValueError("a tournament without an hour is no appointment")
    address = absolute(reverse("tournament", args=(row.id,)))
    ends_at = row.starts_at + USUAL_LENGTH
    if row.finished_at is not None and row.finished_at > row.starts_at:
        ends_at = row.finished_at
    return Appointment(
        uid=f"tournament-{row.id}@{settings.PUBLIC_URL.split('//')[-1].split('/')[0]}",
        title=row.name,
        starts_at=row.starts_at,
        ends_at=ends_at,
        words=_words(row),
        url=address,
        sequence=row.version,
        is_cancelled=row.phase == Phase.CANCELLED.value,
        remind_minutes=REMIND_MINUTES if row.phase == Phase.ENTERING.value else None,
    )


def _words(row: TournamentRow) -> str:
    parts = [str(wording.format_name(row.format))]
    if row.game:
        parts.append(str(games.preset_name(row.game)))
    price = grouped(row.money.price_chips)
    parts.append(
        ngettext("Entry: %(chips)s chip", "Entry: %(chips)s chips", row.money.price_chips)
        % {"chips": price}
    )
    return " · ".join(parts)
