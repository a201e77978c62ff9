"""Rule-sets of the house over the API: stored, retired, played at a table of the house, tried; and
what a round would be worth, under any rules and the games as they come.

A rule-set is said as for a table: a preset, house rules, and those options that are to differ.
"""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from backoffice.api.view import OfficeView
from backoffice.inspector.score_sheet import ScoredLine
from backoffice.rules import rule_sets
from backoffice.rules.form import every_option
from backoffice.rules.rule_sets import WORDS_MAX
from backoffice.rules.scoring import compared, form_for
from backoffice.rules.what_if import Outcome
from games.api.forms import OptionsField
from games.models import HouseRuleSet
from games.models.rule_sets import NAME_CHARS_MAX
from games.tables.lobby.lists import one_table
from games.tables.lobby.shapes import TableShape, as_seen
from games.tables.opening import NAME_CHARS_MAX as TABLE_NAME_MAX
from games.tables.terms import ROUNDS, STAKES_MAX, TURN_SECONDS
from rummy import engine
from web.api.operations import Answer, Json, answers
from web.api.paging import PageQuery, page_of, pages_of
from web.api.payloads import Moment, Shape, Whole, Wholes, With, Word, Words
from web.api.reading import Form, KeyOf, Text, WholeNumber
from web.finding import or_raise
from web.refusals import Refused, words_of


class RulesBody(Form):
    """Rules as `POST /tables/` takes them."""

    preset = KeyOf(engine.PRESETS)
    house_rules = serializers.ListField(
        child=KeyOf(engine.HOUSE_RULES), default=list, max_length=20
    )
    options = OptionsField(default=dict, help_text="see GET /presets/")


class RuleSetForm(RulesBody):
    name = Text(max_length=NAME_CHARS_MAX, help_text="of one that is there: its next version")
    words = Text(max_length=WORDS_MAX, default="", allow_blank=True)


class HouseTableForm(RulesBody):
    name = Text(max_length=TABLE_NAME_MAX)
    rounds = WholeNumber(min_value=min(ROUNDS), max_value=max(ROUNDS))
    stake_chips = WholeNumber(min_value=0, max_value=STAKES_MAX)
    turn_seconds = WholeNumber(min_value=min(TURN_SECONDS), max_value=max(TURN_SECONDS))


class RuleSetsQuery(PageQuery):
    state = serializers.ChoiceField(["current", "retired"], required=False)


class RuleSetShape(Shape):
    id = Whole()
    name = Word()
    version = Whole()
    words = Word(allow_blank=True)
    preset = Word()
    house_rules = Words()
    options = serializers.DictField()
    digest = Word(help_text="of the rules as they were built when stored")
    stored_by = Word(source="stored_by.name")
    stored_at = Moment()
    retired_at = Moment(allow_null=True, help_text="offered no more since")


class OfficeRuleSets(
    OfficeView, at="office/rule-sets/", reading_right="see_rules", writing_right="keep_rule_sets"
):
    """Rule-sets that the house keeps under a name, each version, newest first."""

    @answers(pages_of(RuleSetShape, "RuleSetsShape"), query=RuleSetsQuery)
    def get(self, request: Request, query: Json) -> Answer:
        found = HouseRuleSet.objects.select_related("stored_by")
        if "state" in query:
            found = found.filter(retired_at__isnull=query["state"] == "current")
        return page_of(found, query)

    @once(RuleSetForm, answers=RuleSetShape, status=201)
    def post(self, request: Request, form: Json) -> Answer:
        """Store a rule-set as the next version of its name; what is stored already stays."""
        return rule_sets.store_rule_set(**form | rules_of(form), by=caller(request))


class OfficeRuleSet(
    OfficeView, at="office/rule-sets/<player:rule_set_id>/", reading_right="see_rules"
):
    """One version of a rule-set."""

    @answers(RuleSetShape)
    def get(self, request: Request, rule_set_id: int) -> Answer:
        return _rule_set(rule_set_id)


class OfficeRetireRuleSet(
    OfficeView, at="office/rule-sets/<player:rule_set_id>/retire/", writing_right="keep_rule_sets"
):
    """Offer a rule-set no more; tables that play by it go on."""

    @once(answers=RuleSetShape)
    def post(self, request: Request, rule_set_id: int) -> Answer:
        rule_sets.retire_rule_set(rule_set_id=rule_set_id, by=caller(request))
        return _rule_set(rule_set_id)


class OfficeHouseTables(OfficeView, at="office/house-tables/", writing_right="open_house_table"):
    """Open a ring table of the house, which opens anew when it fills (PLAY-10)."""

    @once(HouseTableForm, answers=TableShape, status=201)
    def post(self, request: Request, form: Json) -> Answer:
        player = caller(request)
        table = rule_sets.open_house_table(**form | rules_of(form), by=player)
        return as_seen(one_table(table.pk, player), player)


def _rule_set(rule_set_id: int) -> HouseRuleSet:
    found = HouseRuleSet.objects.select_related("stored_by").filter(pk=rule_set_id).first()
    return or_raise(found, Refused("rule_set_not_found", rule_set=rule_set_id))


def rules_of(form: dict[str, Any]) -> dict[str, Any]:
    """What a checked `RulesBody` says, with every option, as the office's form sends it."""
    return {
        "preset": form["preset"],
        "house_rules": form["house_rules"],
        "options": every_option(form["preset"], form["house_rules"]) | form["options"],
    }


MELDS_MAX = 200


class WhatIfForm(RulesBody):
    """Cards of a round for two. A knock: `knocker`, `defender`; else the other four."""

    knocker = Text(max_length=60, required=False, help_text="eleven cards, the last is discarded")
    defender = Text(max_length=60, required=False, help_text="ten cards")
    before = Text(
        max_length=MELDS_MAX,
        required=False,
        allow_blank=True,
        help_text="who goes out: melds from earlier turns, parted by `/`",
    )
    now = Text(
        max_length=MELDS_MAX,
        required=False,
        help_text="and of the last turn; at the end the card that is discarded, if there is one",
    )
    others = Text(
        max_length=MELDS_MAX,
        required=False,
        allow_blank=True,
        help_text="the opponent's melds; a joker says what it stands for: `X1=8h`",
    )
    held = Text(max_length=100, required=False, help_text="what the opponent still holds")


class OutcomeLineShape(Shape):
    seat = Whole(help_text="0 ends the round, 1 is the opponent")
    reason = Word()
    words = Word()
    points = Whole()


class OutcomeRefusalShape(Shape):
    code = Word()
    rule = Word(allow_blank=True)
    detail = Word()


class OutcomeShape(Shape):
    name = Word(help_text="of the rules")
    reason = Word(allow_blank=True, help_text="how the round ended")
    winner = Whole(allow_null=True)
    points = Wholes(help_text="by seat")
    lines = OutcomeLineShape(many=True)
    refusal = OutcomeRefusalShape(allow_null=True, help_text="why these rules do not allow it")


class WhatIfShape(Shape):
    digest = Word(help_text="of the rules asked for")
    outcomes = OutcomeShape(many=True, help_text="under these rules first, then other games")


class OfficeWhatIf(OfficeView, at="office/what-if/", writing_right="see_rules"):
    """Score a round under some rules, and under every other game of the family."""

    @once(WhatIfForm, answers=WhatIfShape)
    def post(self, request: Request, form: Json) -> Answer:
        asked = rules_of(form)
        rules = engine.build_rules(
            asked["preset"], house_rules=asked["house_rules"], **asked["options"]
        )
        outcomes = [_outcome_answer(one) for one in _outcomes(form, rules)]
        return With(digest=rules.digest, outcomes=outcomes)


def _outcomes(form: dict[str, Any], rules: engine.RuleSet) -> list[Outcome]:
    if 2 not in rules.seats:
        raise Refused("nothing_to_score")
    tried = form_for(rules)(form)
    if not tried.is_valid():
        raise Refused("cards_missing", names=sorted(tried.errors))
    return compared(tried, rules)


def _outcome_answer(one: Outcome) -> With:
    refusal = one.refusal and With(one.refusal, detail=words_of(one.refusal))
    return With(one, lines=[ScoredLine(*line) for line in one.lines], refusal=refusal)
