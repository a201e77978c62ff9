"""Becoming friends and parting; keeping away from somebody. A pair is changed under its lock."""

from django.db import transaction
from django.utils import timezone

from accounts.models import Friendship, Ignored, Player
from accounts.notices.telling import tell, withdraw
from accounts.people.friendships import friendships_of, ignored_by
from web.database import sql
from web.refusals import Refused

FRIENDS_MAX = 500
REQUESTS_MAX = 50
IGNORED_MAX = 1_000


@transaction.atomic
def befriend(*, player: Player, other: Player) -> Friendship:
    """Ask somebody to be friends; who has been asked by them says yes with it.

    Two requests that cross are a friendship. Asking twice changes nothing.

    Raises:
        Refused(no_friend_of_that_kind | you_ignore_them | takes_no_requests | too_many_friends |
        too_many_requests_out).
    """
    _require_persons(player, other)
    _lock_pair(player, other)
    require_open(player, other)
    lower, higher = sorted((player, other), key=lambda one: one.pk)
    friendship = Friendship.objects.filter(lower=lower, higher=higher).first()
    if friendship is None:
        _require_room(player)
        friendship = Friendship.objects.create(lower=lower, higher=higher, requested_by=player)
        tell(
            player=other,
            kind="friend_requested",
            facts={"name": player.name, "player": player.pk},
            key=_request_key(player),
        )
    elif friendship.accepted_at is None and friendship.requested_by_id != player.pk:
        _require_room(player)
        friendship.accepted_at = timezone.now()
        friendship.save(update_fields=("accepted_at",))
        withdraw(player=player, key=_request_key(other))
        tell(player=other, kind="friend_accepted", facts={"name": player.name, "player": player.pk})
    return friendship


@transaction.atomic
def part(*, player: Player, other: Player) -> bool:
    """No friends any more: a friendship ends, a request is withdrawn or refused. Nobody is told."""
    _lock_pair(player, other)
    return _part(player, other)


@transaction.atomic
def ignore(*, player: Player, other: Player, chat_only: bool = False) -> Ignored:
    """Keep away from somebody: no words, requests, invitations of theirs, no seat chosen for both.

    `chat_only` hides their words and leaves the rest. Friendship ends with ignoring, not with that.

    Raises Refused(ignoring_yourself | too_many_ignored).
    """
    if player.pk == other.pk:
        raise Refused("ignoring_yourself")
    _lock_pair(player, other)
    if ignored_by(player).count() >= IGNORED_MAX:
        raise Refused("too_many_ignored", most=IGNORED_MAX)
    kept, _created = Ignored.objects.update_or_create(
        owner=player, other=other, defaults={"chat_only": chat_only}
    )
    if not chat_only:
        _part(player, other)
    return kept


@transaction.atomic
def stop_ignoring(*, player: Player, other: Player) -> bool:
    """Hear and meet somebody again; False when nothing was in the way."""
    _lock_pair(player, other)
    deleted, _by_model = Ignored.objects.filter(owner=player, other=other).delete()
    return bool(deleted)


def _part(player: Player, other: Player) -> bool:
    lower, higher = sorted((player.pk, other.pk))
    deleted, _by_model = Friendship.objects.filter(lower_id=lower, higher_id=higher).delete()
    withdraw(player=player, key=_request_key(other))
    withdraw(player=other, key=_request_key(player))
    return bool(deleted)


def _lock_pair(one: Player, other: Player) -> None:
    """Two people's doings with each other happen one after the other, also where no row is yet."""
    lower, higher = sorted((one.pk, other.pk))
    sql.rows(
        "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"friendship:{lower}:{higher}"]
    )


def _require_persons(player: Player, other: Player) -> None:
    if player.pk == other.pk or other.is_bot or not other.is_active:
        raise Refused("no_friend_of_that_kind")


def require_open(player: Player, other: Player) -> None:
    """Neither keeps away from the other. Raises Refused(you_ignore_them | takes_no_requests)."""
    away = Ignored.objects.filter(chat_only=False)
    if away.filter(owner=player, other=other).exists():
        raise Refused("you_ignore_them", name=other.name)
    if away.filter(owner=other, other=player).exists():
        raise Refused("takes_no_requests", name=other.name)


def _require_room(player: Player) -> None:
    own = friendships_of(player)
    if own.filter(accepted_at__isnull=False).count() >= FRIENDS_MAX:
        raise Refused("too_many_friends", most=FRIENDS_MAX)
    if own.filter(accepted_at=None, requested_by=player).count() >= REQUESTS_MAX:
        raise Refused("too_many_requests_out", most=REQUESTS_MAX)


def _request_key(asking: Player) -> str:
    return f"friend:{asking.pk}"
