"""Rule-sets of the house over the API: stored, retired, played at a table of the house, tried.

A rule-set is said as for a table: a preset, house rules, and those options that are to differ.
"""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from backoffice.api.view import OfficeView
from backoffice.rules import rule_sets
from backoffice.rules.form import every_option
from backoffice.rules.rule_sets import WORDS_MAX
from games.api.forms import OptionsField
from games.models import HouseRuleSet
from games.models.rule_sets import NAME_CHARS_MAX
from games.tables.lobby.lists import one_table
from games.tables.lobby.shapes import TableShape, as_seen
from games.tables.opening import NAME_CHARS_MAX as TABLE_NAME_MAX
from games.tables.terms import ROUNDS, STAKES_MAX, TURN_SECONDS
from rummy import engine
from web.api.operations import Json, answers
from web.api.paging import PageQuery, page_of, pages_of
from web.api.payloads import Moment, Shape, Whole, Word, Words
from web.api.reading import Form, KeyOf, Text, WholeNumber
from web.refusals import Refused


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


RuleSetsShape = pages_of(RuleSetShape, "RuleSetsShape")


class OfficeRuleSets(OfficeView):
    """Rule-sets that the house keeps under a name, each version, newest first."""

    reading_right = "see_rules"
    writing_right = "keep_rule_sets"

    @answers(RuleSetsShape, query=RuleSetsQuery)
    def get(self, request: Request, query: Json) -> Json:
        found = HouseRuleSet.objects.select_related("stored_by")
        if "state" in query:
            found = found.filter(retired_at__isnull=query["state"] == "current")
        rows, next_before = page_of(found, query)
        return RuleSetsShape.of(results=rows, next_before=next_before)

    @once(RuleSetForm, answers=RuleSetShape, status=201)
    def post(self, request: Request, form: Json) -> Json:
        """Store a rule-set as the next version of its name; what is stored already stays."""
        stored = rule_sets.store_rule_set(**form | rules_of(form), by=caller(request))
        return RuleSetShape.of(stored)


class OfficeRuleSet(OfficeView):
    """One version of a rule-set."""

    reading_right = "see_rules"

    @answers(RuleSetShape)
    def get(self, request: Request, rule_set_id: int) -> Json:
        return RuleSetShape.of(_rule_set(rule_set_id))


class OfficeRetireRuleSet(OfficeView):
    """Offer a rule-set no more; tables that play by it go on."""

    writing_right = "keep_rule_sets"

    @once(answers=RuleSetShape)
    def post(self, request: Request, rule_set_id: int) -> Json:
        rule_sets.retire_rule_set(rule_set_id=rule_set_id, by=caller(request))
        return RuleSetShape.of(_rule_set(rule_set_id))


class OfficeHouseTables(OfficeView):
    """Open a ring table of the house, which opens anew when it fills (PLAY-10)."""

    writing_right = "open_house_table"

    @once(HouseTableForm, answers=TableShape, status=201)
    def post(self, request: Request, form: Json) -> Json:
        player = caller(request)
        table = rule_sets.open_house_table(**form | rules_of(form), by=player)
        return TableShape.of(as_seen(one_table(table.pk, player), player))


def _rule_set(rule_set_id: int) -> HouseRuleSet:
    found = HouseRuleSet.objects.select_related("stored_by").filter(pk=rule_set_id).first()
    if found is None:
        raise Refused("rule_set_not_found", rule_set=rule_set_id)
    return found


def rules_of(form: dict[str, Any]) -> dict[str, Any]:
    """What a checked `RulesBody` says, with every option, as the office's form sends it."""
    return {
        "preset": form["preset"],
        "house_rules": form["house_rules"],
        "options": every_option(form["preset"], form["house_rules"]) | form["options"],
    }
