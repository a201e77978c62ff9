"""Waiting for a seat at the house's tables, and inviting friends to one's own."""

from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from accounts.people.api import player_by
from games.tables import inviting
from games.waitlist import waiting
from games.waitlist.reading import places_of
from web.api.operations import Answer, Json, answers
from web.api.payloads import Moment, Shape, Whole, With, Word, Yes, list_of
from web.api.reading import Form, WholeNumber
from web.api.view import ApiView


class InvitationForm(Form):
    player = WholeNumber(min_value=1, max_value=10**18, help_text="the number of a friend")


class InvitedShape(Shape):
    invited = Whole()
    is_new = Yes(help_text="false: you have invited them already")


class PlaceShape(Shape):
    table = Whole(source="asked_at_id", help_text="the table you asked at")
    name = Word(source="asked_at.title")
    since = Moment(source="created_at")
    lapses_at = Moment(help_text="ask again before then to keep the place")


class Lines(ApiView, at="me/lines/"):
    """The lines you stand in."""

    @answers(list_of(PlaceShape, "PlacesShape"))
    def get(self, request: Request) -> Answer:
        return With(results=places_of(caller(request)))


class Line(ApiView, at="tables/<serial:table_id>/line/"):
    """Wait for the next free seat at the house's tables of this kind.

    When there is one your stake is held, you sit, and a notice says so. Asking again renews your
    place; it lapses after a quarter of an hour.
    """

    @once(answers=PlaceShape, status=201, spends=[waiting.LIMIT])
    def post(self, request: Request, table_id: int) -> Answer:
        player = caller(request)
        return waiting.join_waitlist(table_id=table_id, player=player)

    @answers(None)
    def delete(self, request: Request, table_id: int) -> None:
        """Wait no longer."""
        waiting.leave_waitlist(table_id=table_id, player=caller(request))


class Invitations(ApiView, at="tables/<serial:table_id>/invitations/"):
    """Invite a friend to the table you sit at, while it is open; the notice opens its door."""

    @once(InvitationForm, answers=InvitedShape, status=201, spends=[inviting.LIMIT])
    def post(self, request: Request, form: Json, table_id: int) -> Answer:
        player = caller(request)
        friend = player_by(form["player"])
        sent = inviting.invite_friend(table_id=table_id, player=player, friend=friend)
        return With(invited=friend.pk, is_new=sent)
