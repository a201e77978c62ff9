"""The premium rematch over the API: offer, consent, decline, and where it stands (PLAY-4)."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller, caller_or_visitor
from accounts.api.operations import once
from accounts.api.shapes import PlayerShape
from games.models import RematchStatus
from games.rematch import agreeing as rematch
from games.rematch.reading import rematch_view
from web.api.operations import Answer, answers
from web.api.payloads import Shape, Whole, With, Yes
from web.api.view import ApiView, OpenView

STATES = ("none", *RematchStatus.values)


class ConsentShape(Shape):
    player = PlayerShape()
    consented = Yes()


class SeriesShape(Shape):
    player = PlayerShape()
    won = Whole(help_text="matches of the series, shared wins included")


class RematchShape(Shape):
    table = Whole(help_text="the finished table")
    state = serializers.ChoiceField(STATES)
    may_offer = Yes(help_text="you may offer one now")
    needs_premium = Yes(help_text="you might, if you were a premium member")
    offered_by = PlayerShape(allow_null=True)
    declined_by = PlayerShape(allow_null=True)
    seconds_left = Whole(allow_null=True, help_text="until the offer lapses")
    consents = ConsentShape(many=True)
    mine = Yes(allow_null=True, help_text="you have consented; null: no seat")
    new_table = Whole(allow_null=True, help_text="where everybody now sits")
    series = SeriesShape(many=True, help_text="empty before the second match of a series")


class Rematch(OpenView, at="tables/<serial:table_id>/rematch/"):
    """Whether a rematch is offered after a table's end, and who has consented."""

    @answers(RematchShape)
    def get(self, request: Request, table_id: int) -> Answer:
        return With(**rematch_view(table_id, caller_or_visitor(request)))


class _Answer(ApiView):
    """One tap: does something about the rematch once per key, and says where it stands."""

    act: Callable[..., object]

    def __init_subclass__(cls, act: Callable[..., object], **traits: Any) -> None:
        super().__init_subclass__(**traits)
        cls.act = act

    @once(answers=RematchShape)
    def post(self, request: Request, table_id: int) -> Answer:
        player = caller(request)
        type(self).act(table_id=table_id, player=player)
        return With(**rematch_view(table_id, player))


class OfferRematch(
    _Answer, at="tables/<serial:table_id>/rematch/offer/", act=rematch.offer_rematch
):
    """Offer the same players another match under the same terms; a premium right.

    While an offer stands this is your consent to it. Bots consent by themselves.
    """


class ConsentToRematch(
    _Answer, at="tables/<serial:table_id>/rematch/consent/", act=rematch.consent_to_rematch
):
    """Consent to the offer; when everybody has, stakes are held and the match begins at once."""


class DeclineRematch(
    _Answer, at="tables/<serial:table_id>/rematch/decline/", act=rematch.decline_rematch
):
    """Decline: the offer ends, and this table sees no other."""
