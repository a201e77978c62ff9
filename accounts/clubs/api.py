"""Clubs over the API: finding, founding and keeping one; joining, inviting, answering."""

from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from accounts.clubs import joining, keeping, shapes
from accounts.clubs import reading as read
from accounts.clubs.models import Club, ClubMember, DoorState
from accounts.people.api import player_by
from web.api.operations import Answer, Json, answers
from web.api.payloads import With, list_of
from web.api.view import ApiView
from web.finding import or_raise
from web.refusals import Refused


def club_for_member(request: Request, club_id: int) -> tuple[Club, ClubMember]:
    """Raises Refused(club_not_found | club_not_yours)."""
    club = read.one_club(club_id)
    own = or_raise(read.view_of(club, caller(request)).own, Refused("club_not_yours"))
    return club, own


def club_for_organiser(request: Request, club_id: int) -> Club:
    """Raises Refused(club_not_found | club_not_yours | club_not_organiser)."""
    club, own = club_for_member(request, club_id)
    if not own.organises:
        raise Refused("club_not_organiser", club=club.name)
    return club


class Clubs(ApiView, at="clubs/"):
    """Your clubs, those that invite you, and those to be found."""

    @answers(list_of(shapes.ClubLineShape, "ClubsShape"), query=shapes.ClubsQuery)
    def get(self, request: Request, query: Json) -> Answer:
        player = caller(request)
        match query["which"]:
            case "invited":
                found = read.at_the_door_of(player, DoorState.INVITED)
            case "asked":
                found = read.at_the_door_of(player, DoorState.ASKS)
            case "found":
                found = read.to_be_found(query["name"], player)
            case _:
                found = read.clubs_of(player)
        return With(results=found)

    @once(shapes.ClubForm, answers=shapes.ClubShape, status=201, spends=(keeping.FOUNDING,))
    def post(self, request: Request, form: Json) -> Answer:
        """Found a club; it is yours."""
        player = caller(request)
        return read.view_of(keeping.found_club(player=player, **form), player)


class JoinByCode(ApiView, at="clubs/join/"):
    """Join by the code of a club's link, however one joins it otherwise."""

    @once(shapes.ClubCodeForm, answers=shapes.ClubJoinedShape)
    def post(self, request: Request, form: Json) -> Answer:
        return _joined(request, read.by_link(form["code"]).pk, code=form["code"])


class OneClub(ApiView, at="clubs/<serial:club_id>/"):
    """A club: its name, text, how many belong to it, how one joins."""

    @answers(shapes.ClubShape)
    def get(self, request: Request, club_id: int) -> Answer:
        return read.view_of(read.one_club(club_id), caller(request))

    @once(shapes.ClubForm, answers=shapes.ClubShape)
    def put(self, request: Request, form: Json, club_id: int) -> Answer:
        """Change its name, text and how one joins. For its owner."""
        player = caller(request)
        return read.view_of(keeping.change_club(club_id=club_id, actor=player, **form), player)


class JoinClub(ApiView, at="clubs/<serial:club_id>/join/"):
    """Join, accept an invitation, or ask: whichever the club's door allows."""

    @once(answers=shapes.ClubJoinedShape, spends=(joining.REQUESTS,))
    def post(self, request: Request, club_id: int) -> Answer:
        return _joined(request, club_id)

    @answers(None)
    def delete(self, request: Request, club_id: int) -> None:
        """Decline an invitation, or withdraw a request."""
        joining.stand_back(club_id=club_id, player=caller(request))


class LeaveClub(ApiView, at="clubs/<serial:club_id>/leave/"):
    """Go. An owner hands the club over first."""

    @answers(None)
    def post(self, request: Request, club_id: int) -> None:
        joining.leave_club(club_id=club_id, player=caller(request))


class ClubMembers(ApiView, at="clubs/<serial:club_id>/members/"):
    """Who belongs to the club. For members."""

    @answers(list_of(shapes.ClubMemberShape, "ClubMembersShape"))
    def get(self, request: Request, club_id: int) -> Answer:
        club, _own = club_for_member(request, club_id)
        return With(results=read.members_of(club))


class ClubMemberRole(ApiView, at="clubs/<serial:club_id>/members/<player:player_id>/role/"):
    """Name a member organiser, or take that back. For the owner."""

    @once(shapes.ClubRoleForm, answers=shapes.ClubMemberShape)
    def post(self, request: Request, form: Json, club_id: int, player_id: int) -> Answer:
        return keeping.name_organiser(
            club_id=club_id,
            player=player_by(player_id),
            actor=caller(request),
            organises=form["role"] == "organiser",
        )


class RemoveClubMember(ApiView, at="clubs/<serial:club_id>/members/<player:player_id>/remove/"):
    """Show a member the door, for a while or until they are let in again. For organisers."""

    @once(shapes.ClubRemovalForm, answers=shapes.ClubShape)
    def post(self, request: Request, form: Json, club_id: int, player_id: int) -> Answer:
        player = caller(request)
        joining.remove_member(club_id=club_id, player=player_by(player_id), actor=player, **form)
        return read.view_of(read.one_club(club_id), player)


class ClubDoorList(ApiView, at="clubs/<serial:club_id>/door/"):
    """Who is invited, who asks, who is kept out. For organisers."""

    @answers(shapes.ClubDoorShape)
    def get(self, request: Request, club_id: int) -> Answer:
        club = club_for_organiser(request, club_id)
        return With(**read.at_the_door(club))


class ClubInvitation(ApiView, at="clubs/<serial:club_id>/invitations/<player:player_id>/"):
    """Invite a player; who has asked comes in with it. For organisers."""

    @once(answers=shapes.ClubShape, spends=(joining.INVITATIONS,))
    def post(self, request: Request, club_id: int, player_id: int) -> Answer:
        player = caller(request)
        joining.invite(club_id=club_id, player=player_by(player_id), actor=player)
        return read.view_of(read.one_club(club_id), player)

    @answers(None)
    def delete(self, request: Request, club_id: int, player_id: int) -> None:
        """Take the invitation back."""
        joining.uninvite(club_id=club_id, player=player_by(player_id), actor=caller(request))


class ClubRequest(ApiView, at="clubs/<serial:club_id>/requests/<player:player_id>/"):
    """Answer who has asked to join. For organisers; of two answers the first counts."""

    @once(shapes.ClubAnswerForm, answers=shapes.ClubShape)
    def post(self, request: Request, form: Json, club_id: int, player_id: int) -> Answer:
        player = caller(request)
        joining.answer_request(club_id=club_id, player=player_by(player_id), actor=player, **form)
        return read.view_of(read.one_club(club_id), player)


class ClubKeptOut(ApiView, at="clubs/<serial:club_id>/kept-out/<player:player_id>/"):
    """Who was kept out may join again as everybody may. For organisers."""

    @answers(None)
    def delete(self, request: Request, club_id: int, player_id: int) -> None:
        joining.let_in_again(club_id=club_id, player=player_by(player_id), actor=caller(request))


class ClubLink(ApiView, at="clubs/<serial:club_id>/link/", not_for_apps=True):
    """The secret link by which anybody may join. For organisers."""

    @answers(shapes.ClubLinkShape)
    def get(self, request: Request, club_id: int) -> Json:
        return shapes.link_answer(club_for_organiser(request, club_id))

    @once(answers=shapes.ClubLinkShape)
    def post(self, request: Request, club_id: int) -> Json:
        """Make one, or a new one: the old one is good no longer."""
        return shapes.link_answer(keeping.renew_link(club_id=club_id, actor=caller(request)))

    @answers(None)
    def delete(self, request: Request, club_id: int) -> None:
        """Withdraw it."""
        keeping.withdraw_link(club_id=club_id, actor=caller(request))


class HandOverClub(ApiView, at="clubs/<serial:club_id>/hand-over/", not_for_apps=True):
    """Another member owns the club; you organise it on. For the owner."""

    @once(shapes.ClubHeirForm, answers=shapes.ClubShape)
    def post(self, request: Request, form: Json, club_id: int) -> Answer:
        player = caller(request)
        keeping.hand_over(club_id=club_id, player=player_by(form["player"]), actor=player)
        return read.view_of(read.one_club(club_id), player)


class CloseClub(ApiView, at="clubs/<serial:club_id>/close/", not_for_apps=True):
    """The club ends; what was played in it stays to be read. For the owner."""

    @once(answers=shapes.ClubShape)
    def post(self, request: Request, club_id: int) -> Answer:
        player = caller(request)
        return read.view_of(keeping.close_club(club_id=club_id, actor=player), player)


class ReportClub(ApiView, at="clubs/<serial:club_id>/report/"):
    """Tell the staff of an improper name or text."""

    @once(shapes.ClubReportForm, answers=shapes.ClubReportedShape, spends=(keeping.REPORTS,))
    def post(self, request: Request, form: Json, club_id: int) -> Answer:
        keeping.report_club(club_id=club_id, actor=caller(request), note=form["note"])
        return With(reported=True)


def _joined(request: Request, club_id: int, *, code: str = "") -> With:
    player = caller(request)
    is_in = joining.join_club(club_id=club_id, player=player, code=code)
    club = read.view_of(read.one_club(club_id), player)
    return With(status="member" if is_in else "asked", club=club)
