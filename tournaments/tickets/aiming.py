"""Where the tickets admit to that a satellite gives as prizes, and saying so (PLAY-44)."""

import datetime as dt
from dataclasses import dataclass

from accounts.interest import concerns
from accounts.models import Player
from accounts.staff_acts import tell_log
from games.moves.errors import Conflict, NotFound
from tournaments.director import Phase
from tournaments.director.prizes import PrizeForm
from tournaments.models import RecurringTournament, Tournament
from tournaments.running.live import lock_tournament
from web.database.by_name import by_name
from web.finding import or_raise

SHOWN_MAX = 200


@dataclass(frozen=True, slots=True)
class Aim:
    """One tournament (`starts_at` told), the next of one rule, or whatever costs no more."""

    tournament: int | None = None
    recurring: int | None = None
    name: str = ""
    starts_at: dt.datetime | None = None

    @property
    def value(self) -> str:
        """As a form sends it."""
        if self.tournament is not None:
            return f"tournament:{self.tournament}"
        return "" if self.recurring is None else f"recurring:{self.recurring}"


def gives_tickets(tournament: Tournament) -> bool:
    return bool(tournament.plan.get("prizes", {}).get("form") == PrizeForm.TICKETS.value)


def aim_of(tournament: Tournament) -> Aim | None:
    """Where its tickets admit to; None when it has none to give."""
    if not gives_tickets(tournament):
        return None
    if tournament.feeds is not None:
        return _at(tournament.feeds)
    if tournament.feeds_recurring is not None:
        return Aim(recurring=tournament.feeds_recurring.pk, name=tournament.feeds_recurring.name)
    return Aim()


def aims_open_to(tournament: Tournament) -> list[Aim]:
    """Tournaments that are still to begin, the next first, then the rules that go on."""
    coming = Tournament.objects.filter(phase=Phase.ENTERING.value, club=None)
    coming = coming.exclude(pk=tournament.pk)
    going_on = RecurringTournament.objects.filter(is_active=True, club=None).order_by(
        by_name("name")
    )
    return [
        *(_at(one) for one in coming.order_by("wake_at", "pk")[:SHOWN_MAX]),
        *(Aim(recurring=one.pk, name=one.name) for one in going_on[:SHOWN_MAX]),
    ]


def _at(tournament: Tournament) -> Aim:
    starts_at = dt.datetime.fromtimestamp(tournament.clock["starts_at_ms"] / 1000, dt.UTC)
    return Aim(tournament=tournament.pk, name=tournament.name, starts_at=starts_at)


@concerns("tournament", "tournament_id")
def aim(
    *,
    tournament_id: int,
    by: Player,
    at_tournament: int | None = None,
    at_recurring: int | None = None,
) -> Tournament:
    """Aim them at one tournament or the next of one rule; with neither, at whatever costs no more.

    Tickets that have been given out stay as they are.

    Raises:
        NotFound(tournament_not_found | recurring_not_found).
        Conflict(no_satellite | tournament_over | aim_unfit).
    """
    live = lock_tournament(tournament_id)
    if live.plan.prizes.form is not PrizeForm.TICKETS:
        raise Conflict("no_satellite", rule="PLAY-44")
    if Phase(live.row.phase).is_over:
        raise Conflict("tournament_over")
    if at_tournament is not None and at_recurring is not None:
        raise Conflict("aim_unfit", rule="PLAY-44")
    feeds, recurring = _tournament(live.row, at_tournament), _recurring(at_recurring)
    before = {"tournament": live.row.feeds_id, "recurring": live.row.feeds_recurring_id}
    live.row.feeds, live.row.feeds_recurring = feeds, recurring
    live.row.save(update_fields=("feeds", "feeds_recurring"))
    tell_log(
        by=by,
        act="tickets_aimed",
        subject=live.ref,
        before=before,
        after={"tournament": at_tournament, "recurring": at_recurring},
    )
    return live.row


def _tournament(satellite: Tournament, wanted: int | None) -> Tournament | None:
    if wanted is None:
        return None
    found = Tournament.objects.filter(pk=wanted, club=None).first()
    if found is None:
        raise NotFound("tournament_not_found", tournament=wanted)
    if found.pk == satellite.pk or found.phase != Phase.ENTERING.value:
        raise Conflict("aim_unfit", rule="PLAY-44")
    return found


def _recurring(wanted: int | None) -> RecurringTournament | None:
    if wanted is None:
        return None
    found = RecurringTournament.objects.filter(pk=wanted, club=None).first()
    return or_raise(found, NotFound("recurring_not_found", recurring=wanted))
