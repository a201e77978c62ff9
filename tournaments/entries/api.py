"""Entering a tournament and what comes after it: withdrawing, coming back, buying more."""

from collections.abc import Callable
from typing import Any

from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from accounts.books.reading import wallet_balance
from tournaments.api import shapes
from tournaments.entries import entering
from tournaments.entries.asking import ENTRIES
from tournaments.entries.teams import name_team, remove_member
from tournaments.selectors.lobby import one_tournament
from tournaments.selectors.seats import own_place
from tournaments.tickets.using import enter_with_ticket
from web.api.operations import Json
from web.api.view import ApiView


class Enter(ApiView, at="tournaments/<serial:tournament_id>/enter/"):
    """Enter: buy-in and fee leave your wallet, or a ticket is used; who is late is seated soon."""

    @once(shapes.EnterForm, answers=shapes.EnteredShape, status=201, spends=[ENTRIES])
    def post(self, request: Request, form: Json, tournament_id: int) -> Json:
        player = caller(request)
        asked: dict[str, Any] = {
            "tournament_id": tournament_id,
            "player": player,
            "team": form["team"],
            "seed": form["seed"],
        }
        if "ticket" in form:
            enter_with_ticket(**asked, ticket_id=form["ticket"])
        else:
            entering.enter_tournament(**asked)
        return _entered(tournament_id, player)


class _Asked(ApiView):
    """Something a player asks for, once per key, and where they stand after it."""

    act: Callable[..., object]

    def __init_subclass__(cls, act: Callable[..., object], **traits: Any) -> None:
        super().__init_subclass__(**traits)
        cls.act = act

    @once(answers=shapes.EnteredShape)
    def post(self, request: Request, tournament_id: int) -> Json:
        player = caller(request)
        type(self).act(tournament_id=tournament_id, player=player)
        return _entered(tournament_id, player)


class Withdraw(_Asked, at="tournaments/<serial:tournament_id>/withdraw/", act=entering.withdraw):
    """Withdraw before the start: everything comes back."""


class CheckIn(_Asked, at="tournaments/<serial:tournament_id>/check-in/", act=entering.check_in):
    """Say that you are here, where the tournament asks for it before it starts."""


class NameTeam(ApiView, at="tournaments/<serial:tournament_id>/team/"):
    """Before the start: join another team or found one; its captain spells their own anew."""

    @once(shapes.TeamForm, answers=shapes.EnteredShape, spends=[ENTRIES])
    def post(self, request: Request, form: Json, tournament_id: int) -> Json:
        player = caller(request)
        name_team(tournament_id=tournament_id, player=player, team=form["team"])
        return _entered(tournament_id, player)


class RemoveFromTeam(ApiView, at="tournaments/<serial:tournament_id>/team/remove/"):
    """Before the start, as its captain: put a player out of your team, which gets a new code.

    Everything comes back to them as if they had withdrawn, and they are told.
    """

    @once(shapes.RemoveFromTeamForm, answers=shapes.EnteredShape, spends=[ENTRIES])
    def post(self, request: Request, form: Json, tournament_id: int) -> Json:
        captain = caller(request)
        remove_member(tournament_id=tournament_id, player=captain, member=form["player"])
        return _entered(tournament_id, captain)


class ComeBack(_Asked, at="tournaments/<serial:tournament_id>/come-back/", act=entering.come_back):
    """Re-enter after being out, while returns are open: another buy-in, a full stack."""


class Rebuy(_Asked, at="tournaments/<serial:tournament_id>/rebuy/", act=entering.rebuy):
    """Buy another starting stack while you are in and hold no more than one."""


class AddOn(_Asked, at="tournaments/<serial:tournament_id>/add-on/", act=entering.add_on):
    """Take the one add-on."""


class LeaveTournament(_Asked, at="tournaments/<serial:tournament_id>/leave/", act=entering.leave):
    """Leave a tournament that is running, for good: your chips in it are forfeited.

    Where a round is on at your table you leave once it is over (`me.is_leaving`); a match of a
    stage is given up at once.
    """


def _entered(tournament_id: int, player: Any) -> dict[str, Any]:
    tournament = one_tournament(tournament_id)
    place = own_place(tournament, player)
    return shapes.EnteredShape.of(me=place, balance=wallet_balance(player))
