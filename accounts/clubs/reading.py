"""Who belongs to which club, which clubs there are to find, who waits at a door: reading only."""

from typing import Any

from django.db.models import Count, Q, QuerySet

from accounts.clubs.models import ORGANISING, Club, ClubDoor, ClubMember, DoorState, Joining
from accounts.models import Player
from web.api.payloads import With
from web.database.by_name import by_name
from web.finding import or_raise
from web.refusals import Refused

FOUND_MAX = 30


def may_belong(player: Player) -> bool:
    """Clubs are of people who have signed up."""
    return player.is_active and not player.is_guest and not player.is_program


def one_club(club_id: int) -> Club:
    """Raises Refused(club_not_found)."""
    found = Club.objects.filter(pk=club_id).first()
    return or_raise(found, Refused("club_not_found", club=club_id))


def view_of(club: Club, player: Player) -> With:
    """The club as this player may know it; `door` is what stands between them, where they are out.

    Of a closed one only its members know anything.

    Raises Refused(club_not_found).
    """
    own = membership(player, club.pk)
    if own is None and not club.is_open:
        raise Refused("club_not_found", club=club.pk)
    door = ClubDoor.objects.filter(club=club, player=player).first()
    return With(
        club,
        members=club.members.count(),
        own=own,
        role=own and own.role,
        organises=own is not None and own.organises,
        owns=own is not None and own.owns,
        door=door and door.state,
    )


def membership(player: Player, club_id: int) -> ClubMember | None:
    return ClubMember.objects.filter(club_id=club_id, player=player).first()


def is_member(player_id: int, club_id: int | None) -> bool:
    """Whether this player belongs to that club; nobody belongs to none."""
    if club_id is None:
        return False
    return ClubMember.objects.filter(club_id=club_id, player_id=player_id).exists()


def require_member_of_open(club_id: int, player: Player) -> None:
    """Raises Refused(club_not_found | club_not_yours)."""
    if not Club.objects.filter(pk=club_id, closed_at=None).exists():
        raise Refused("club_not_found", club=club_id)
    if not is_member(player.pk, club_id):
        raise Refused("club_not_yours")


def organises(player: Player, club_id: int) -> bool:
    """Whether the player looks after that club, open or closed."""
    own = ClubMember.objects.filter(club_id=club_id, player=player, role__in=ORGANISING)
    return player.is_active and own.exists()


def ids_of(player: Player | int, *, organised: bool = False) -> QuerySet[ClubMember, int]:
    """Numbers of the clubs this player belongs to, closed ones too; of those they look after."""
    own = ClubMember.objects.filter(player=player)
    if organised:
        own = own.filter(role__in=ORGANISING)
    return own.values_list("club_id", flat=True)


def clubs_of(player: Player, *, organised: bool = False) -> QuerySet[Club]:
    """The open clubs this player belongs to, or looks after, by name; with their `size`."""
    mine = Club.objects.filter(pk__in=ids_of(player, organised=organised), closed_at=None)
    return _sized(mine).order_by(by_name("name"), "id")


def at_the_door_of(player: Player, state: DoorState) -> QuerySet[Club]:
    """Open clubs that have invited this player, or that they have asked."""
    stands = ClubDoor.objects.filter(player=player, state=state)
    return _sized(Club.objects.filter(pk__in=stands.values("club_id"), closed_at=None))


def to_be_found(text: str, player: Player) -> QuerySet[Club]:
    """Clubs one may join or ask, by a part of the name, the largest first; not one's own.

    Those that only invite are found by whom they invite.
    """
    found = Club.objects.filter(closed_at=None).exclude(joining=Joining.INVITED)
    found = found.filter(name__icontains=text).exclude(pk__in=ids_of(player))
    return _sized(found).order_by("-size", by_name("name"), "id")[:FOUND_MAX]


def by_link(code: str) -> Club:
    """The club whose link this is. Raises Refused(club_link_lapsed)."""
    found = Club.objects.filter(link_code=code, closed_at=None).first() if code else None
    if found is None or not found.has_link:
        raise Refused("club_link_lapsed")
    return found


def members_of(club: Club) -> list[ClubMember]:
    """The owner, then organisers, then everybody else by how long they have been members."""
    found = club.members.select_related("player").order_by("joined_at", "id")
    order = {role: place for place, role in enumerate((*ORGANISING, "member"))}
    return sorted(found, key=lambda one: order[one.role])


def at_the_door(club: Club) -> dict[str, list[ClubDoor]]:
    """Who is no member, by what they are instead: for organisers."""
    found: dict[str, list[ClubDoor]] = {state: [] for state in DoorState.values}
    for one in club.door.select_related("player"):
        found[one.state].append(one)
    return found


def who_plays(club: str, player: Player) -> Q:
    """Rows whose `club` (a path) is none, or one of this player's."""
    return Q(**{f"{club}__isnull": True}) | Q(**{f"{club}__in": ids_of(player)})


def _sized(clubs: QuerySet[Club]) -> QuerySet[Any]:
    return clubs.annotate(size=Count("members"))
