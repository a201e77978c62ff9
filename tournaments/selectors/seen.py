"""Who may know of a tournament: everybody; of a club's, its members and whoever has to do with it.

This is the one place that says so. Lists ask for rows that are `seen_by` their reader. Whatever an
address names as `tournament_id` is asked for before its page or operation runs
(`web.security.guarding`), streams ask before they begin; to everybody else there is no such
tournament.
"""

from functools import lru_cache
from typing import Any

from django.db.models import Exists, Q

from accounts.clubs.reading import ids_of, is_member
from accounts.models import Player
from games.moves.errors import NotFound
from tournaments.models import Entry, Tournament
from web.refusals import Refused


def seen_by(player_id: int | None) -> Q:
    """Tournaments that this player, or a visitor (None), may know of.

    Who has entered a club's tournament, or directs it, sees it through though they leave the club;
    the staff answers for what goes on in the house.
    """
    public = Q(club=None)
    if player_id is None:
        return public
    return (
        public
        | Q(club__in=ids_of(player_id))
        | Q(pk__in=Entry.objects.filter(player=player_id).entered().values("tournament_id"))
        | Q(Exists(Player.objects.filter(pk=player_id, is_staff=True)))
    )


def require_seen(tournament_id: int, player_id: int | None) -> None:
    """Raises NotFound(tournament_not_found): where there is none, and where it is hidden."""
    try:
        _is_for_all(tournament_id)
    except LookupError:
        if not Tournament.objects.filter(seen_by(player_id), pk=tournament_id).exists():
            raise NotFound("tournament_not_found", tournament=tournament_id) from None


@lru_cache(maxsize=4_096)
def _is_for_all(tournament_id: int) -> None:
    """Remembered by each process, since it never changes and pages ask for it every second.

    Raises LookupError: it is a club's, or there is none (yet); that is not remembered.
    """
    if not Tournament.objects.filter(pk=tournament_id, club=None).exists():
        raise LookupError(tournament_id)


def hidden_from(tournament_id: int, player_id: int | None) -> tuple[str, tuple[Any, ...]]:
    """The same as a query with its values, for streams: a row where there is something to hide."""
    clubs = Tournament.objects.order_by().filter(pk=tournament_id, club__isnull=False)
    hidden = clubs.exclude(pk__in=clubs.filter(seen_by(player_id)).values("pk"))
    query, values = hidden.values("pk").query.sql_with_params()
    return query, tuple(values)


def guard(user: object, tournament_id: int) -> None:
    """`require_seen` for who asks for an address."""
    require_seen(tournament_id, user.pk if isinstance(user, Player) else None)


def require_member(tournament: Tournament, player: Player) -> None:
    """Only members enter what their club plays. Raises Refused(club_no_member)."""
    if tournament.club_id is not None and not is_member(player.pk, tournament.club_id):
        raise Refused("club_no_member", name=player.name)
