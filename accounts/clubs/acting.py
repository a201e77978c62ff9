"""What every act on a club shares: its locks, and who may do what.

Locks are taken in one order: players by number, then the club.
"""

from collections.abc import Iterable

from accounts.clubs.models import ORGANISING, Club, ClubMember, ClubRole
from accounts.clubs.reading import may_belong
from accounts.models import Player
from web.finding import or_raise
from web.refusals import Refused

OWNED_MAX = 3
CLUBS_MAX = 20
MEMBERS_MAX = 500


def locked_player(player: Player) -> Player:
    """Who joins or founds: one club after the other, and nobody who is gone by now.

    Raises Refused(club_not_for_you).
    """
    found = Player.objects.select_for_update(no_key=True).filter(pk=player.pk).first()
    if found is None or not may_belong(found):
        raise Refused("club_not_for_you")
    return found


def locked_guest(player: Player) -> Player:
    """Whoever is let in or given something by another. Raises Refused(club_not_for_them)."""
    try:
        return locked_player(player)
    except Refused:
        raise Refused("club_not_for_them", name=player.name) from None


def locked_club(club_id: int) -> Club:
    """An open club, held. Raises Refused(club_not_found)."""
    club = Club.objects.select_for_update(no_key=True).filter(pk=club_id, closed_at=None).first()
    return or_raise(club, Refused("club_not_found", club=club_id))


def require_organiser(club: Club, actor: Player) -> ClubMember:
    """To be asked with the club held. Raises Refused(club_not_organiser)."""
    return _acting(club, actor, ORGANISING, "club_not_organiser")


def require_owner(club: Club, actor: Player) -> ClubMember:
    """To be asked with the club held. Raises Refused(club_not_owner)."""
    return _acting(club, actor, [ClubRole.OWNER], "club_not_owner")


def member_or_refuse(club: Club, player: Player) -> ClubMember:
    """Raises Refused(club_no_member)."""
    found = ClubMember.objects.filter(club=club, player=player).select_related("player").first()
    return or_raise(found, Refused("club_no_member", name=player.name))


def require_room(club: Club, player: Player) -> None:
    """Room in the club, and in the player's own list. To be asked with both held.

    Raises Refused(club_full | too_many_clubs).
    """
    if club.members.count() >= MEMBERS_MAX:
        raise Refused("club_full", club=club.name, most=MEMBERS_MAX)
    require_free_list(player)


def require_free_list(player: Player) -> None:
    """Raises Refused(too_many_clubs)."""
    if ClubMember.objects.filter(player=player, club__closed_at=None).count() >= CLUBS_MAX:
        raise Refused("too_many_clubs", name=player.name, most=CLUBS_MAX)


def require_may_own(player: Player) -> None:
    """Raises Refused(too_many_own_clubs)."""
    own = ClubMember.objects.filter(player=player, role="owner", club__closed_at=None)
    if own.count() >= OWNED_MAX:
        raise Refused("too_many_own_clubs", name=player.name, most=OWNED_MAX)


def _acting(club: Club, actor: Player, roles: Iterable[ClubRole], refused: str) -> ClubMember:
    own = club.members.filter(player=actor, player__is_active=True, role__in=roles).first()
    return or_raise(own, Refused(refused, club=club.name))
