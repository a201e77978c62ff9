"""What may be sent to the tables' half of the API."""

from dataclasses import fields
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.live.streaming.framing import FRAMINGS
from games.models import TableStatus
from games.tables.admission import PASSWORD_CHARS_MAX, RATING_MAX, Admission
from games.tables.lobby.quick_seat import STAKE_CHIPS_MAX
from games.tables.opening import NAME_CHARS_MAX
from games.tables.terms import STAKES_MAX, TableOffer
from rummy import engine
from rummy.bots import BOTS
from rummy.match import ABSENCE_POLICIES, MatchFormat
from rummy.match.terms import REBUYS_MAX, TROPHY_CHARS_MAX, VACATION_DAYS_MAX
from rummy.settlement.prizes import PLACES_MAX
from web.api.json_input import DIGITS_MAX
from web.api.reading import Flag, Form, KeyOf, Text, WholeNumber

TABLES_MAX = 100
FORMATS = [kind.value for kind in MatchFormat]
# Names that are fields of their own in a request for a table.
_NO_OPTIONS = ("preset", "house_rules")
_OFFER = tuple(field.name for field in fields(TableOffer))
_LISTS = ("house_rules", "prizes", "hours")


class ListQuery(Form):
    status = serializers.ChoiceField(TableStatus.values, required=False)
    preset = KeyOf(engine.PRESETS, required=False)
    before = WholeNumber(
        min_value=1, required=False, help_text="tables with an id below this; from `next_before`"
    )
    limit = WholeNumber(min_value=1, max_value=TABLES_MAX, default=50)


class MyTablesQuery(Form):
    status = serializers.ChoiceField(
        TableStatus.values, required=False, help_text="open and playing unless given"
    )
    limit = WholeNumber(min_value=1, max_value=TABLES_MAX, default=50)


class LogQuery(Form):
    after = WholeNumber(min_value=0, default=0, help_text="events with a number above this")


class StreamQuery(Form):
    """What every stream takes; where ids are numbers another one is refused."""

    after = serializers.CharField(required=False, allow_blank=True, max_length=10_000)
    format = serializers.ChoiceField(FRAMINGS, required=False)


class TableStreamQuery(StreamQuery):
    include = serializers.ChoiceField(["view"], required=False)


class InviteQuery(Form):
    invite_code = Text(max_length=60, required=False, help_text="opens a private table")


# A value of an option, before it is known which option it is meant for.
_OPTION_VALUE = {
    "anyOf": [
        {"type": ["boolean", "string", "null"]},
        {"type": "number", "minimum": 1 - 10**DIGITS_MAX, "maximum": 10**DIGITS_MAX - 1},
    ]
}


@extend_schema_field({"type": "object", "additionalProperties": _OPTION_VALUE})
class OptionsField(serializers.DictField):
    """The preset's own options; which there are and what they allow is in `GET /presets/`."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        options = super().to_internal_value(data)
        taken = [name for name in _NO_OPTIONS if name in options]
        if taken:
            raise serializers.ValidationError(_("%(name)s is not an option.") % {"name": taken[0]})
        return options


class TableForm(Form):
    """PLAY-1: what a table fixes before the first card."""

    must_be_sent: ClassVar = True

    preset = KeyOf(engine.PRESETS, default=next(iter(engine.PRESETS)))
    house_rules = serializers.ListField(
        child=KeyOf(engine.HOUSE_RULES), default=list, max_length=20
    )
    options = OptionsField(default=dict, help_text="see GET /presets/")
    format = serializers.ChoiceField(FORMATS, default=MatchFormat.MATCH.value)
    point_limit = WholeNumber(
        min_value=1, max_value=10_000, required=False, help_text="match: the option of this name"
    )
    rounds = WholeNumber(
        min_value=1, max_value=50, required=False, help_text="ring and quick: how many"
    )
    seats = WholeNumber(min_value=2, max_value=6, required=False)
    stake_chips = WholeNumber(min_value=0, max_value=STAKES_MAX, default=0)
    turn_seconds = WholeNumber(min_value=5, max_value=86_400, default=30)
    bank_seconds = WholeNumber(min_value=0, max_value=86_400, default=60)
    training = Flag(default=False)
    absence = serializers.ChoiceField(
        [*ABSENCE_POLICIES],
        required=False,
        help_text="what happens to who is away; `standard`, or `days` where moves take days",
    )
    prizes = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=100),
        required=False,
        min_length=1,
        max_length=PLACES_MAX,
        help_text="percent of the pool by place, 100 in all; the winner takes all unless given",
    )
    fee_chips = WholeNumber(
        min_value=0, max_value=STAKES_MAX, default=0, help_text="per seat, for the house"
    )
    tie_breakers = Flag(
        default=False, help_text="who is level at the top plays on instead of sharing (PLAY-12)"
    )
    rebuys = WholeNumber(
        min_value=0, max_value=REBUYS_MAX, default=0, help_text="elimination: how often a seat"
    )
    days_per_move = WholeNumber(
        min_value=1,
        max_value=10,
        required=False,
        allow_null=True,
        help_text="people move once in a while; turn_seconds and bank_seconds do not apply",
    )
    hours = serializers.ListField(
        child=WholeNumber(min_value=0, max_value=24 * 60 - 1),
        required=False,
        allow_null=True,
        min_length=2,
        max_length=2,
        help_text="with days_per_move: hours of play, from and to, as minutes of the day in UTC",
    )
    vacation_days = WholeNumber(
        min_value=0, max_value=VACATION_DAYS_MAX, default=0, help_text="with days_per_move: each"
    )
    trophy = Text(
        max_length=TROPHY_CHARS_MAX,
        default="",
        allow_blank=True,
        help_text="for whoever wins most rounds, where the option jeton_per_round is chosen",
    )
    name = Text(max_length=NAME_CHARS_MAX, default="", allow_blank=True)
    is_private = Flag(default=False, help_text="only who has the invite_code may look and sit")
    club = WholeNumber(
        min_value=1,
        required=False,
        allow_null=True,
        help_text="one of your clubs: only its members may look and sit, without a code",
    )
    password = Text(
        max_length=PASSWORD_CHARS_MAX,
        default="",
        allow_blank=True,
        trim_whitespace=False,
        help_text="who wants to sit down must know it, or bring the invite_code; all may watch",
    )
    min_reputation = WholeNumber(
        min_value=0, max_value=100, required=False, allow_null=True, help_text="in percent"
    )
    min_rating = WholeNumber(min_value=0, max_value=RATING_MAX, required=False, allow_null=True)
    spectator_delay_seconds = WholeNumber(
        min_value=0, max_value=600, default=0, help_text="how much later spectators see the table"
    )
    spectators_one_round_late = Flag(
        default=False, help_text="spectators see a round only when it is over"
    )
    bot_accounts = Flag(default=False, help_text="whether other people's programs may sit down")


class QuickSeatForm(Form):
    preset = serializers.ChoiceField(
        list(engine.PRESETS),
        required=False,
        help_text="the game; without one any table that waits will do, else gin against a bot",
    )
    quick = Flag(default=False, help_text="only a quick game (PLAY-11)")
    seats = WholeNumber(min_value=2, max_value=6, required=False, help_text="how many play")
    stake_chips_max = WholeNumber(
        min_value=0,
        max_value=STAKE_CHIPS_MAX,
        required=False,
        help_text="the most you stake: unless given, nothing as a guest and 100 else",
    )


class JoinForm(Form):
    seat = WholeNumber(
        min_value=0, max_value=5, required=False, help_text="the first free one unless given"
    )
    invite_code = Text(max_length=60, default="", allow_blank=True)
    password = Text(
        max_length=PASSWORD_CHARS_MAX, default="", allow_blank=True, trim_whitespace=False
    )


class BotForm(Form):
    bot = serializers.ChoiceField(list(BOTS), default="casual")


def offer_of(form: dict[str, Any]) -> TableOffer:
    """A checked `TableForm` as the service reads it; what was not said is as the service thinks."""
    offer = {name: form[name] for name in _OFFER if form.get(name) is not None}
    if form.get("point_limit") is not None:
        offer["options"] = offer["options"] | {"point_limit": form["point_limit"]}
    lists = {name: tuple(offer[name]) for name in _LISTS if name in offer}
    return TableOffer(**offer | lists)


def admission_of(form: dict[str, Any]) -> Admission:
    """What a checked `TableForm` asks of who wants to sit down."""
    return Admission(
        password=form["password"],
        min_reputation=form.get("min_reputation"),
        min_rating=form.get("min_rating"),
        delay_seconds=form["spectator_delay_seconds"],
        one_round_late=form["spectators_one_round_late"],
        bot_accounts=form["bot_accounts"],
    )
