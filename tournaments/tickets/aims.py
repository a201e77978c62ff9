"""Where a satellite's tickets admit to, and where a director may aim them (PLAY-44)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from tournaments.director import Phase
from tournaments.director.prizes import PrizeForm
from tournaments.models import Series, Tournament

SHOWN_MAX = 200


@dataclass(frozen=True, slots=True)
class Aim:
    """One tournament (`starts_at` told) or one series; with neither, whatever costs no more."""

    tournament: int | None = None
    series: int | None = None
    name: str = ""
    starts_at: dt.datetime | None = None

    @property
    def value(self) -> str:
        """As a form sends it."""
        if self.tournament is not None:
            return f"tournament:{self.tournament}"
        return "" if self.series is None else f"series:{self.series}"


def gives_tickets(tournament: Tournament) -> bool:
    return bool(tournament.plan.get("prizes", {}).get("form") == PrizeForm.TICKETS.value)


def aim_of(tournament: Tournament) -> Aim | None:
    """Where its tickets admit to; None when it has none to give."""
    if not gives_tickets(tournament):
        return None
    if tournament.feeds is not None:
        return _at(tournament.feeds)
    if tournament.feeds_series is not None:
        return Aim(series=tournament.feeds_series.pk, name=tournament.feeds_series.name)
    return Aim()


def aims_open_to(tournament: Tournament) -> list[Aim]:
    """Tournaments that are still to begin, the next first, then the series that go on."""
    coming = Tournament.objects.filter(phase=Phase.ENTERING.value).exclude(pk=tournament.pk)
    going_on = Series.objects.filter(is_active=True).order_by("name")
    return [
        *(_at(one) for one in coming.order_by("wake_at", "pk")[:SHOWN_MAX]),
        *(Aim(series=one.pk, name=one.name) for one in going_on[:SHOWN_MAX]),
    ]


def _at(tournament: Tournament) -> Aim:
    starts_at = dt.datetime.fromtimestamp(tournament.clock["starts_at_ms"] / 1000, dt.UTC)
    return Aim(tournament=tournament.pk, name=tournament.name, starts_at=starts_at)
