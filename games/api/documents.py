"""What is said of cards, terms, scores and a table in play; what more than one answer tells.

The hot answers (views, events, terms) are JSON already, written by `rummy.match` and the play door;
here they are described.
"""

from typing import Any, ClassVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers

from accounts.api.shapes import IDEMPOTENCY_KEY as IDEMPOTENCY_KEY
from accounts.api.shapes import KEY_SCHEMA, PlayerShape
from games.models import TableStatus
from rummy.engine.records import action_to_json
from rummy.match import MatchFormat, Phase, TableAction
from rummy.settlement import SETTLEMENTS
from web.api.payloads import Shape, StoredShape, Whole, Wholes, Word, Words, Yes


def _named(schema: str) -> dict[str, Any]:
    """One of the schemas that `games.api.openapi` adds."""
    return {"$ref": f"#/components/schemas/{schema}"}


REQUIRED_KEY = OpenApiParameter(
    "Idempotency-Key",
    KEY_SCHEMA,
    OpenApiParameter.HEADER,
    required=True,
    description="1 to 255 printable characters, new for each action. A repeat is not carried out "
    "again: it gets the first answer, with `Idempotent-Replay: true`.",
)
INCLUDE = OpenApiParameter(
    "include",
    OpenApiTypes.STR,
    enum=["view"],
    description="`view` adds your fresh view of the table to every message about it",
)


def stream_parameters(last: str) -> list[OpenApiParameter]:
    """What every stream takes; `last` says what its ids are."""
    return [
        OpenApiParameter(
            "Last-Event-ID",
            OpenApiTypes.STR,
            OpenApiParameter.HEADER,
            description=f"go on after {last}; browsers send it by themselves when they reconnect",
        ),
        OpenApiParameter("after", OpenApiTypes.STR, description="the same, without a header"),
        OpenApiParameter(
            "format",
            OpenApiTypes.STR,
            enum=["sse", "ndjson"],
            description="`ndjson`: a JSON object per line, `{id, event, data}`; an empty line is "
            "a sign of life. `Accept: application/x-ndjson` says the same",
        ),
    ]


@extend_schema_field(_named("Card"))
class CardField(serializers.CharField):
    pass


class Cards(serializers.ListField):
    child = CardField()


@extend_schema_field(_named("LaidCard"))
class LaidCardField(serializers.CharField):
    pass


@extend_schema_field(_named("Action"))
class ActionField(serializers.DictField):
    def to_representation(self, value: Any) -> dict[str, Any]:
        return action_to_json(value)


@extend_schema_field(_named("Event"))
class EventField(serializers.DictField):
    pass


@extend_schema_field(_named("ImaginedEvent"))
class ImaginedEventField(serializers.DictField):
    pass


@extend_schema_field(_named("RoundView"))
class RoundViewField(serializers.DictField):
    pass


class AbsenceShape(Shape):
    key = Word()
    grace_ms = Whole(help_text="one patience for the whole match, after turn time and bank")
    grace_seconds = Whole()
    automatic = Word(help_text="`safe` moves, or the bot that plays on")
    misses_max = Whole(help_text="turns missed in a row, then nobody waits any more")
    automatic_ms = Whole()
    wins_rated = Yes(help_text="whether a win while away counts for the rating")
    wins_in_league = Yes()
    rounds_give_experience = Yes()


class PlayedOnShape(StoredShape):
    table = Whole()
    round = Whole()
    step = Whole(help_text="a place in its `steps`")


class TermsShape(StoredShape):
    preset = Word()
    house_rules = Words()
    variations = Words(help_text="options of the preset that differ from its defaults")
    format = serializers.ChoiceField([kind.value for kind in MatchFormat])
    point_limit = Whole(allow_null=True)
    penalty_limit = Whole(allow_null=True, help_text="penalty points that end the match")
    rounds = Whole(allow_null=True)
    trophy = Word(help_text="for whoever holds most Jetons in the end")
    seats = Whole()
    settlement = serializers.ChoiceField(
        list(SETTLEMENTS), help_text="`tournament`: a tournament's round, settled by its director"
    )
    stake_chips = Whole()
    fee_chips = Whole(help_text="per seat, for the house, beside the stake")
    prizes = Wholes(help_text="percent of the pool by place")
    tie_breakers = Yes()
    rebuys_max = Whole(help_text="elimination: how often a seat may be bought back")
    absence = AbsenceShape(help_text="what happens to who is away (PLAY-45)")
    turn_seconds = Whole()
    bank_seconds = Whole()
    turn_based = Yes(help_text="moves take days")
    hours = Wholes(allow_null=True, help_text="hours of play, minutes of the day in UTC")
    vacation_days = Whole(help_text="for each seat")
    training = Yes()
    shared_deals = Wholes(
        help_text="numbers of the deals that other tables are dealt too, one for each round"
    )
    played_on = PlayedOnShape(
        allow_null=True, help_text="a finished round that is played on here, and from where"
    )
    rules = serializers.DictField(help_text="the rule-set with every number in it")


class SeatShape(Shape):
    seat = Whole(help_text="counted from 0")
    player = PlayerShape(allow_null=True)
    payout = Whole(
        source="payout_chips",
        allow_null=True,
        help_text="chips received when the match was settled",
    )


class SeatViewShape(SeatShape):
    total = Whole(help_text="points of the match so far")
    rounds_won = Whole(help_text="so many Jetons, where these are given")
    ready = Yes(help_text="waits for the next round")
    bank_ms = Whole(help_text="what is left of the time bank")
    automatic = Yes(help_text="the table plays for this seat")
    out = Yes(help_text="eliminated, or not level at the top: no cards are dealt to it")
    rebuys = Whole(help_text="how often it was bought back")
    away_until = Whole(allow_null=True, help_text="end of a vacation, in milliseconds")
    vacation_left = Whole(help_text="days")
    resigned = Yes()


class ScoreLineShape(Shape):
    seat = Whole()
    reason = Word()
    points = Whole()


class RoundTallyShape(Shape):
    """What a seat has at the end, by which ties are broken (PLAY-21)."""

    laid = Whole(help_text="points of melds and lay-offs")
    held = Whole(help_text="points in the hand")
    cards = Whole(help_text="in the hand")


class RoundScoreShape(Shape):
    """How a round ended."""

    winner = Whole(allow_null=True)
    reason = Word(
        help_text="knock, gin, undercut; out, hand_romme where melds are laid; stock_exhausted"
    )
    points = Wholes()
    lines = ScoreLineShape(many=True)
    tallies = RoundTallyShape(many=True, required=False, help_text="by seat, where melds are laid")


class ScoreShape(RoundScoreShape):
    """One line of the score sheet: a finished round."""

    number = Whole()
    dealer = Whole()
    totals = Wholes()


class ResultShape(Shape):
    winners = Wholes(help_text="seats")
    totals = Wholes()
    payouts = Wholes(help_text="chips by seat")
    reason = Word()
    trophy = Wholes(required=False, help_text="seats with most Jetons, where these are given")
    places = serializers.ListField(
        child=Wholes(),
        required=False,
        help_text="seats by places, level ones together, where more than winning counts",
    )


class AutomaticMoveShape(Shape):
    action = Word()
    cards = Cards()


class PlayedForShape(Shape):
    seat = Whole()
    round = Whole()
    moves = AutomaticMoveShape(many=True)
    by = Word(help_text="the bot that played on; empty for safe moves")


class RebuyShape(Shape):
    chips = Whole(help_text="stake and fee")
    total = Whole(help_text="the points with which you play on")


class SeatsDrawnShape(Shape):
    draws = serializers.ListField(child=Cards(), help_text="by seat: the cards it drew")
    came_from = Wholes(help_text="by seat: where it sat before")


class TableViewShape(Shape):
    table = Whole()
    version = Whole(help_text="send it as expected_version with your next action")
    status = serializers.ChoiceField(TableStatus.values)
    phase = serializers.ChoiceField([phase.value for phase in Phase])
    name = Word(help_text="in your language where nobody has named the table")
    server_time = Whole(help_text="milliseconds since 1970")
    terms = TermsShape()
    seat = Whole(allow_null=True, help_text="yours; null for a spectator")
    seats = SeatViewShape(many=True)
    round = RoundViewField(allow_null=True)
    turn = Whole(allow_null=True, help_text="the seat that is to act")
    turn_started_at = Whole(help_text="milliseconds since 1970")
    deadline_at = Whole(allow_null=True, help_text="when the table moves by itself")
    knock_until = Whole(
        allow_null=True,
        help_text="others may knock for the discard until then; only after it draw from the stock",
    )
    legal = serializers.ListField(child=ActionField(), help_text="send one of these as `action`")
    legal_cut = Yes(help_text="the hand is so large that more may be legal than is listed")
    controls = serializers.ListField(
        child=serializers.ChoiceField(["sit_out", "return", "resign", "take_vacation"]),
        help_text="types of table actions you may take besides",
    )
    score_sheet = ScoreShape(many=True)
    result = ResultShape(allow_null=True)
    grace = Yes(help_text="turn time and bank are over, the seat on turn is still waited for")
    played_for = PlayedForShape(
        many=True, help_text="what was played for you since you were last there"
    )
    rebuy = RebuyShape(allow_null=True, help_text="what it costs you to be in again; see rebuy/")
    seating = SeatsDrawnShape(allow_null=True, help_text="how the places were drawn (GER-2)")


# What is not about cards may be said at any version.
_AT_ANY_VERSION = sorted({one.type for one in TableAction.__subclasses__()})


class MoveShape(Shape):
    described: ClassVar = {
        "anyOf": [
            {"required": ["expected_version"]},
            {"properties": {"action": {"properties": {"type": {"enum": _AT_ANY_VERSION}}}}},
        ]
    }

    action = ActionField()
    expected_version = Whole(
        min_value=0,
        required=False,
        help_text="version of the view you acted on; required for cards, not for table actions",
    )


class MovedShape(Shape):
    version = Whole(help_text="after your action")
    events = serializers.ListField(child=EventField(), help_text="what it led to, as you see it")


class LogShape(Shape):
    version = Whole(help_text="send it as `after` the next time")
    events = serializers.ListField(child=EventField())
