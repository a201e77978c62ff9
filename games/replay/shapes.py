"""What the API answers about rounds: advice, reviews, and finished ones with their proof."""

from rest_framework import serializers

from accounts.api.shapes import PlayerShape
from games.api.documents import (
    ActionField,
    Cards,
    EventField,
    ImaginedEventField,
    RoundScoreShape,
    ScoreShape,
    TermsShape,
)
from rummy.fairness.dealing import REASONS
from web.api.payloads import Shape, StoredShape, Whole, Wholes, Word, Yes, list_of


class ChoiceShape(Shape):
    action = ActionField()
    value = serializers.FloatField(help_text="points to be expected this round, yours minus theirs")


class AdviceShape(ChoiceShape):
    reason = Word(help_text="why, as a code: take_for_meld, discard_is_safer, knock_now, …")
    facts = serializers.DictField(help_text="the numbers and cards of the reason")
    choices = ChoiceShape(many=True, help_text="the best actions, the recommended one first")


class HintShape(AdviceShape):
    version = Whole(help_text="of the table the hint is for")


class JudgedDecisionShape(ChoiceShape):
    step = Whole(help_text="its place in the `steps` of the round, just before it was made")
    cost = serializers.FloatField(help_text="points given away, by estimate")
    better = AdviceShape()


class AccuracyShape(Shape):
    percent = serializers.FloatField(help_text="100: the estimator's choice every time")
    margin = serializers.FloatField(
        allow_null=True, help_text="on either side, 95 %; null for less than five rounds"
    )
    decisions = Whole(help_text="so many were judged")
    rounds = Whole()


class LuckShape(Shape):
    result = serializers.FloatField(help_text="own points less the mean of the others'")
    luck = serializers.FloatField(help_text="deal and draws, which nobody chose")
    deal = serializers.FloatField(help_text="what the hands that were dealt were worth")
    own_draws = serializers.FloatField(help_text="cards from the stock, against usual ones")
    other_draws = serializers.FloatField()
    own_open = serializers.FloatField(help_text="cards taken from the pile, against usual ones")
    other_open = serializers.FloatField()
    own_play = serializers.FloatField(help_text="all else that was decided, as it turned out")
    other_play = serializers.FloatField()
    end = serializers.FloatField(help_text="the showdown: what nobody could reckon with before")


class ValueShape(Shape):
    step = Whole(help_text="a place in the `steps` of the round")
    value = serializers.FloatField(help_text="points to be expected then, with all cards open")


class SeatReviewShape(Shape):
    seat = Whole(help_text="counted from 0")
    accuracy = AccuracyShape(allow_null=True, help_text="null where nothing was decided")
    decisions = JudgedDecisionShape(many=True, help_text="all that were judged, in their order")
    luck = LuckShape(allow_null=True, help_text="what the result was made of; it adds up")
    values = ValueShape(many=True, help_text="after the deal, every draw and every turn")


class ThinkingShape(Shape):
    thinking = Yes(help_text="true: a worker is at it")
    ask_again_at = Word(help_text="this address, where the answer will be")
    retry_after_seconds = Whole(help_text="when to ask again, as `Retry-After` says too")


ReviewShape = list_of(SeatReviewShape, "ReviewShape")


class ExpertLineShape(Shape):
    seat = Whole(help_text="the strong bot's")
    step = Whole(
        allow_null=True,
        help_text="where it decides otherwise for the first time; null: it does all the same",
    )
    events = serializers.ListField(
        child=ImaginedEventField(), help_text="what happens then, numbered anew"
    )
    steps = serializers.ListField(
        child=serializers.DictField(), help_text="the table after each event, as of the round"
    )
    score = RoundScoreShape()


class DealtSeatShape(Shape):
    seat = Whole(help_text="counted from 0")
    player = PlayerShape()


class BeforeShape(Shape):
    table = Whole()
    round = Whole()
    players = Wholes(help_text="dealt to, by their ids, from seat 0")
    dealer = Whole(help_text="a seat among them")
    winner = Whole(allow_null=True, help_text="a seat among them")


class DealingShape(Shape):
    reason = serializers.ChoiceField(REASONS, help_text="as docs/fairness.md says")
    before = BeforeShape(allow_null=True, help_text="the round it follows from")
    out = Wholes(help_text="players of the round before who dropped out after it")


class RoundShape(StoredShape):
    scheme = Whole()
    table = Whole()
    round = Whole()
    server_seed = Word(help_text="128 bytes in hexadecimal, secret until the round was over")
    commitment = Word(help_text="published before the players' seeds were accepted")
    client_seeds = serializers.ListField(child=Word(allow_blank=True))
    canonical_deck = Cards()
    deck = Cards(help_text="as dealt, first card first")
    dealing = DealingShape(allow_null=True, help_text="why this seat deals")
    shared_deal = Whole(
        required=False, help_text="where others were dealt the same: the deal's number"
    )
    dealt_before = Wholes(
        required=False,
        help_text="where the cards were dealt before: table and round; of a shared deal 0 and its"
        " number",
    )
    seats_drawn = serializers.ListField(
        child=Cards(),
        required=False,
        help_text="round 1, where places are drawn for: the cards, by the seat that drew",
    )
    name = Word()
    terms = TermsShape()
    seats = DealtSeatShape(many=True, help_text="who sat there then")
    dealer = Whole()
    score = ScoreShape(allow_null=True, help_text="null for a round given up with its match")
    started_at = Whole(help_text="milliseconds since 1970")
    ended_at = Whole(help_text="milliseconds since 1970")
    events = serializers.ListField(child=EventField(), help_text="nothing hidden any more")
    steps = serializers.ListField(
        child=serializers.DictField(),
        help_text="the table after each card event `seq`: what all saw, and in `hands` every hand",
    )
