"""The matrix of conflicts, and the consents that it asks for, over the API."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from accounts.api.shapes import PlayerShape
from accounts.interest import Relation
from accounts.models import Player
from backoffice.api.view import OfficeView, RowNumber
from backoffice.team import consents as service
from backoffice.team.conflicts import ACTS, MATRIX, RULE_WORDS, Rule, verdict
from backoffice.team.conflicts import Verdict as Outcome
from backoffice.team.staff_log import REASON_CHARS_MAX
from web.api.operations import Json, answers
from web.api.paging import PageQuery, page_of, pages_of
from web.api.payloads import Moment, Shape, Whole, Word, Yes
from web.api.reading import Text

OUTCOMES = ", ".join(one.value for one in Outcome)


class ConsentForm(serializers.Serializer[Any]):
    act = serializers.ChoiceField([act.key for act in ACTS])
    number = RowNumber(help_text="of what the act is about")
    actor = RowNumber(help_text="the colleague who may do it")
    reason = Text(max_length=REASON_CHARS_MAX, help_text="public where owners act for themselves")


class ConflictRuleShape(Shape):
    relation = serializers.ChoiceField([one.value for one in Relation])
    rule = serializers.ChoiceField([one.value for one in Rule])
    words = Word()
    alone = Word(help_text=OUTCOMES)
    with_second = Word(help_text=OUTCOMES)
    owner_with_second = Word(help_text=OUTCOMES)


class ConflictRowShape(Shape):
    act = Word()
    words = Word()
    kind = Word(allow_blank=True, help_text="what it concerns; empty: nobody")
    asks_who_you_are = Yes(help_text="a fresh second factor or password")
    rules = ConflictRuleShape(many=True)


class ConflictsShape(Shape):
    results = ConflictRowShape(many=True)


class OfficeConsentShape(Shape):
    id = Whole()
    act = Word()
    kind = Word()
    number = Whole()
    actor = PlayerShape()
    by = PlayerShape()
    reason = Word()
    as_owner = Yes()
    at = Moment()
    used_at = Moment(allow_null=True)


OfficeConsentsShape = pages_of(OfficeConsentShape, "OfficeConsentsShape")


class OfficeConflicts(OfficeView):
    """Who of the staff may do what, by how they stand to it; alone, and with a second person."""

    @answers(ConflictsShape)
    def get(self, request: Request) -> Json:
        return ConflictsShape.of(results=[_row(act.key) for act in ACTS])


class OfficeConsents(OfficeView):
    """Consents of a second person: each for one act of one colleague, within a day."""

    @answers(OfficeConsentsShape, query=PageQuery)
    def get(self, request: Request, query: Json) -> Json:
        rows, next_before = page_of(service.consents(), query)
        return OfficeConsentsShape.of(results=rows, next_before=next_before)

    @once(ConsentForm, answers=OfficeConsentShape, status=201)
    def post(self, request: Request, form: Json) -> Json:
        actor = get_object_or_404(Player, pk=form["actor"])
        given = service.give_consent(
            act=form["act"],
            number=form["number"],
            actor=actor,
            reason=form["reason"],
            by=caller(request),
        )
        given.refresh_from_db()
        return OfficeConsentShape.of(given)


def _row(key: str) -> dict[str, Any]:
    act = MATRIX[key]
    return {
        "act": act.key,
        "words": act.words,
        "kind": act.kind,
        "asks_who_you_are": act.fresh,
        "rules": [
            {
                "relation": relation,
                "rule": act.rule(relation),
                "words": RULE_WORDS[act.rule(relation)],
                "alone": verdict(act.rule(relation), with_second=False),
                "with_second": verdict(act.rule(relation), with_second=True),
                "owner_with_second": verdict(act.rule(relation), with_second=True, is_owner=True),
            }
            for relation in Relation
        ],
    }
