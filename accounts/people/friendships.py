"""Who is whose friend, and who keeps away from whom: reading only."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from accounts.models import Friendship, Ignored, Player
from web.database.by_name import name_key


@dataclass(frozen=True, slots=True)
class Circle:
    """A player's friends, and the requests that wait for somebody's answer; by name."""

    friends: tuple[Player, ...]
    incoming: tuple[Player, ...]
    outgoing: tuple[Player, ...]


def circle_of(player: Player) -> Circle:
    """Everybody this player is tied to."""
    found: dict[str, list[Player]] = {"friends": [], "incoming": [], "outgoing": []}
    for friendship in friendships_of(player).select_related("lower", "higher"):
        other = friendship.higher if friendship.lower_id == player.pk else friendship.lower
        if friendship.accepted_at is not None:
            found["friends"].append(other)
        else:
            asked = "outgoing" if friendship.requested_by_id == player.pk else "incoming"
            found[asked].append(other)
    by_name = {
        kind: tuple(sorted(people, key=lambda one: name_key(one.name)))
        for kind, people in found.items()
    }
    return Circle(**by_name)


def friendships_of(player: Player) -> QuerySet[Friendship]:
    return Friendship.objects.filter(Q(lower=player) | Q(higher=player))


def are_friends(one: Player, other: Player) -> bool:
    return Friendship.objects.filter(
        lower_id=min(one.pk, other.pk), higher_id=max(one.pk, other.pk), accepted_at__isnull=False
    ).exists()


def ignored_by(player: Player) -> QuerySet[Ignored]:
    """Whom this player keeps away from, the latest first."""
    return Ignored.objects.filter(owner=player).select_related("other").order_by("-at")


def unheard_by(player_id: int) -> QuerySet[Ignored]:
    """Whose words this player does not see: muted and ignored alike."""
    return Ignored.objects.filter(owner_id=player_id)


def keep_apart(player_id: int, others: Iterable[int]) -> bool:
    """Whether this player ignores one of the others, or one of them this player."""
    people = list(others)
    return Ignored.objects.filter(
        Q(owner_id=player_id, other_id__in=people) | Q(owner_id__in=people, other_id=player_id),
        chat_only=False,
    ).exists()


def kept_from(player_id: int) -> set[int]:
    """Everybody whom this player ignores or who ignores this player."""
    pairs = Ignored.objects.filter(
        Q(owner_id=player_id) | Q(other_id=player_id), chat_only=False
    ).values_list("owner_id", "other_id")
    return {owner + other - player_id for owner, other in pairs}


def ignores(player_id: int, other_id: int) -> bool:
    """Whether this player keeps away from the other altogether."""
    found = Ignored.objects.filter(owner_id=player_id, other_id=other_id, chat_only=False)
    return found.exists()


def relation_between(player: Player, other: Player) -> str:
    """From the player's side: `friends`, `asked`, `asks`, `ignored`, or "" for nothing."""
    if ignores(player.pk, other.pk):
        return "ignored"
    friendship = friendships_of(player).filter(Q(lower=other) | Q(higher=other)).first()
    if friendship is None:
        return ""
    if friendship.accepted_at is not None:
        return "friends"
    return "asked" if friendship.requested_by_id == player.pk else "asks"
