"""Chips that the house adds to prizes are chips that nobody has paid: few of them by one alone."""

from __future__ import annotations

import datetime as dt

from django.conf import settings
from django.utils import timezone

from accounts.models import Player
from games.moves.errors import NotAllowed
from tournaments.director import Plan
from tournaments.director.codec import from_json
from tournaments.models import Tournament

DAY = dt.timedelta(days=1)


def require_second_person(plan: Plan, *, by: Player, written_by: int | None) -> None:
    """Whoever publishes a plan with money of the house has not written it as well.

    Alone, somebody may add as much in a day as they may correct alone, by whatever it consists of:
    an added sum, or a guarantee that nobody's buy-in has reached yet (PLAY-44).

    Raises:
        NotAllowed(house_adds_alone): with the chips of this day and the most there may be.
    """
    chips = plan.prizes.house_adds(0)
    if not chips or written_by not in (None, by.pk):
        return
    lately = Tournament.objects.filter(created_by=by, created_at__gte=timezone.now() - DAY)
    for stored in lately.values_list("plan", flat=True):
        chips += from_json(Plan, stored).prizes.house_adds(0)
    most = int(getattr(settings, "CORRECTION_ALONE_CHIPS_MAX", 0))
    if chips > most:
        raise NotAllowed("house_adds_alone", rule="PLAY-44", chips=chips, most=most)
