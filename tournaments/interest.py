"""Who has a part in a tournament: whoever entered, also when they are out or were substituted."""

from django.db import connection
from django.db.models import Q, QuerySet

from accounts.interest import parties_to
from accounts.models import Player
from tournaments.models import DeskAct, DirectorCall, Entry, SeriesEvent, Tournament
from tournaments.models.tournaments import LIVE_PHASES


@parties_to("tournament")
def _tournament(number: int) -> QuerySet[Player]:
    """Locked, so that nobody enters between the look and the act."""
    if connection.in_atomic_block:
        Tournament.objects.select_for_update(no_key=True).only("pk").filter(pk=number).first()
    acts = DeskAct.objects.filter(tournament_id=number, facts__has_key="from_player")
    swapped = acts.values_list("facts__from_player", "facts__to_player")
    return Player.objects.filter(
        Q(pk__in=_entered(Q(tournament_id=number)))
        | Q(pk__in=[player for pair in swapped for player in pair if player is not None])
    )


@parties_to("entry")
def _entry(number: int) -> QuerySet[Player]:
    return Player.objects.filter(pk__in=Entry.objects.filter(pk=number).values("player_id"))


@parties_to("orders_at")
def _orders_at(number: int) -> QuerySet[Player]:
    """Whoever has given orders there."""
    orders = DeskAct.objects.filter(tournament_id=number)
    return Player.objects.filter(pk__in=orders.values("actor_id"))


@parties_to("publisher_of")
def _publisher_of(number: int) -> QuerySet[Player]:
    published = Tournament.objects.filter(pk=number)
    return Player.objects.filter(pk__in=published.values("created_by_id"))


@parties_to("call")
def _call(number: int) -> QuerySet[Player]:
    call = DirectorCall.objects.filter(pk=number).first()
    return Player.objects.none() if call is None else _tournament(call.tournament_id)


@parties_to("recurring")
def _recurring(number: int) -> QuerySet[Player]:
    """Of its tournaments that are not over. A club's rule is kept by those who play by it."""
    rule = Q(tournament__recurring_id=number, tournament__recurring__club=None)
    live = rule & Q(tournament__phase__in=LIVE_PHASES)
    return Player.objects.filter(pk__in=_entered(live))


@parties_to("series")
def _series(number: int) -> QuerySet[Player]:
    """Whoever entered a tournament that counts for it. A club's is kept by those who play in it."""
    events = SeriesEvent.objects.filter(series=number, removed_at=None, series__club=None)
    return Player.objects.filter(pk__in=_entered(Q(tournament__in=events.values("tournament"))))


def _entered(where: Q) -> QuerySet[Entry, int | None]:
    found = Entry.objects.filter(where).entered()
    return found.values_list("player_id", flat=True)
