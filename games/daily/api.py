"""The deal of the day over the API: what there is to play, playing it, and how the field did."""

import datetime as dt

from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller, caller_or_visitor
from accounts.api.operations import once
from accounts.api.shapes import PlayerShape
from games.daily import playing, reading
from games.tables.lobby.shapes import SeatedShape, seated_at
from web.api.operations import Answer, Json, answers
from web.api.payloads import Moment, Shape, Whole, With, Word, Yes
from web.api.view import ApiView, OpenView
from web.security import limits


class LineShape(Shape):
    player = PlayerShape()
    points = Whole(
        allow_null=True, help_text="own less the opponent's; null: given up, or left to the table"
    )
    reason = Word(allow_blank=True, help_text="how the round ended, as in the score sheet")
    place = Whole(allow_null=True, help_text="null: out of competition (guests, bots), or given up")
    table = Whole(source="table_id", help_text="its round 1 can be replayed once the deal is open")


class OpeningShape(Shape):
    taken = Word(help_text="kind of the event by which the first card was taken")
    discard = Word(allow_blank=True, help_text="the card given away then")
    players = Whole(help_text="so many began like this, guests and bots among them")
    average = serializers.FloatField(help_text="of their points")
    best = Whole(help_text="the most points of them")
    best_table = Whole(help_text="where these were made")


class DailyDealShape(Shape):
    day = serializers.DateField()
    game = Word(help_text="the preset")
    state = serializers.ChoiceField(
        reading.STATES, help_text="where you are with it; visitors: open or missed"
    )
    table = Whole(allow_null=True, help_text="where you play it or did")
    own = LineShape(allow_null=True, help_text="your result")
    players = Whole(help_text="so many have played it in competition")
    commitment = Word(help_text="to the seed, the same for everybody (docs/fairness.md)")
    server_seed = Word(allow_blank=True, help_text="empty until the deal is open")
    is_open = Yes(help_text="whether everybody may see the cards")
    ends_at = Moment(help_text="until then it can be begun")
    opens_at = Moment(help_text="then the cards are shown and unfinished tables called off")


class DailyDealsShape(Shape):
    day = serializers.DateField()
    streak = Whole(help_text="days in a row on which you have finished a deal")
    results = DailyDealShape(many=True)


class PlayedDealShape(DailyDealShape):
    lines = LineShape(
        many=True, help_text="the best first; empty as long as you may still play and have not"
    )
    openings = OpeningShape(many=True, help_text="first turns of the field, once the deal is open")


class DailyDeals(OpenView, at="daily/"):
    """Today's deals, one of each game: the same cards and the same opponent for everybody."""

    @answers(DailyDealsShape)
    def get(self, request: Request) -> Answer:
        player = caller_or_visitor(request)
        return With(
            day=playing.today(),
            streak=reading.streak(player) if player else 0,
            results=reading.deals_of_today(player),
        )


class PlayDailyDeal(ApiView, at="daily/<slug:game>/"):
    """Play today's deal of a game, once: a private table with the bot that everybody meets.

    Asked again it answers with the same seat. What you give as your share in the shuffle changes
    nothing here. It counts for no rating; for people only.
    """

    @once(answers=SeatedShape, status=201, spends=[limits.TABLES])
    def post(self, request: Request, game: str) -> Json:
        player = caller(request)
        return seated_at(playing.play_daily(player=player, game=game), player)


class OneDailyDeal(OpenView, at="daily/<day:day>/<slug:game>/"):
    """A day's deal of a game: the standing, and from the next morning on how the field began.

    The cards of every table are at `/tables/<table>/rounds/1/` then.
    """

    @answers(PlayedDealShape)
    def get(self, request: Request, day: dt.date, game: str) -> Answer:
        daily = playing.deal_of(day, game)
        return reading.deal_reading(daily, caller_or_visitor(request), whole=True)
