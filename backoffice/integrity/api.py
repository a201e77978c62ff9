"""Integrity over the API: who plays with whom more than chance says, and odd discards.

Nothing here accuses anybody. Only rounds that are over are looked through.
"""

from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.shapes import PlayerShape
from accounts.models import Player
from backoffice.api.view import OfficeView, RowNumber
from backoffice.integrity import reading, striking, turns
from backoffice.integrity.collusion import SIGNALS
from web.api.operations import Answer, Json, answers
from web.api.payloads import Shape, Whole, With, Word, Yes
from web.api.reading import Form
from web.api.records import shape_of
from web.refusals import Refused


class OfficePairsQuery(Form):
    player = RowNumber(required=False)


class OfficeFindingShape(Shape):
    signal = serializers.ChoiceField(list(SIGNALS), help_text="in what the play differs")
    player = Whole(help_text="whose play it is: 0 the one, 1 the other")
    rounds = Whole(help_text="rounds of gin together")
    together = serializers.FloatField(
        help_text="the share of the occasions on which it was so; `dumping`: points a round"
    )
    otherwise = serializers.FloatField(help_text="the same, in rounds with others")
    corrected = serializers.FloatField(
        help_text="so many innocent pairs as striking as this are expected among all"
    )
    is_striking = Yes()


class OfficeStrikingShape(Shape):
    one = PlayerShape()
    other = PlayerShape()
    finding = OfficeFindingShape()


class OfficeTurnsShape(Shape):
    days = Whole(help_text="on which both accounts played, not together")
    taken = Whole(help_text="on how many one began where the other stopped")
    expected = serializers.FloatField(help_text="on how many, by the habits of both")
    corrected = serializers.FloatField(
        help_text="so many innocent pairs as striking as this are expected among all"
    )


class OfficeTurnsOfPairShape(Shape):
    one = PlayerShape()
    other = PlayerShape()
    turns = OfficeTurnsShape()


class OfficePairsShape(Shape):
    striking = OfficeStrikingShape(
        many=True, help_text="who plays otherwise with the other than with everybody else"
    )
    turns = OfficeTurnsOfPairShape(
        many=True, help_text="accounts that share a browser or network and take turns"
    )
    tables = Whole(help_text="so many of the latest are looked through")
    results = shape_of(reading.Pair, "OfficePairRowShape")(
        many=True, help_text="the most striking first; `flow_chips`: from the one to the other"
    )


class OfficeSharedSeatShape(Shape):
    player = Whole(source="player_id")
    stake_chips = Whole()
    payout_chips = Whole(allow_null=True)


class OfficeSharedTableShape(Shape):
    id = Whole()
    name = Word()
    seats = OfficeSharedSeatShape(many=True)


class OfficePairShape(Shape):
    one = PlayerShape()
    other = PlayerShape()
    findings = OfficeFindingShape(
        many=True, help_text="from rounds of gin for two, the most striking first"
    )
    turns = OfficeTurnsShape(allow_null=True, help_text="null: too few days on which both played")
    tables = OfficeSharedTableShape(many=True, help_text="the latest finished ones of both")
    gifts = shape_of(reading.Gift, "OfficeGiftShape")(
        many=True, help_text="costly discards that the other took, in the latest finished rounds"
    )
    gifts_waiting = Whole(
        help_text="so many of these rounds are still being looked through: ask again"
    )


class LensView(OfficeView):
    reading_right = "see_integrity"


class OfficePairs(LensView, at="office/integrity/"):
    """Pairs of people worth a look, or those of one player. Right `see_integrity`."""

    @answers(OfficePairsShape, query=OfficePairsQuery)
    def get(self, request: Request, query: Json) -> Answer:
        found = reading.pairs(player_id=query.get("player"))
        odd = striking.striking_pairs(player_id=query.get("player"))
        taking = turns.pairs_taking_turns(query.get("player"))
        return With(striking=odd, turns=taking, tables=reading.TABLES, results=found)


class OfficePair(LensView, at="office/integrity/<player:player_id>/<player:other_id>/"):
    """Two people: the tables they shared, and discards like gifts. Right `see_integrity`."""

    @answers(OfficePairShape)
    def get(self, request: Request, player_id: int, other_id: int) -> Answer:
        people = Player.objects.in_bulk([player_id, other_id])
        if len(people) < 2:
            raise Refused("not_found")
        tables = reading.shared_tables(player_id, other_id)
        gifts = reading.gifts(tables, player_id, other_id)
        return With(
            one=people[player_id],
            other=people[other_id],
            findings=striking.findings_of(player_id, other_id),
            turns=turns.turns_of(player_id, other_id),
            tables=tables,
            gifts=gifts.found,
            gifts_waiting=gifts.waiting,
        )
