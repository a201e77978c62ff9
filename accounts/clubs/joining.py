"""Coming into a club and going: joining, asking, inviting, answering, leaving, keeping out.

Each is one transaction under the club's lock, and pressed twice it is done once.
"""

from django.db import transaction

from accounts.clubs import acting
from accounts.clubs.models import (
    ORGANISING,
    Club,
    ClubDoor,
    ClubMember,
    ClubRole,
    DoorState,
    Joining,
)
from accounts.models import Player
from accounts.notices.telling import tell, withdraw
from accounts.people.befriending import require_open
from accounts.people.friendships import kept_from
from web.refusals import Refused
from web.security.limits import Limit

WAITING_MAX = 500  # invitations and requests of a club that nobody has answered
INVITATIONS = Limit("club_invitations", most=100, seconds=86_400)
REQUESTS = Limit("club_requests", most=30, seconds=86_400)


@transaction.atomic
def join_club(*, club_id: int, player: Player, code: str = "") -> bool:
    """Come in, by whatever opens the door; True for a member, False for who has asked.

    Who is a member already stays one, who has asked already waits on.

    Raises:
        Refused(club_not_for_you | club_not_found | club_kept_out | club_by_invitation | club_full
        | too_many_clubs | club_waits_for_many).
    """
    player = acting.locked_player(player)
    club = acting.locked_club(club_id)
    if club.members.filter(player=player).exists():
        return True
    door = club.door.filter(player=player).first()
    if door is not None and door.state == DoorState.KEPT_OUT:
        raise Refused("club_kept_out", club=club.name)
    invited = door is not None and door.state == DoorState.INVITED
    if invited or club.lets_in(code) or club.joining == Joining.OPEN:
        _let_in(club, player)
        return True
    if club.joining == Joining.INVITED:
        raise Refused("club_by_invitation", club=club.name)
    if door is None:
        _ask(club, player)
    return False


@transaction.atomic
def stand_back(*, club_id: int, player: Player) -> None:
    """Decline an invitation or withdraw a request; nobody is told."""
    club = acting.locked_club(club_id)
    waiting = (DoorState.INVITED, DoorState.ASKS)
    club.door.filter(player=player, state__in=waiting).delete()
    _nothing_waits(club, player)


@transaction.atomic
def leave_club(*, club_id: int, player: Player) -> None:
    """Go, for good or until one joins again. Who sits at a table plays on.

    Raises Refused(club_not_found | club_owner_stays).
    """
    club = Club.objects.select_for_update(no_key=True).filter(pk=club_id).first()
    if club is None:
        raise Refused("club_not_found", club=club_id)
    own = ClubMember.objects.filter(club=club, player=player).first()
    if own is None:
        return
    if own.owns:
        raise Refused("club_owner_stays", club=club.name)
    own.delete()


@transaction.atomic
def invite(*, club_id: int, player: Player, actor: Player) -> bool:
    """Invite somebody by name; who has asked comes in with it. True for a member.

    Raises:
        Refused(club_not_organiser | club_member_already | club_lets_in_first | you_ignore_them
        | takes_no_requests | club_waits_for_many | club_not_for_them), and as joining does.
    """
    player = acting.locked_guest(player)
    club = acting.locked_club(club_id)
    acting.require_organiser(club, actor)
    if club.members.filter(player=player).exists():
        raise Refused("club_member_already", name=player.name)
    require_open(actor, player)
    door = club.door.filter(player=player).first()
    if door is None:
        _require_few_wait(club)
        ClubDoor.objects.create(club=club, player=player, state=DoorState.INVITED)
        tell(
            player=player,
            kind="club_invited",
            facts=_facts(club, name=actor.name),
            key=_invited_key(club),
        )
        return False
    if door.state == DoorState.KEPT_OUT:
        raise Refused("club_lets_in_first", name=player.name)
    if door.state == DoorState.INVITED:
        return False
    return _say_yes(club, player)


@transaction.atomic
def answer_request(*, club_id: int, player: Player, actor: Player, accept: bool) -> bool:
    """Say yes or no to who has asked; True for a member. Of two who answer, the first counts.

    Raises Refused(club_not_organiser | club_request_answered | club_full | too_many_clubs).
    """
    player = acting.locked_guest(player) if accept else player
    club = acting.locked_club(club_id)
    acting.require_organiser(club, actor)
    if not club.door.filter(player=player, state=DoorState.ASKS).exists():
        is_in = club.members.filter(player=player).exists()
        if is_in and accept:
            return True
        raise Refused("club_request_answered", name=player.name)
    if accept:
        return _say_yes(club, player)
    club.door.filter(player=player).delete()
    _nothing_waits(club, player)
    return False


@transaction.atomic
def uninvite(*, club_id: int, player: Player, actor: Player) -> None:
    """Take an invitation back, as long as it is not accepted.

    Raises Refused(club_not_organiser).
    """
    club = acting.locked_club(club_id)
    acting.require_organiser(club, actor)
    club.door.filter(player=player, state=DoorState.INVITED).delete()
    withdraw(player=player, key=_invited_key(club))


@transaction.atomic
def remove_member(*, club_id: int, player: Player, actor: Player, keep_out: bool = False) -> None:
    """Show a member the door; `keep_out`, until an organiser lets them in again.

    Organisers are removed by the owner alone, and the owner by nobody.

    Raises Refused(club_not_organiser | club_no_member | club_owner_stays | club_not_owner).
    """
    club = acting.locked_club(club_id)
    own = acting.require_organiser(club, actor)
    member = acting.member_or_refuse(club, player)
    if member.owns:
        raise Refused("club_owner_stays", club=club.name)
    if member.organises and not own.owns and member.pk != own.pk:
        raise Refused("club_not_owner", club=club.name)
    member.delete()
    if keep_out:
        ClubDoor.objects.create(club=club, player=player, state=DoorState.KEPT_OUT)
    if player.pk != actor.pk:
        tell(player=player, kind="club_left_out", facts=_facts(club))


@transaction.atomic
def let_in_again(*, club_id: int, player: Player, actor: Player) -> None:
    """Somebody who was kept out may join as everybody may. Raises Refused(club_not_organiser)."""
    club = acting.locked_club(club_id)
    acting.require_organiser(club, actor)
    club.door.filter(player=player, state=DoorState.KEPT_OUT).delete()


def _say_yes(club: Club, player: Player) -> bool:
    _let_in(club, player)
    tell(player=player, kind="club_accepted", facts=_facts(club))
    return True


def _let_in(club: Club, player: Player) -> None:
    acting.require_room(club, player)
    ClubMember.objects.create(club=club, player=player, role=ClubRole.MEMBER)
    club.door.filter(player=player).delete()
    _nothing_waits(club, player)


def _ask(club: Club, player: Player) -> None:
    """A request, told to everybody who may answer it and does not keep away from who asks."""
    _require_few_wait(club)
    ClubDoor.objects.create(club=club, player=player, state=DoorState.ASKS)
    away = kept_from(player.pk)
    for one in _organisers(club):
        if one.pk not in away:
            tell(
                player=one,
                kind="club_asked",
                facts=_facts(club, name=player.name),
                key=_asked_key(club, player),
            )


def _nothing_waits(club: Club, player: Player) -> None:
    """Notices that ask for an answer go with what they asked about."""
    withdraw(player=player, key=_invited_key(club))
    for one in _organisers(club):
        withdraw(player=one, key=_asked_key(club, player))


def _require_few_wait(club: Club) -> None:
    waiting = club.door.exclude(state=DoorState.KEPT_OUT).count()
    if waiting >= WAITING_MAX:
        raise Refused("club_waits_for_many", club=club.name, most=WAITING_MAX)


def _organisers(club: Club) -> list[Player]:
    found = club.members.filter(role__in=ORGANISING).select_related("player").order_by("player_id")
    return [one.player for one in found]


def _facts(club: Club, **more: str) -> dict[str, object]:
    return {"club": club.name, "number": club.pk, **more}


def _invited_key(club: Club) -> str:
    return f"club:{club.pk}:invited"


def _asked_key(club: Club, player: Player) -> str:
    return f"club:{club.pk}:asks:{player.pk}"
