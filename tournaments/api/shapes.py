"""What the API answers about tournaments; most of it is the selectors' records as they are."""

from rest_framework import serializers

from games.api.forms import TableForm
from rummy.engine import PRESETS
from tournaments.desk import entrants as who
from tournaments.desk.orders import NUMBER_MAX, ORDERS
from tournaments.director import FORMATS, Plan
from tournaments.models.desk import REMARK_CHARS_MAX
from tournaments.selectors import decisions, listing, lobby, money, seats, standings
from web.api.paging import pages_of
from web.api.payloads import Moment, Shape, Whole, Wholes, Word, Words
from web.api.reading import Flag, Form, KeyOf, Text, WholeNumber
from web.api.records import form_of, shape_of
from web.time.moments import SentMoment

LIST_MAX = 100
STATES = ("upcoming", "running", "finished", "mine")

TournamentShape = shape_of(listing.TournamentRow, "TournamentShape")
StandingShape = shape_of(standings.StandingRow, "TournamentStandingShape")
DecisionShape = shape_of(decisions.ShownDecision, "DecisionShape")
PlaceShape = shape_of(seats.Place, "TournamentPlaceShape")


class TournamentsQuery(Form):
    state = serializers.ChoiceField(STATES, default="upcoming")
    game = KeyOf(PRESETS, required=False)
    format = KeyOf(FORMATS, required=False)
    price = serializers.ChoiceField(list(listing.PRICES), required=False)
    before = WholeNumber(min_value=1, required=False, help_text="`finished`: from `next_before`")


class OneTournamentShape(Shape):
    tournament = TournamentShape(source="row")
    version = Whole(
        source="tournament.version", help_text="changes with everything that happens in it"
    )
    structure = shape_of(lobby.Structure, "StructureShape")()
    prizes = shape_of(lobby.PrizeRow, "PrizeShape")(many=True)
    now = shape_of(lobby.Now, "TournamentNowShape")(allow_null=True)
    to_the_money = shape_of(money.Bubble, "ToTheMoneyShape")(
        source="bubble",
        allow_null=True,
        help_text="while chips are played for; null before and after",
    )
    offers = shape_of(lobby.Offer, "OfferShape")(
        many=True,
        help_text="what you may do: enter, check_in, withdraw, come_back, rebuy, add_on, leave",
    )
    publisher_playing = Word(
        allow_null=True, help_text="who published it, if they play in it; they order nothing then"
    )
    me = PlaceShape(allow_null=True)
    series = Wholes(help_text="series whose standing it counts for")
    commitment = Word(
        source="tournament.commitment",
        allow_blank=True,
        help_text="to the seed of all lots, before the first entry",
    )
    revealed_seed = Word(
        source="tournament.revealed_seed", allow_blank=True, help_text="when it is over"
    )


class PlayersQuery(Form):
    page = WholeNumber(min_value=1, max_value=100_000, default=1)
    search = Text(
        max_length=standings.SEARCH_CHARS_MAX,
        default="",
        allow_blank=True,
        help_text="only those with this somewhere in their name, in capitals or not",
    )


class StandingsQuery(PlayersQuery):
    size = WholeNumber(min_value=1, max_value=200, default=standings.PAGE_ROWS)
    format = serializers.ChoiceField(
        ["json", "csv"],
        default="json",
        help_text="`csv`: the page for a spreadsheet; its `Link` header leads to the next one",
    )


class StandingsShape(Shape):
    results = StandingShape(source="rows", many=True)
    page = Whole()
    pages = Whole()
    entries = Whole()
    found = Whole(help_text="those on `pages`: with `search`, a part of `entries`")
    me = StandingShape(source="own", allow_null=True)


class DecisionsQuery(Form):
    before = WholeNumber(min_value=1, required=False, help_text="from `next_before`")
    limit = WholeNumber(min_value=1, max_value=LIST_MAX, default=decisions.PAGE_ROWS)
    entry = WholeNumber(min_value=1, required=False, help_text="only those about this entry")


DecisionsShape = pages_of(DecisionShape, "DecisionsShape", source="decisions")


class WatchedTableShape(Shape):
    number = Whole()
    game_table = Whole(help_text="the table to watch under `tables/`")
    round = Whole()
    players = serializers.ListField(
        child=serializers.JSONField(), help_text="in seat order: [name, chips, is a bot]"
    )


TEAM_WORDS = "the code of a team to join, six digits, or the name of a new one"


class TeamForm(Form):
    team = Text(max_length=40, help_text=TEAM_WORDS)


class RemoveFromTeamForm(Form):
    player = WholeNumber(min_value=1, help_text="the number of a player in your team")


class EnterForm(Form):
    team = Text(
        max_length=40, default="", allow_blank=True, help_text=f"where teams play: {TEAM_WORDS}"
    )
    ticket = WholeNumber(
        min_value=1, required=False, help_text="one of `me/tickets/`, instead of chips"
    )
    seed = Text(
        max_length=64,
        default="",
        allow_blank=True,
        help_text="your part of the chance that decides the lots; counts before the start",
    )


class EnteredShape(Shape):
    me = PlaceShape(allow_null=True)
    balance = Whole(help_text="chips left in your wallet")


FORMAT_WORDS = "`format` is one of " + ", ".join(FORMATS)
START_WORDS = (
    "from this year to ten more; without an offset by the house's clock, and of an hour that comes"
    " twice the first. Of a plan that `starts_when_full` at the latest: more than two days ahead"
    " means by that alone"
)


class PublishForm(Form):
    name = Text(max_length=80)
    starts_at = SentMoment(help_text=START_WORDS)
    plan = form_of(Plan)(help_text=FORMAT_WORDS)
    table = TableForm(
        required=False,
        allow_null=True,
        help_text="what is played; always a ring of so many rounds. At real tables too: without"
        " it `game_not_named`",
    )


class RemarkForm(Form):
    remark = Text(max_length=REMARK_CHARS_MAX, help_text="why; it is kept with the order")


class OrderForm(RemarkForm):
    """What a kind of order takes besides its `remark`; what it does not take is passed over.

    * `enter`: `player`, in a team event with `team`; where that costs chips, whoever has ever
      signed in is invited instead, and `facts` hold `invited`; `withdraw`: `entry`
    * `check_in`: `entry`, who is here
    * `name_team`: `entry`, any of the team's, and how the `team` is spelled from now on
    * `announce`: nothing; its `remark` is what everybody reads
    * `start`, `pause`, `resume`, `cancel`: nothing; `start` does not wait for the hour
    * `pause_table`, `resume_table`: `table`; `give_time`: `table` and `number` of seconds
    * `extend`: `number` of rounds where the level under way lasts rounds, else of minutes
    * `move`: `entry`, to `table`; `substitute`: `entry`, by `player`
    * `penalize`: `entry` and `number` of chips, or of points where there are no stacks
    * `adjust`: `number` of chips from `entry` to `other`
    * `disqualify`, `remove`: `entry`; during a round it `waits` for its end; until then it can be
      undone and nobody else is told, and then its `facts` say what came of it
    * `keep_apart`: `entry` and `other`; `rest`: `entry`; both from the next stage on
    * `pair`: `entries`, two up to as many as sit at a table, who meet at one in the next stage;
      with `insists` if some have met, or if table sizes then differ by more than one
    * `report`: of `table` at real tables the `points` by seat, and in `entry` who was absent
    * `correct`: the same of a round that has been settled, by its `number`, or of the last one
    * `void_round`: of `table` the round of this `number`, or its last one
    """

    kind = serializers.ChoiceField(list(ORDERS))
    remark = Text(
        max_length=REMARK_CHARS_MAX,
        default="",
        allow_blank=True,
        help_text="why; it is kept with the order. Only `pause` and `resume` need none",
    )
    entry = WholeNumber(min_value=1, required=False, help_text="whom it concerns")
    other = WholeNumber(min_value=1, required=False, help_text="another entry, where there are two")
    table = WholeNumber(min_value=1, required=False, help_text="number within the tournament")
    number = WholeNumber(
        min_value=1, max_value=NUMBER_MAX, required=False, help_text="minutes, seconds or chips"
    )
    player = Text(
        max_length=30,
        default="",
        allow_blank=True,
        help_text="the name of the substitute, or of who is entered",
    )
    team = Text(max_length=40, default="", allow_blank=True, help_text="where teams play")
    insists = Flag(default=False, help_text="against a warning")
    entries = serializers.ListField(
        child=WholeNumber(min_value=1), max_length=6, default=list, help_text="who are to meet"
    )
    points = serializers.ListField(
        child=WholeNumber(min_value=-(10**9), max_value=10**9),
        max_length=6,
        default=list,
        help_text="of every seat, in seat order, where a result is entered or corrected",
    )


class OrderShape(Shape):
    id = Whole()
    kind = Word()
    by = Word(source="actor.name")
    remark = Word()
    facts = serializers.DictField(source="facts_now")
    entry = Whole(source="entry_id", allow_null=True)
    table = Whole(source="table_number", allow_null=True)
    undoes = Whole(source="undoes_id", allow_null=True, help_text="the order this one takes back")
    waits = serializers.BooleanField(help_text="it takes effect once the round in play is settled")
    at = Moment()


class EntrantsQuery(PlayersQuery):
    size = WholeNumber(min_value=1, max_value=200, default=who.PAGE_ROWS)


class EntrantsShape(Shape):
    results = shape_of(who.Entrant, "EntrantShape")(source="rows", many=True)
    page = Whole()
    pages = Whole()
    entries = Whole(help_text="with `search`, those found")
    invited = Words(help_text="who has to agree and has not entered yet")


class DirectedShape(Shape):
    tournament = TournamentShape()
    version = Whole()
